// The scoreboard: every number opens into the lines behind it.
import { badge, called, fill, h } from "./dom.js";

const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

function why(lines) {
  return h("ul", { class: "why" }, lines.map((line) => h("li", null,
    h("b", null, line.what),
    h("span", { class: "points" }, line.points === null || line.points === undefined ? "" : signed(line.points)),
    line.why ? h("span", { class: "reason" }, line.why) : null,
    line.parts?.length ? why(line.parts) : null)));
}

const tagOf = (look, player) => ({ bot: "bot", phone: "on a phone" })[look.seats?.[player]] ?? "";

function row(look, badges, standing, mine) {
  const player = standing.player;
  const wins = look.score.winners?.includes(player);
  const acts = look.view.acting?.includes(player);
  const tag = [wins ? "wins" : acts ? "to act" : "", mine.includes(player) ? "you" : tagOf(look, player)].filter(Boolean).join(" · ");
  return h("li", { class: acts ? "acts" : "" }, h("details", { "data-key": player },
    h("summary", { "data-key": `sum-${player}`, "aria-label": `${called(look, player)}, place ${standing.place}, ${standing.total} ${look.score.unit ?? "points"}, why?` },
      h("span", { class: "place" }, `${standing.place}.`),
      badge(badges?.find((one) => one.player === player)),
      h("span", { class: `name ${wins ? "winner" : ""}` }, called(look, player), tag ? h("span", { class: "tag" }, tag) : null),
      h("span", { class: "total" }, String(standing.total).replace("-", "−"))),
    standing.lines?.length ? why(standing.lines) : h("p", { class: "why muted" }, "Nothing counted yet.")));
}

export function showScores(element, look, badges, mine = []) {
  const open = new Set([...element.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  const unit = look.score.unit ?? "points";
  const byPlayer = new Map(look.score.standings.map((standing) => [standing.player, standing]));
  const ranked = look.score.ranking.map(([player]) => byPlayer.get(player)).filter(Boolean);
  const decided = look.score.decided_by ? h("p", { class: "hint" }, look.score.decided_by) : null;
  const drawn = fill(element, h("h2", null, "Scores", h("small", { class: "muted" }, unit)), decided,
    h("ol", { class: "rank" }, ranked.map((standing) => row(look, badges, standing, mine))));
  if (drawn) for (const one of element.querySelectorAll("details")) one.open = open.has(one.dataset.key);
}
