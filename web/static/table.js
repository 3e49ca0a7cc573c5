// What the camera sees beside what the companion remembers; wrong entries are corrected here in two taps.
import { Board } from "./board.js";
import { $, fill, h, s, toast, wordsOf } from "./dom.js";
import { Mend } from "./mend.js";
import { showQuestion } from "./now.js";
import { get, Live, post } from "./talk.js";

const me = await get("/api/me");
const board = new Board($("board"), { whole: true, label: "The table as the companion remembers it" });
const mend = new Mend($("lines"), me);
const live = new Live({ onLook: show });
const hasCamera = Boolean($("camera"));

async function show(look, before) {
  $("title").textContent = look.title ?? "Companion";
  if (!look.playing) { fill($("lines"), h("p", { class: "muted" }, "No game is on the table yet.")); return; }
  await board.open(look);
  board.draw(look, live.now() - look.since);
  showQuestion($("question"), me, look);
  const differ = (look.differences ?? []).map((line) => h("li", null, line));
  fill($("differences"), differ.length ? h("ul", { class: "notices", tabindex: "0", "aria-label": "Pieces that lie otherwise" }, differ) : null);
  if (!before || before.number !== look.number) await mend.refresh();
}

const UNSURE = 0.7;
const still = h("img", { alt: "The camera's last picture of the table" });
const marks = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
let pending = false;

const told = (seen) => `${wordsOf(seen.what)}${seen.shows ? ` showing ${seen.shows}` : ""}${placeOf(seen) ? ` at ${placeOf(seen)}` : ""}, ${Math.round(seen.sure * 100)} % sure`;

/** The space a sighting lies on or beside. */
function placeOf({ x_mm: x, y_mm: y }) {
  if (x === undefined || !board.layout) return null;
  const away = (space) => Math.hypot(space.x - x, space.y - y);
  const nearest = board.layout.spaces.reduce((best, space) => (away(space) < away(best) ? space : best));
  return away(nearest) < 35 ? nearest.name : null;
}

const ring = (seen, size) => s("circle", { class: `sighting ${seen.sure < UNSURE ? "unsure" : ""}`, cx: seen.x_mm, cy: seen.y_mm, r: size }, s("title", null, told(seen)));

/** The next picture takes the place of this one when it is there: nothing blanks. */
async function nextStill(sightings) {
  if (pending) return;
  pending = true;
  const fresh = new Image();
  fresh.src = `/api/eyes.jpg?${Date.now()}`;
  try { await fresh.decode(); } catch { return; } finally { pending = false; }
  still.src = fresh.src;
  if (!still.isConnected) $("camera").replaceChildren(still, marks);
  const focused = document.activeElement?.dataset?.key;
  marks.replaceChildren(...sightings.filter((seen) => seen.box).map((seen, place) => {
    const [x0, y0, x1, y1] = seen.box.map((edge) => edge * 100);
    const tell = () => askAbout(seen);
    return s("rect", { class: `sighting ${seen.sure < UNSURE ? "unsure" : ""}`, x: x0, y: y0, width: x1 - x0, height: y1 - y0, "vector-effect": "non-scaling-stroke", role: "button", tabindex: "0",
      "aria-label": `${told(seen)}: is that wrong?`, "data-key": `seen-${place}`, onclick: tell, onkeydown: (event) => { if (event.key === "Enter") tell(); } }, s("title", null, told(seen)));
  }));
  if (focused?.startsWith("seen-")) marks.querySelector(`[data-key="${focused}"]`)?.focus();
}

/** Somebody tapped what the camera found: what is it, or what has happened there? */
async function askAbout(seen) {
  const space = placeOf(seen);
  const { actions } = me.host || me.seats.length ? await get("/api/legal") : { actions: [] };
  const here = actions.filter((one) => space && one.space === space).slice(0, 8);
  const dialog = h("dialog", { class: "card ahead", "aria-label": "What is that really?" },
    h("p", { class: "headline" }, `The camera sees ${told(seen)}.`),
    here.length ? [h("p", null, "Did this happen there?"), h("div", { class: "choices" }, here.map(({ action, words }) => h("button", { type: "button", onclick: () => { dialog.close(); post("/api/action", { action, seen: live.look.number }); } }, words)))] : null,
    h("div", { class: "choices" },
      space ? h("button", { type: "button", onclick: () => { dialog.close(); lookUp(space); } }, `Something entered about ${space} is wrong`) : null,
      h("button", { type: "button", onclick: () => dialog.close() }, "It is right")),
    h("p", { class: "hint" }, "A piece that is read wrongly again and again: wipe its marker, turn it to the light, or see how the camera is aimed. ", h("a", { href: "/aim" }, "Aim the camera")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function lookUp(space) {
  if (!(await mend.find(space))) toast(`No entry that stands has to do with ${space}.`);
}

function showSeen({ picture, sightings, problems }) {
  fill($("problems"), problems.map((problem) => h("li", null, typeof problem === "string" ? problem : problem.text)));
  const unsure = sightings.filter((seen) => seen.sure < UNSURE);
  const words = `${sightings.length} pieces seen${unsure.length ? `, unsure of ${unsure.map((seen) => wordsOf(seen.what)).join(", ")}` : ""}. Tap one to say what it really is.`;
  if ($("seen").textContent !== words) $("seen").textContent = words;
  if (board.layers) {
    board.layers.doubts.replaceChildren(...sightings.filter((seen) => seen.x_mm !== undefined).map((seen) => ring(seen, Math.max(8, (board.piece.get(seen.what)?.width ?? 16) / 2))));
  }
  if (picture) nextStill(sightings);
}

async function watch() {
  if (!document.hidden) {
    try { showSeen(await get("/api/eyes")); } catch { /* the status line already says that the companion is away */ }
  }
  setTimeout(watch, 2000);
}

$("photo")?.addEventListener("change", async ({ target }) => {
  if (!target.files[0]) return;
  toast("Reading the photo …");
  const said = await post("/api/photo", target.files[0], target.files[0].type || "image/jpeg");
  if (!said) return;
  const { pieces, entries, problems } = said.seen;
  fill($("photo-seen"), h("p", null, `${pieces} pieces read, ${entries} ${entries === 1 ? "entry" : "entries"} made of it.`), h("ul", { class: "problems" }, problems.map((problem) => h("li", null, problem.text))));
});

$("board").addEventListener("click", (event) => {
  const space = board.layout && board.spaceAt(event);
  if (space) lookUp(space);
});

live.start(null);
if (hasCamera) watch();
