// The scoreboard page: everything one player needs, live.
import { Board } from "./board.js";
import { Call } from "./call.js";
import { $, fill, h, isCalm } from "./dom.js";
import { showEnding } from "./ending.js";
import { showHelp } from "./help.js";
import { answerable, mayAct, Now, showQuestion } from "./now.js";
import { Picker } from "./picker.js";
import { showScores } from "./score.js";
import { Story } from "./story.js";
import { get, Live, post } from "./talk.js";
import { Timer } from "./timer.js";
import { showWhy } from "./why.js";
import { Zoom } from "./zoom.js";

let me = { seats: [], host: false };
let fetched = {};
const board = new Board($("board"));
board.zoom = new Zoom(board);
const picker = new Picker($("asks"), board, { onTargets: (spaces) => board.focus(live.look, spaces, me.seats) });
const now = new Now($("now"), { join, leave });
const story = new Story($("story"), { onReplay: () => board.light(live.look.glow, 0) });
const live = new Live({ onLook: show, onSeatLost: async () => { me = await get("/api/me"); } });
const call = new Call($("call"));
new Timer(now.timer, live);

async function join(player, name) {
  const said = await post("/api/join", { player, name });
  if (!said) return;
  me = said;
  listMoves();
  if (live.look.playing) call.show(me, live.look);
  live.start(me.seats[0]);
}

async function leave(player) {
  const said = await post("/api/leave", { player });
  if (!said) return;
  me = said;
  listMoves();
  live.start(me.seats[0] ?? null);
}

/** A phone that several share looks through the eyes of whoever of them must act. */
function follow(look) {
  const acts = me.seats.find((player) => look.view.acting.includes(player));
  if (!acts || me.seats.includes(live.as) && look.view.acting.includes(live.as)) return false;
  live.start(acts);
  return true;
}

async function show(look, before) {
  document.title = look.playing ? `${look.view.headline} · ${look.title}` : "Companion";
  $("title").textContent = look.title ?? "Companion";
  showHelp(look);
  $("play").hidden = $("dock").hidden = !look.playing;
  $("empty").hidden = look.playing;
  if (!look.playing) return showEmpty(look);
  const isNew = !before || before.number !== look.number || before.id !== look.id;
  if (before && before.id !== look.id) me = await get("/api/me");
  if (me.seats.length > 1 && follow(look)) return undefined;
  await board.open(look);
  const full = await withChoices(look);
  if (look !== live.look) return undefined; // a newer one came meanwhile
  const badges = board.layout.badges;
  board.draw(look, live.now() - look.since);
  showEnding($("ending"), look, badges, me);
  showQuestion($("question"), me, look);
  now.show(me, full, badges);
  ask(full);
  call.show(me, look);
  comeUp(look);
  showScores($("scores"), look, badges, me.seats);
  story.show(look, isNew && Boolean(before));
  showDock(look);
  if (isNew) listMoves();
  return undefined;
}

let acted = false;

/** With my turn comes all I need for it, on one screen of a phone: the sentence, the board, the question. */
function comeUp(look) {
  const acts = !look.view.over && look.view.acting.some((player) => me.seats.includes(player));
  if (acts && !acted && innerWidth < STICKY_PX) $("play").scrollIntoView({ block: "start", behavior: isCalm() ? "instant" : "smooth" });
  acted = acts;
}

/** My questions with their buttons. */
function ask(look) {
  const prompts = answerable(me, look);
  if (!prompts.length && $("asks").contains(document.activeElement)) $("now").focus({ preventScroll: true }); // what I was asked goes away
  $("asks").hidden = !prompts.length;
  picker.show(prompts, `${look.id}-${live.as}-${JSON.stringify(prompts)}`); // what others do meanwhile disturbs nobody
}

/** Long lists of choices are not in the stream: the phone that may press them asks, once per entry. */
async function withChoices(look) {
  const mine = (look.view.prompts ?? []).some((asked) => asked.left_out && mayAct(me, look, asked.player));
  if (!mine) return look;
  const key = `${look.id}-${look.number}-${live.as}`;
  if (fetched.key !== key) fetched = { key, ...(await get(`/api/prompts${live.as ? `?as=${encodeURIComponent(live.as)}` : ""}`)) };
  return fetched.number === look.number ? { ...look, view: { ...look.view, prompts: fetched.prompts } } : look;
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

/** Without a camera anything legal can be entered here, for players without a phone as well. */
const byHand = h("div", { class: "asking", tabindex: "-1" });
const STILL = { taps: () => {}, trace: () => {}, ghosts: () => {}, picture: (...asked) => board.picture(...asked) }; // a list without a board
const handPicker = new Picker(byHand, STILL, { onTargets: () => {} });
const byHandOpen = h("details", null, h("summary", null, "Enter a move by hand"), byHand);
byHandOpen.addEventListener("toggle", listMoves);
$("others").append(byHandOpen, now.seats);

async function listMoves() {
  $("others").hidden = !me.host && !me.seats.length;
  if (!byHandOpen.open || $("others").hidden) return;
  const { actions, all, number } = await get("/api/legal");
  if (!actions.length) { fill(byHand, h("p", { class: "hint" }, "Only the table itself can show what comes next.")); return; }
  const text = all > actions.length ? `What happened? ${all - actions.length} more are on the board only.` : "What happened?";
  handPicker.show([{ text, choices: actions.map(({ action, words, picks }) => ({ action, label: words, picks: picks?.map(({ label }) => ({ label })) })) }], number);
}

document.addEventListener("why", (event) => {
  event.preventDefault();
  const light = (glow) => {
    if (glow.lights.length) board.host.parentElement.scrollIntoView({ block: "start" });
    board.light(glow, 0);
  };
  showWhy(event.detail, light, () => board.light(live.look.glow, live.now() - live.look.since));
});
$("undo").addEventListener("click", () => post("/api/undo", { seen: live.look.number }));
$("redo").addEventListener("click", () => post("/api/redo", { seen: live.look.number }));
$("again").addEventListener("click", () => board.light(live.look.glow, 0));
$("whole").addEventListener("click", () => {
  board.frame(!board.whole);
  board.focus(live.look, board.targets.map(({ space }) => space), me.seats);
  $("whole").setAttribute("aria-pressed", String(board.whole));
  $("whole").textContent = board.whole ? "Only the board" : "Whole table";
});

for (const [id, factor] of [["closer", 1.5], ["farther", 1 / 1.5]]) $(id).addEventListener("click", () => board.zoom.closer(board.zoom.middle(), factor));

const NARROW_PX = 600;
const STICKY_PX = 760; // on narrower screens the head of the page goes away with the rest

/** On a phone the board takes what sentence and question leave of the screen. */
function makeRoom() {
  const taken = ["now", "asks"].reduce((sum, id) => sum + ($(id).hidden ? 0 : $(id).offsetHeight + 14), 0);
  const bar = innerWidth < NARROW_PX ? 0 : document.querySelector(".boardbar").offsetHeight + 20; // a small screen is the board's
  const head = innerWidth < STICKY_PX ? 0 : document.querySelector(".top").offsetHeight;
  $("board").style.setProperty("--room", `${innerHeight - head - $("dock").offsetHeight - taken - bar - 46}px`);
}
const resized = new ResizeObserver(makeRoom);
for (const id of ["now", "asks"]) resized.observe($(id));

me = await get("/api/me");
live.start(me.seats[0] ?? null);
