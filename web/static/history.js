// Back in time: every entry in words, the board as it was, played again on request; what was wrong is changed here.
import { Board } from "./board.js";
import { $, fill, h } from "./dom.js";
import { showEvenings } from "./evenings.js";
import { graph } from "./graph.js";
import { Mend } from "./mend.js";
import { showScores } from "./score.js";
import { get, Live } from "./talk.js";

const STEP_MS = 1100;
const me = await get("/api/me");
const board = new Board($("board"), { label: "The board at that entry" });
const mend = new Mend($("lines"), me, { onOpen: choose });
const asked = new URLSearchParams(location.search).get("entry");
let at = asked === null ? null : Number(asked); // null: the newest
let course = null;
let playing = null;
const live = new Live({ onLook: heard });

async function heard(look, before) {
  $("title").textContent = look.title ?? "Companion";
  if (!look.playing) { fill($("lines"), h("p", { class: "muted" }, "No game is on the table yet.")); return; }
  if (before && before.number === look.number && before.id === look.id) return;
  course = await get("/api/course");
  $("at").max = look.number;
  await travel(at);
  await mend.refresh();
  if (!before || look.view.over) showEvenings($("evenings"));
}

async function travel(to) {
  at = to === null || to >= live.look.number ? null : Math.max(0, to);
  const number = at ?? live.look.number;
  const then = await get(`/api/look?entry=${number}`);
  if (number !== (at ?? live.look.number)) return; // somebody moved on meanwhile
  await board.open(then);
  board.draw(then, 0);
  board.focus(then);
  $("at").value = number;
  $("back").disabled = number === 0;
  $("on").disabled = at === null;
  $("then").textContent = number ? `Entry ${number} of ${then.of}: ${then.entry.words}` : "The start";
  fill($("then-story"), (then.view.story ?? []).map((line) => h("li", null, line)));
  showScores($("then-scores"), { ...then, names: live.look.names }, board.layout.badges);
  $("graph").replaceChildren(graph(course, board.layout.badges, { at: number, onPick: choose }));
  mend.shown = number;
  history.replaceState(null, "", at === null ? "/history" : `/history?entry=${number}`);
}

function choose(number) {
  halt();
  travel(number);
}

function halt() {
  clearTimeout(playing);
  playing = null;
  $("play").textContent = "Play";
}

async function step() {
  await travel((at ?? live.look.number) + 1);
  if (at === null) halt();
  else if (playing) playing = setTimeout(step, STEP_MS);
}

$("play").addEventListener("click", async () => {
  if (playing) { halt(); return; }
  if (at === null) await travel(0);
  $("play").textContent = "Stop";
  playing = setTimeout(step, STEP_MS);
});
$("back").addEventListener("click", () => choose((at ?? live.look.number) - 1));
$("on").addEventListener("click", () => choose((at ?? live.look.number) + 1));
$("at").addEventListener("input", () => choose(Number($("at").value)));
live.start(null);
if (!live.look?.playing) showEvenings($("evenings"));
