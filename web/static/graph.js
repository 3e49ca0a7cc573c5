// The scores over the game as lines: colour, mark and name together, rounds below.
import { called, h, inkOn, s } from "./dom.js";

const [WIDE, HIGH] = [420, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [30, 92, 12, 26];
const DARK = inkOn("#ffffff");
const DASHES = ["", "9 5", "3 4", "12 4 3 4", "6 3", "2 6"];

/** A graph of a course; `at` marks an entry, `onPick(number)` is called for a tap on the graph. */
export function graph(course, badges, { at = null, onPick = null } = {}) {
  const { points, players, unit } = course;
  const totals = points.flatMap((point) => point.totals);
  const [low, high] = [Math.min(0, ...totals), Math.max(1, ...totals)];
  const x = (place) => LEFT + ((WIDE - LEFT - RIGHT) * place) / Math.max(1, points.length - 1);
  const y = (total) => TOP + ((HIGH - TOP - BOTTOM) * (high - total)) / Math.max(1, high - low);
  const colour = (player) => badges?.find((one) => one.player === player)?.colour ?? "#888";
  const lines = players.map((player, seat) => s("polyline", {
    points: points.map((point, place) => `${x(place).toFixed(1)},${y(point.totals[seat]).toFixed(1)}`).join(" "),
    fill: "none", stroke: colour(player), "stroke-width": 3, "stroke-linejoin": "round", "stroke-dasharray": DASHES[seat % DASHES.length],
  }));
  const chosen = at === null ? -1 : points.findLastIndex((point) => point.number <= at);
  const picture = s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": spoken(course) },
    steps(low, high).map((total) => [s("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(total), y2: y(total) }), s("text", { x: LEFT - 6, y: y(total) + 4, "text-anchor": "end" }, String(total))]),
    points.map((point, place) => (point.is_round ? s("line", { class: "round", x1: x(place), x2: x(place), y1: HIGH - BOTTOM, y2: HIGH - BOTTOM + 7 }) : null)),
    s("text", { x: LEFT, y: HIGH - 4 }, `${unit} over ${points.some((point) => point.is_round) ? "rounds" : "entries"}`),
    chosen >= 0 ? s("line", { class: "at", x1: x(chosen), x2: x(chosen), y1: TOP, y2: HIGH - BOTTOM }) : null,
    lines, ends(points.at(-1).totals, course, y, colour, badges));
  if (onPick) {
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * WIDE - LEFT) / (WIDE - LEFT - RIGHT);
      onPick(points[Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1))))].number);
    });
  }
  return h("div", { class: "graphhost" }, picture);
}

/** The names where the lines end, moved apart so that none covers another. */
function ends(totals, course, y, colour, badges) {
  const wanted = course.players.map((player, seat) => ({ player, at: y(totals[seat]) })).sort((a, b) => a.at - b.at);
  wanted.forEach((one, place) => { if (place) one.at = Math.max(one.at, wanted[place - 1].at + 19); });
  const over = Math.max(0, (wanted.at(-1)?.at ?? 0) - (HIGH - BOTTOM));
  return wanted.map(({ player, at }) => {
    const tag = badges?.find((one) => one.player === player)?.letter ?? called(course, player)[0];
    return s("g", { transform: `translate(${WIDE - RIGHT + 6} ${at - over})` }, s("rect", { y: -9, width: 20, height: 18, rx: 4, fill: colour(player) }),
      s("text", { x: 10, y: 5, "text-anchor": "middle", class: inkOn(colour(player)) === DARK ? "dark" : "light" }, tag), s("text", { x: 25, y: 5 }, called(course, player).slice(0, 9)));
  });
}

function steps(low, high) {
  const size = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((step) => (high - low) / step <= 6) ?? 1000;
  const first = Math.ceil(low / size) * size;
  return Array.from({ length: Math.floor((high - first) / size) + 1 }, (_, place) => first + place * size);
}

const spoken = ({ players, points, unit, names }) => `${unit} over the game: ${players.map((player, seat) => `${called({ names }, player)} ends with ${points.at(-1).totals[seat]}`).join(", ")}`;
