// The board as an SVG in millimetres: field, lamps, pieces, spaces to tap.
import { get } from "./talk.js";
import { called, isCalm, s, wordsOf } from "./dom.js";
import { around, CLOSE_MM, grown, MARGIN_MM, unsliced } from "./frame.js";
import { lamps } from "./lamps.js";

const FINGER_PX = 44;
const FLAT_MM = 2; // what is higher throws a shadow: one for every tile would cost phones dear
const GLIDE_MS = 450;
const CROWDED_PX = 26; // what is nearer together than that, a finger does not tell apart
const LOOSE_PX = 16; // the same where a tap is not the last word: a way is looked at before it is gone
const CORNER_MM = 26; // that a name needs in a player's area
const sheets = new Map();

async function sheetOf(game) {
  if (!sheets.has(game)) {
    sheets.set(game, fetch(`/art/${game}/sheet.svg`).then((reply) => reply.text())
      .then((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement));
  }
  return document.importNode(await sheets.get(game), true);
}

export class Board {
  constructor(host, { whole = false, label = "The board" } = {}) {
    this.host = host;
    this.whole = whole;
    this.label = label;
    this.pieces = new Map(); // key -> element
    this.key = "";
  }

  /** Fetches the layout of the game on the table, once per game. */
  open(look) {
    const key = `${look.game}/${look.id}`;
    if (this.key !== key) {
      this.key = key;
      this.opened = Promise.all([get("/api/layout"), sheetOf(look.game)]).then((found) => this.use(...found));
    }
    return this.opened; // looks that come meanwhile wait for the same board
  }

  use(layout, sheet) {
    this.layout = layout;
    this.space = new Map(layout.spaces.map((space) => [space.name, space]));
    this.piece = new Map(layout.pieces.map((piece) => [piece.name, piece]));
    this.pieces.clear();
    sheet.setAttribute("class", "sheet");
    sheet.setAttribute("aria-hidden", "true");
    this.layers = Object.fromEntries(["lying", "own", "ghosts", "lights", "doubts", "reaches", "taps", "way"].map((name) => [name, s("g", { class: name })]));
    const field = s("use", { href: "#field", width: layout.width_mm, height: layout.height_mm });
    this.clip = s("rect", { rx: 6 });
    const clip = `clip-${(Board.made = (Board.made ?? 0) + 1)}`;
    this.svg = s("svg", { role: "group", "aria-label": this.label, tabindex: "-1" }, s("clipPath", { id: clip }, this.clip),
      s("g", { "clip-path": `url(#${clip})` }, field, this.#names(), ...Object.values(this.layers)));
    this.host.classList.add("board");
    this.host.replaceChildren(sheet, this.svg);
    for (const layer of [this.layers.reaches, this.layers.taps]) layer.addEventListener("click", (event) => this.#tapped(event));
    this.svg.addEventListener("pointerdown", (event) => this.#draws(event));
    this.svg.addEventListener("pointermove", (event) => this.#drawn(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.svg.addEventListener(name, () => this.#lifted());
    this.targets = [];
    this.resized?.disconnect();
    this.resized = new ResizeObserver(() => this.#refit());
    this.resized.observe(this.svg);
    this.frame(this.whole);
  }

  /** Who sits at which player's area, by its number. */
  #names() {
    return s("g", { class: "names" }, this.layout.zones.map((zone) => {
      const of = /^seat\d+$/.test(zone.name) ? this.layout.badges[Number(zone.name.slice(4)) - 1] : null;
      return of ? s("text", { x: this.#besidePieces(zone), y: zone.y1 - 6, "text-anchor": "end", "data-player": of.player }) : null;
    }));
  }

  /** Where a name in the lower right corner of an area ends, so that nothing that lies there covers it. */
  #besidePieces({ x1, y1 }) {
    const near = this.layout.spaces.filter(({ x, y }) => x < x1 && x > x1 - CORNER_MM && y < y1 && y > y1 - CORNER_MM);
    return Math.min(x1 - 6, ...near.map(({ x, reach }) => x - reach));
  }

  /** As people call themselves, which changes when somebody else sits down. */
  #name(look) {
    for (const text of this.svg.querySelectorAll(".names text")) text.textContent = called(look, text.dataset.player);
  }

  frame(whole) {
    this.whole = whole;
    this.release();
    const { width_mm, height_mm, middle } = this.layout;
    this.gliding = null;
    this.wanted = whole ? [0, 0, width_mm, height_mm] : middle;
    this.#show(this.#fitted(this.wanted));
  }

  /** Shows the part of the table that matters: where pieces lie and spaces can be tapped; the middle if that is most of it. */
  focus(look, choosable = [], mine = []) {
    if (this.drawing) { this.drawing.after = () => this.focus(look, choosable, mine); return; } // nothing moves away under a finger
    if (this.whole || (this.isHeld && this.#shows(choosable))) return;
    this.release();
    const { middle, zones, width_mm, height_mm } = this.layout;
    const own = this.#seats();
    const inside = (zone, { x, y }) => x >= zone.x0 && x <= zone.x1 && y >= zone.y0 && y <= zone.y1;
    const known = (names) => names.map((name) => this.space.get(name)).filter(Boolean);
    const shared = (spot) => !own.some((zone) => inside(zone, spot));
    const lit = known((look.glow?.lights ?? []).filter(({ effect }) => effect === "path" || effect === "flash").map(({ space }) => space)).filter(shared);
    const lying = this.#spots((look.placements ?? []).filter(([piece]) => piece !== this.layout.torch)).filter((spot) => !zones.some((zone) => inside(zone, spot)));
    const near = known(choosable);
    if (near.length) { this.#glide(this.#reachable(near, [...near, ...lit])); return; }
    if (!lying.length) { this.#glide(this.#seatsOf(mine, own) ?? [0, 0, width_mm, height_mm]); return; }
    const box = around([...lying, ...lit], width_mm, height_mm, MARGIN_MM);
    const [, , wide, high] = this.#fitted(box);
    this.#glide(wide * high > 0.5 * middle[2] * middle[3] ? middle : box);
  }

  /** Where these pieces lie: on a wide space that is not its middle. */
  #spots(placements) {
    return placements.filter(([, space]) => this.space.has(space)).map(([piece, space]) => {
      const [x, y] = this.at(piece, space);
      return { ...this.space.get(space), x, y };
    });
  }

  /** Around what can be tapped and what is lit; around the first alone where fingers could not tell it apart otherwise. */
  #reachable(near, all) {
    const { width_mm, height_mm } = this.layout;
    const box = around(all, width_mm, height_mm, CLOSE_MM);
    const away = near.flatMap((one, place) => near.slice(place + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
    const isClose = Math.min(...away) * (this.host.clientWidth / this.#fitted(box)[2]) >= CROWDED_PX;
    return isClose ? box : around(near, width_mm, height_mm, CLOSE_MM);
  }

  /** Every player's own area. */
  #seats() {
    return this.layout.zones.filter((zone) => /^seat\d+$/.test(zone.name));
  }

  /** The areas of those players. */
  #seatsOf(mine, own) {
    const { badges, width_mm, height_mm } = this.layout;
    const seats = mine.map((player) => own.find((zone) => zone.name === `seat${badges.findIndex((one) => one.player === player) + 1}`)).filter(Boolean);
    const corners = seats.flatMap(({ x0, y0, x1, y1 }) => [{ x: x0, y: y0 }, { x: x1, y: y1 }]);
    return corners.length ? around(corners, width_mm, height_mm, 4) : null;
  }

  #shows(names) {
    const [x, y, wide, high] = this.box;
    return names.every((name) => {
      const space = this.space.get(name);
      return !space || (space.x >= x && space.x <= x + wide && space.y >= y && space.y <= y + high);
    });
  }

  /** Stays at what somebody looks at closely, until something else can be tapped. */
  hold(box) {
    this.gliding = null;
    this.isHeld = true;
    this.host.classList.add("zoomed");
    this.#show(box);
  }

  release() {
    this.isHeld = false;
    this.host.classList.remove("zoomed");
  }

  /** The box grown to the place for it; a page that lets the board be lower than its place leaves it so. */
  #fitted(box) {
    const { clientWidth, clientHeight } = this.host;
    const most = parseFloat(getComputedStyle(this.svg).maxHeight);
    const shape = most ? Math.max(clientWidth / most, box[2] / box[3]) : clientWidth / clientHeight;
    return shape > 0 && shape < Infinity ? grown(box, shape, this.layout) : box;
  }

  /** The place for it has changed. */
  #refit() {
    if (this.wanted && !this.isHeld && !this.gliding) this.#show(this.#fitted(this.wanted));
    else this.#reach();
  }

  /** Moves the frame there without jumping; small changes are not worth it. */
  #glide(box) {
    const from = this.box;
    const to = this.#fitted(box);
    const size = Math.max(from[2], from[3]);
    if (to.every((edge, place) => Math.abs(edge - from[place]) < size * 0.06)) return;
    this.wanted = box;
    if (isCalm()) { this.#show(to); return; }
    const began = performance.now();
    const step = (now) => {
      const share = Math.max(0, Math.min(1, (now - began) / GLIDE_MS)); // a frame may have begun before we did
      const eased = share * share * (3 - 2 * share);
      this.#show(from.map((edge, place) => edge + (to[place] - edge) * eased));
      if (this.gliding !== glide) return;
      if (share < 1) requestAnimationFrame(step);
      else this.gliding = null;
    };
    const glide = (this.gliding = {});
    requestAnimationFrame(step);
  }

  #show(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", box.join(" "));
    const seen = this.isHeld || this.whole ? box : unsliced(box, this.wanted, this.#seats());
    ["x", "y", "width", "height"].forEach((name, place) => this.clip.setAttribute(name, seen[place]));
    this.#reach();
  }

  pxPerMm() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.min(width / this.box[2], height / this.box[3]);
  }

  /** However small a space is drawn, a fingertip finds it. */
  #reach() {
    const scale = this.pxPerMm();
    if (scale) for (const reach of this.layers.reaches.children) reach.setAttribute("r", FINGER_PX / 2 / scale);
  }

  /** Where a pointer is on the table, in mm. */
  spot(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  #nearest({ x, y }) {
    const away = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
    return [...this.targets].sort((one, other) => away(one) - away(other));
  }

  /** A tap counts for the nearest of what can be tapped; where that is closer together than a finger is wide, it zooms in. */
  #tapped(event) {
    if (this.drew) { this.drew = false; return; } // the end of a way drawn with the finger
    const spot = this.spot(event);
    const [first, second] = this.#nearest(spot);
    const apart = second ? Math.hypot(first.at[0] - second.at[0], first.at[1] - second.at[1]) * this.pxPerMm() : FINGER_PX;
    if (apart < (first.isLoose ? LOOSE_PX : CROWDED_PX) && this.zoom?.closer(spot, FINGER_PX / apart)) return;
    first.go(event);
  }

  draw(look, elapsed) {
    this.#name(look);
    this.#lay(look.placements ?? []);
    this.light(look.glow, elapsed);
    this.#doubt(look.question?.spaces ?? []);
    this.layers.own.replaceChildren(...(look.view?.drawn ?? []).map((way) => this.#line(way)));
  }

  /** A way that only I have drawn so far. */
  #line(way) {
    return s("polyline", { points: way.map((name) => this.space.get(name)).filter(Boolean).map(({ x, y }) => `${x},${y}`).join(" ") });
  }

  light(glow, elapsed) {
    this.layers.lights.replaceChildren(...lamps(glow, (name) => this.#shape(name), elapsed));
  }

  #shape(name) {
    const space = this.space.get(name);
    if (!space) return null;
    const outline = space.outline.length ? space.outline : null;
    const reach = outline ? Math.min(...outline.map(([x, y]) => Math.hypot(x, y))) : Math.min(space.reach, 14);
    const scale = Math.max(0.3, Math.min(1, reach / 18)); // marks and strokes fit small spaces too
    return { at: [space.x, space.y], outline, scale, reach, lampAt: space.seats.lamp ?? [0, 0] };
  }

  at(pieceName, spaceName, place = 0) {
    const space = this.space.get(spaceName);
    const piece = this.piece.get(pieceName);
    if (!space) return null;
    const [dx, dy] = space.seats[piece?.seat] ?? Object.values(space.seats)[0] ?? [0, 0];
    return [space.x + dx + space.spread[0] * place, space.y + dy + space.spread[1] * place];
  }

  /** Copies on a space where one lay before stay the same element; the others glide. */
  #lay(placements) {
    const wanted = new Map();
    const crowd = new Map();
    for (const [piece, space, turned, shows] of placements) {
      const seat = `${space}/${this.piece.get(piece)?.seat}`;
      const place = crowd.get(seat) ?? 0;
      crowd.set(seat, place + 1);
      const at = this.at(piece, space, place);
      if (at) wanted.set(`${piece}@${space}#${place}`, { piece, space, at, turned: turned ?? 0, shows });
    }
    const loose = new Map();
    for (const [key, element] of this.pieces) {
      if (wanted.has(key)) continue;
      const name = key.split("@")[0];
      loose.set(name, [...(loose.get(name) ?? []), element]);
      this.pieces.delete(key);
    }
    for (const [key, lying] of wanted) {
      let element = this.pieces.get(key) ?? loose.get(lying.piece)?.pop();
      if (!element) {
        element = this.#piece(lying.piece);
        this.layers.lying.append(element);
      }
      this.pieces.set(key, element);
      this.#put(element, lying);
    }
    for (const element of [...loose.values()].flat()) element.remove();
    this.#stack();
  }

  #piece(name) {
    const piece = this.piece.get(name) ?? { width: 20, height: 20 };
    const drawing = s("use", { href: `#${name}`, x: -piece.width / 2, y: -piece.height / 2, width: piece.width, height: piece.height });
    return s("g", { class: `piece ${piece.top > FLAT_MM ? "tall" : ""}`, "data-piece": name }, s("title", null, wordsOf(name)), drawing, s("text", { class: "shows", y: 3 }));
  }

  #put(element, { at, turned, shows, space }) {
    element.style.transform = `translate(${at[0]}px, ${at[1]}px) rotate(${turned}deg)`;
    element.dataset.space = space;
    element.lastElementChild.textContent = shows ?? "";
  }

  #stack() {
    // what is higher lies on top; of two equally thick things the larger lies below: coins are laid on tiles
    const piece = (element) => this.piece.get(element.dataset.piece) ?? { top: 0, width: 0, height: 0 };
    const size = ({ width, height }) => width * height;
    const sorted = [...this.layers.lying.children].sort((a, b) => piece(a).top - piece(b).top || size(piece(b)) - size(piece(a)));
    const { children } = this.layers.lying;
    sorted.forEach((element, place) => { if (children[place] !== element) this.layers.lying.insertBefore(element, children[place]); }); // only what is new: drawing all again would cost phones dear
  }

  #doubt(spaces) {
    const marks = spaces.map((name) => this.#shape(name)).filter(Boolean).map(({ at, outline, lampAt, reach }) => s("g", { transform: `translate(${at[0]} ${at[1]})` },
      outline ? s("polygon", { class: "doubt", points: outline.map((corner) => corner.join(",")).join(" ") }) : s("circle", { class: "doubt", r: reach }),
      s("circle", { class: "doubt-sign", cx: lampAt[0], cy: lampAt[1], r: 9 }), s("text", { class: "doubt-word", x: lampAt[0], y: lampAt[1] + 5 }, "?")));
    this.layers.doubts.replaceChildren(...marks);
  }

  /** The space under a click, if one is near. */
  spaceAt(event, within = 30) {
    const { x, y } = this.spot(event);
    const away = (space) => Math.hypot(space.x - x, space.y - y);
    const nearest = this.layout.spaces.reduce((best, space) => (away(space) < away(best) ? space : best));
    return away(nearest) < within ? nearest.name : null;
  }

  /** What can be tapped: a map of space name to { label, go }; `turned` means that side of the space, a `goal` is quieter. */
  taps(targets) {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.targets = [...targets].map(([key, target]) => this.#place(key, { space: key, ...target })).filter(Boolean);
    this.layers.taps.replaceChildren(...this.targets.map((target) => this.#tap(target)));
    this.layers.reaches.replaceChildren(...this.targets.map(({ at, space }) => s("circle", { class: "reach", cx: at[0], cy: at[1], "data-space": space })));
    this.#reach();
    if (focused) (this.svg.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? this.svg).focus({ preventScroll: true });
  }

  #place(key, target) {
    const shape = this.#shape(target.space);
    if (!shape) return null;
    if (target.turned === undefined) return { ...target, key, shape, at: shape.at };
    const [sin, cos] = [Math.sin((target.turned * Math.PI) / 180), -Math.cos((target.turned * Math.PI) / 180)];
    return { ...target, key, shape, at: [shape.at[0] + sin * shape.reach * 0.68, shape.at[1] + cos * shape.reach * 0.68] };
  }

  #tap({ key, space, label, go, shape, turned, kind }) {
    const target = turned !== undefined
      ? s("path", { class: "target side", d: "M-.5 -.62H.5L.86 -.94H-.86Z", transform: `rotate(${turned}) scale(${shape.reach})` })
      : shape.outline
        ? s("polygon", { class: "target", points: shape.outline.map(([x, y]) => `${x * 0.93},${y * 0.93}`).join(" ") })
        : s("circle", { class: "target", r: shape.reach });
    const mark = turned === undefined && kind !== "goal"
      ? s("path", { class: "mark", d: "M0 -5 5 4H-5Z", transform: `translate(${shape.lampAt[0]} ${shape.lampAt[1]}) scale(${shape.scale})` }) : null;
    const tap = s("g", { class: `tap ${kind ?? ""}`, role: "button", tabindex: "0", "aria-label": label, "data-space": space, "data-key": `tap-${key}`, transform: `translate(${shape.at[0]} ${shape.at[1]})` }, target, mark);
    target.style.strokeWidth = turned === undefined ? 2.6 * shape.scale : 1.6 / shape.reach;
    target.style.strokeDasharray = turned !== undefined ? "none" : shape.scale < 1 ? "3 2" : "";
    tap.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(event); }
    });
    return tap;
  }

  /** A way drawn over these spaces with a word at its tip; `touch(space)` hears where a finger goes on with it. */
  trace(spaces, word = "", touch = null) {
    const spots = spaces.map((name) => this.space.get(name)).filter(Boolean);
    const tip = spots.at(-1);
    this.touch = touch;
    this.layers.way.replaceChildren(...(tip ? [
      s("polyline", { class: "edge", points: spots.map(({ x, y }) => `${x},${y}`).join(" ") }),
      s("polyline", { points: spots.map(({ x, y }) => `${x},${y}`).join(" ") }),
      s("g", { transform: `translate(${tip.x} ${tip.y})` }, s("circle", { r: 6.5 }), s("text", { y: 3.4 }, word)),
    ] : []));
  }

  /** Pieces that are only thought of: a layout being painted. */
  ghosts(pieces) {
    this.layers.ghosts.replaceChildren(...pieces.map(([name, space]) => {
      const at = this.at(name, space);
      const element = this.#piece(name);
      if (at) this.#put(element, { at, turned: 0, space });
      return element;
    }));
  }

  #draws(event) {
    if (!event.isPrimary) return;
    this.drew = false; // fingers that drew or pinched left no click behind
    if (this.touch) this.drawing = { at: null, from: this.spot(event) };
  }

  /** The finger is off the board: now it may show what comes next. */
  #lifted() {
    const after = this.drawing?.after;
    this.drawing = null;
    after?.();
  }

  #drawn(event) {
    if (!this.drawing || !this.touch || event.buttons === 0) return;
    const space = this.spaceAt(event, 14);
    if (!space || space === this.drawing.at) return;
    this.drawing.at = space;
    const moved = this.spot(event);
    if (!this.drew && Math.hypot(moved.x - this.drawing.from.x, moved.y - this.drawing.from.y) * this.pxPerMm() < 12) return;
    this.drew = true;
    this.touch(space);
  }

  /** A piece as a picture of its own, for a button. */
  picture(name, turned = 0) {
    const { width, height } = this.piece.get(name) ?? { width: 20, height: 20 };
    const size = turned % 180 ? Math.max(width, height) : 0;
    const [wide, high] = [size || width, size || height];
    return s("svg", { class: `picture ${height > 1.2 * width ? "upright" : ""}`, viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}`, "aria-hidden": "true" },
      s("use", { href: `#${name}`, x: -width / 2, y: -height / 2, width, height, transform: `rotate(${turned ?? 0})` }));
  }
}
