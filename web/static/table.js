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

const ring = (seen, size) => s("circle", { class: `sighting ${seen.sure < 0.7 ? "unsure" : ""}`, cx: seen.x_mm, cy: seen.y_mm, r: size },
  s("title", null, `${wordsOf(seen.what)}${seen.shows ? ` shows ${seen.shows}` : ""}, ${Math.round(seen.sure * 100)} % sure`));

function onPicture(sightings) {
  const boxed = sightings.filter((seen) => seen.box);
  return s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, boxed.map(({ box, sure, what }) => s("rect", {
    class: `sighting ${sure < 0.7 ? "unsure" : ""}`, x: box[0] * 100, y: box[1] * 100, width: (box[2] - box[0]) * 100, height: (box[3] - box[1]) * 100, "vector-effect": "non-scaling-stroke",
  }, s("title", null, wordsOf(what)))));
}

function showSeen({ picture, sightings, problems }) {
  fill($("problems"), problems.map((problem) => h("li", null, typeof problem === "string" ? problem : problem.text)));
  const unsure = sightings.filter((seen) => seen.sure < 0.7);
  $("seen").textContent = `${sightings.length} pieces seen${unsure.length ? `, unsure of ${unsure.map((seen) => wordsOf(seen.what)).join(", ")}` : ""}.`;
  if (board.layers) {
    board.layers.doubts.replaceChildren(...sightings.filter((seen) => seen.x_mm !== undefined).map((seen) => ring(seen, Math.max(8, (board.piece.get(seen.what)?.width ?? 16) / 2))));
  }
  if (picture) $("camera").replaceChildren(h("img", { src: `/api/eyes.jpg?${Date.now()}`, alt: "The camera's last picture of the table" }), onPicture(sightings));
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
  if (said) fill($("photo-seen"), h("pre", { class: "doc", tabindex: "0" }, JSON.stringify(said.seen, null, 1)));
});

$("board").addEventListener("click", async (event) => {
  const space = board.layout && board.spaceAt(event);
  if (space && !(await mend.find(space))) toast(`No action that stands has to do with ${space}.`);
});

live.start(null);
if (hasCamera) watch();
