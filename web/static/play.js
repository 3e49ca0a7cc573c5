// The scoreboard page: everything one player needs, live.
import { askWhich, Board } from "./board.js";
import { $, fill, h, nameOf, toast } from "./dom.js";
import { showEnding } from "./ending.js";
import { choicesBySpace, mayAct, Now, press, showQuestion } from "./now.js";
import { showScores } from "./score.js";
import { Story } from "./story.js";
import { get, Live, post, submit } from "./talk.js";
import { Timer } from "./timer.js";

let me = { seats: [], host: false };
let fetched = {};
const board = new Board($("board"));
const now = new Now($("now"), { join, leave });
const story = new Story($("story"), { onReplay: () => board.light(live.look.glow, 0) });
const live = new Live({ onLook: show, onEntry: heard, onSeatLost: async () => { me = await get("/api/me"); } });
new Timer(now.timer, live);

async function join(player, name) {
  const said = await post("/api/join", { player, name });
  if (!said) return;
  me = said;
  listMoves();
  toast(`You are ${nameOf(player)}. Your prompts come to this phone.`);
  live.start(me.seats[0]);
}

async function leave(player) {
  const said = await post("/api/leave", { player });
  if (!said) return;
  me = said;
  listMoves();
  live.start(me.seats[0] ?? null);
}

function heard(entry) {
  if (entry.what === "undo" || entry.what === "redo" || entry.what === "correct") toast(`${entry.words} · ${entry.source}`);
}

async function show(look, before) {
  document.title = look.playing ? `${look.view.headline} · ${look.title}` : "Companion";
  $("title").textContent = look.title ?? "Companion";
  $("play").hidden = $("dock").hidden = !look.playing;
  $("empty").hidden = look.playing;
  if (!look.playing) return showEmpty(look);
  const isNew = !before || before.number !== look.number || before.id !== look.id;
  if (before && before.id !== look.id) me = await get("/api/me");
  await board.open(look);
  const full = await withChoices(look);
  if (look !== live.look) return undefined; // a newer one came meanwhile
  const badges = board.layout.badges;
  board.draw(look, live.now() - look.since);
  const choosable = targets(full);
  board.taps(choosable);
  board.focus(look, [...choosable.keys()], me.seats);
  showEnding($("ending"), look, badges, me);
  showQuestion($("question"), me, look);
  now.show(me, full, badges);
  showScores($("scores"), look, badges, me.seats);
  story.show(look, isNew && Boolean(before));
  showDock(look);
  if (isNew) listMoves();
  return undefined;
}

/** Long lists of choices are not in the stream: the phone that may press them asks, once per entry. */
async function withChoices(look) {
  const mine = (look.view.prompts ?? []).some((asked) => asked.left_out && mayAct(me, look, asked.player));
  if (!mine) return look;
  const key = `${look.id}-${look.number}-${live.as}`;
  if (fetched.key !== key) fetched = { key, ...(await get(`/api/prompts${live.as ? `?as=${encodeURIComponent(live.as)}` : ""}`)) };
  return fetched.number === look.number ? { ...look, view: { ...look.view, prompts: fetched.prompts } } : look;
}

function targets(look) {
  const found = choicesBySpace(me, look);
  return new Map([...found].map(([space, choices]) => [space, {
    label: `${space}: ${choices.map((choice) => choice.label).join(" or ")}`,
    go: async () => {
      const choice = choices.length === 1 ? choices[0] : await askWhich(choices.map((one) => ({ ...one, words: one.label })));
      if (choice) press(choice);
    },
  }]));
}

function showEmpty(look) {
  const notices = Object.values(look.notices ?? {}).map((text) => h("p", { class: "muted" }, text));
  fill($("empty"), h("h1", null, "The table is laid for you"), h("p", null, "No game is on it yet. Start one, and every phone that opens this page sees it."),
    notices, h("p", null, h("a", { class: "button main", href: "/host" }, "Start a game")));
}

function showDock(look) {
  $("undo").disabled = !look.can_undo || !mayAct(me, look, look.undo_of);
  $("redo").disabled = !look.can_redo || !mayAct(me, look, look.redo_of);
  $("entry").textContent = `entry ${look.number}`;
}

/** Without a camera anything legal can be entered here. */
const byHand = h("div", { class: "choices" });
const byHandOpen = h("details", null, h("summary", null, "Enter a move by hand"), byHand);
byHandOpen.addEventListener("toggle", listMoves);
$("others").append(byHandOpen);

async function listMoves() {
  $("others").hidden = !me.host && !me.seats.length;
  if (!byHandOpen.open || $("others").hidden) return;
  const { actions, all } = await get("/api/legal");
  byHand.replaceChildren(...actions.map(({ action, words }) => h("button", { type: "button", onclick: () => submit(action) }, words)),
    ...(all > actions.length ? [h("p", { class: "hint" }, `and ${all - actions.length} more`)] : []),
    ...(actions.length ? [] : [h("p", { class: "hint" }, "Only the table itself can show what comes next.")]));
}

$("undo").addEventListener("click", () => post("/api/undo", { seen: live.look.number }));
$("redo").addEventListener("click", () => post("/api/redo", { seen: live.look.number }));
$("again").addEventListener("click", () => board.light(live.look.glow, 0));
$("whole").addEventListener("click", () => {
  board.frame(!board.whole);
  board.focus(live.look, [...choicesBySpace(me, live.look).keys()], me.seats);
  $("whole").setAttribute("aria-pressed", String(board.whole));
  $("whole").textContent = board.whole ? "Only the board" : "Whole table";
});

me = await get("/api/me");
live.start(me.seats[0] ?? null);
