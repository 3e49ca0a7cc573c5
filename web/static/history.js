// Back in time: every entry in words, the board as it was, played again on request.
import { Board } from "./board.js";
import { $, fill, h } from "./dom.js";
import { lineOf } from "./lines.js";
import { showScores } from "./score.js";
import { get, Live } from "./talk.js";

const STEP_MS = 1100;
const board = new Board($("board"), { label: "The board at that entry" });
const asked = new URLSearchParams(location.search).get("entry");
let at = asked === null ? null : Number(asked); // null: the newest
let entries = [];
let playing = null;
const live = new Live({ onLook: heard });

async function heard(look, before) {
  $("title").textContent = look.title ?? "Companion";
  if (!look.playing) { fill($("lines"), h("p", { class: "muted" }, "No game is on the table yet.")); return; }
  if (before && before.number === look.number && before.id === look.id) return;
  entries = (await get("/api/entries")).entries;
  $("at").max = look.number;
  await travel(at);
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
  showScores($("then-scores"), then, board.layout.badges);
  fill($("lines"), h("ul", { class: "linelist" }, [...entries].reverse().map((entry) => lineOf(entry, { current: entry.number === number, onclick: () => choose(entry.number) }))));
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
