// The end of a game: who won and why, how it went, and the same again.
import { badge, called, fill, h } from "./dom.js";
import { graph } from "./graph.js";
import { get, post } from "./talk.js";

const told = { key: "", course: null };

/** Fills the element once the game is over, and hides it while it goes on. */
export async function showEnding(element, look, badges, me = { seats: [], host: false }) {
  element.hidden = !look.playing || !look.view.over;
  if (element.hidden) return;
  const key = `${look.id}-${look.number}`;
  if (told.key !== key) Object.assign(told, { key, course: await get("/api/course") });
  if (told.key === key) draw(element, look, told.course, badges, me);
}

function draw(element, look, course, badges, me) {
  const winners = course.winners.map((player) => called(look, player));
  const total = new Map(look.score.standings.map((one) => [one.player, one.total]));
  fill(element, h("p", { class: "headline winner" }, winners.length ? `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}!` : "Nobody wins."),
    course.decided ? h("p", null, course.decided) : null,
    h("ol", { class: "podium" }, course.ranking.map(([player, place]) => h("li", { value: place }, badge(badges?.find((one) => one.player === player)), h("b", null, called(look, player)), h("span", { class: "grow" }), `${total.get(player)} ${course.unit}`))),
    graph(course, badges),
    course.turning.length ? [h("h3", null, "What turned it"), h("ul", { class: "turning" }, course.turning.map((one) => h("li", null, h("a", { href: `/history?entry=${one.number}` }, `Entry ${one.number}`), ` ${one.words}: ${called(look, one.player)} ${one.takes_lead ? "takes the lead, up" : "gains"} ${one.by} ${course.unit}`)))] : null,
    h("div", { class: "choices" },
      me.host || me.seats.length ? h("button", { type: "button", class: "main", "data-key": "rematch", onclick: () => post("/api/rematch", {}) }, "Once more, same people") : null,
      h("a", { class: "button", href: `/share/${course.id}.png`, download: `${course.game}-${course.id}.png` }, "Picture to share"),
      h("a", { class: "button", href: "/history?entry=0" }, "See it again")));
}
