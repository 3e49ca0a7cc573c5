// A table's board, small: the field and what lies on it, drawn from the same sheet as on the phones.
import { s } from "./dom.js";
import { grown } from "./frame.js";
import { get } from "./talk.js";

const ROOM_MM = 26; // around the outermost pieces
const WIDE = 1.6; // where it is not shown yet
const layouts = new Map();

function layoutOf(table) {
  const players = JSON.stringify(table.seats.map((seat) => seat.player));
  const asked = new URLSearchParams({ game: table.game, players, options: JSON.stringify(table.options ?? {}) });
  const key = String(asked);
  if (!layouts.has(key)) layouts.set(key, get(`/api/layout?${key}`).then(known, () => null));
  return layouts.get(key);
}

function known(layout) {
  return { ...layout, space: new Map(layout.spaces.map((one) => [one.name, one])), piece: new Map(layout.pieces.map((one) => [one.name, one])) };
}

/** "e5@90=3" is space e5, turned by 90 degrees, showing 3. */
function read(spot) {
  const [where, shows] = spot.split("=");
  const [space, turned] = where.split("@");
  return { space, turned: Number(turned ?? 0), shows };
}

/** The badges of a table's players, and its drawing into `host`; null where this venue does not know the game. */
export async function drawThumb(host, table) {
  const layout = table.game ? await layoutOf(table) : null;
  if (!layout) {
    host.replaceChildren();
    return null;
  }
  const sheet = `/art/${table.game}/sheet.svg`;
  let svg = host.querySelector("svg");
  if (host.dataset.of !== `${table.game}/${table.game_id}`) {
    host.dataset.of = `${table.game}/${table.game_id}`;
    svg = s("svg", { role: "img", "aria-label": `The board of ${table.title}` },
      s("use", { href: `${sheet}#field`, width: layout.width_mm, height: layout.height_mm }), s("g"));
    host.replaceChildren(svg);
  }
  const drawn = JSON.stringify(table.lying ?? {});
  if (host.dataset.lying !== drawn) {
    host.dataset.lying = drawn;
    const lying = placed(layout, table.lying ?? {});
    svg.setAttribute("viewBox", grown(frame(layout, lying), host.clientWidth / host.clientHeight || WIDE, layout).join(" "));
    svg.lastElementChild.replaceChildren(...lying.map(({ name, piece, at, turned }) => s("use", {
      href: `${sheet}#${name}`, x: -piece.width / 2, y: -piece.height / 2, width: piece.width, height: piece.height,
      transform: `translate(${at[0]} ${at[1]}) rotate(${turned})`,
    })));
  }
  return layout.badges;
}

/** Around what lies in the middle; the whole table where everything lies before the players. */
function frame(layout, lying) {
  const own = layout.zones.filter((zone) => /^seat\d+$/.test(zone.name));
  const shared = lying.filter(({ at: [x, y] }) => !own.some((zone) => x >= zone.x0 && x <= zone.x1 && y >= zone.y0 && y <= zone.y1));
  if (!shared.length) return [0, 0, layout.width_mm, layout.height_mm];
  const [xs, ys] = [0, 1].map((axis) => shared.map(({ at }) => at[axis]));
  const [left, top] = [Math.min(...xs) - ROOM_MM, Math.min(...ys) - ROOM_MM];
  return [left, top, Math.max(...xs) + ROOM_MM - left, Math.max(...ys) + ROOM_MM - top];
}

function placed(layout, lying) {
  const crowd = new Map();
  const found = Object.entries(lying).flatMap(([name, spots]) => spots.map((spot) => ({ name, ...read(spot) })))
    .filter(({ space }) => layout.space.has(space))
    .map(({ name, space: where, turned }) => {
      const piece = layout.piece.get(name) ?? { width: 20, height: 20, top: 0 };
      const space = layout.space.get(where);
      const key = `${where}/${piece.seat}`;
      const place = crowd.get(key) ?? 0;
      crowd.set(key, place + 1);
      const [dx, dy] = space.seats[piece.seat] ?? Object.values(space.seats)[0] ?? [0, 0];
      const at = [space.x + dx + space.spread[0] * place, space.y + dy + space.spread[1] * place];
      return { name, piece, at, turned };
    });
  found.sort((a, b) => a.piece.top - b.piece.top || b.piece.width * b.piece.height - a.piece.width * a.piece.height);
  return found;
}
