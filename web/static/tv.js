// The big screen: the whole table, the scores, who is next, and how to join.
import { Board } from "./board.js";
import { $, fill, h } from "./dom.js";
import { showEnding } from "./ending.js";
import { showScores } from "./score.js";
import { Live } from "./talk.js";
import { Timer } from "./timer.js";

if (!document.documentElement.dataset.theme) document.documentElement.dataset.theme = "dark";
const board = new Board($("board"));
const live = new Live({ onLook: show });
new Timer($("timer"), live);

async function show(look) {
  $("title").textContent = look.title ?? "The table is laid for you";
  $("steps").hidden = look.playing;
  $("board").hidden = !look.playing;
  if (!look.playing) { $("headline").textContent = "Three steps to the first move"; return; }
  await board.open(look);
  board.draw(look, live.now() - look.since);
  board.focus(look);
  $("headline").textContent = look.question ? look.question.text : look.view.headline;
  showScores($("scores"), look, board.layout.badges);
  $("scores").hidden = $("story").hidden = $("headline").hidden = look.view.over; // the ending says it all
  showEnding($("ending"), look, board.layout.badges);
  const story = look.view.story ?? [];
  $("story").start = Math.max(1, story.length - 7);
  fill($("story"), story.slice(-8).map((line) => h("li", null, line)));
}

live.start(null);
