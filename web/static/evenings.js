// All evenings: who won what, who holds which record.
import { fill, h } from "./dom.js";
import { get } from "./talk.js";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const minutes = (seconds) => `${Math.max(1, Math.round(seconds / 60))} min`;
const table = (label, heads, rows) => h("div", { class: "wideonly", tabindex: "0", role: "region", "aria-label": label }, h("table", null, h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
  h("tbody", null, rows.map(([first, ...others]) => h("tr", null, h("th", { scope: "row" }, first), others.map((cell) => h("td", null, cell)))))));

export async function showEvenings(element) {
  const { games, people, records, latest } = await get("/api/evenings");
  if (!games) { fill(element, h("p", { class: "muted" }, "No game has been played to its end yet. The first one starts the records.")); return; }
  fill(element, people.length ? table("People", ["Who", "Games", "Wins", "Likes best", "Thinks"], people.map((one) => [one.name, one.games, one.wins, one.favourite, `${one.thought_s} s`])) : null,
    h("h3", null, "Records"), table("Records", ["Game", "Played", "Best", "By", "Takes"], records.map((one) => [one.title, one.played, `${one.best} ${one.unit}`, one.by, one.shortest_s === one.longest_s ? minutes(one.longest_s) : `${minutes(one.shortest_s)} to ${minutes(one.longest_s)}`])),
    h("h3", null, "Lately"), h("ul", { class: "turning" }, latest.map((one) => h("li", null, `${day.format(new Date(one.at * 1000))}: ${one.title}, won by ${one.winners.map((seat) => one.people[one.players.indexOf(seat)] || "a bot").join(" and ") || "nobody"} `,
      h("a", { href: `/share/${one.id}.png` }, "picture"), " ", h("a", { href: `/api/export/${one.id}`, download: "" }, "file")))));
}
