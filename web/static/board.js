// The board as an SVG in millimetres: field, lamps, pieces, spaces to tap.
import { get } from "./talk.js";
import { h, isCalm, s, wordsOf } from "./dom.js";
import { lamps } from "./lamps.js";

const FINGER_PX = 44;
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
    this.layers = Object.fromEntries(["lying", "lights", "doubts", "reaches", "taps"].map((name) => [name, s("g", { class: name })]));
    const field = s("use", { href: "#field", width: layout.width_mm, height: layout.height_mm });
    this.clip = s("rect", { rx: 6 });
    const clip = `clip-${(Board.made = (Board.made ?? 0) + 1)}`;
    this.svg = s("svg", { role: "group", "aria-label": this.label }, s("clipPath", { id: clip }, this.clip),
      s("g", { "clip-path": `url(#${clip})` }, field, this.#names(), ...Object.values(this.layers)));
    this.host.classList.add("board");
    this.host.replaceChildren(sheet, this.svg);
    this.layers.reaches.addEventListener("click", (event) => this.#tapped(event));
    this.resized?.disconnect();
    this.resized = new ResizeObserver(() => this.#reach());
    this.resized.observe(this.svg);
    this.frame(this.whole);
  }

  /** Who sits at which player's area, by its number. */
  #names() {
    return s("g", { class: "names" }, this.layout.zones.map((zone) => {
      const of = /^seat\d+$/.test(zone.name) ? this.layout.badges[Number(zone.name.slice(4)) - 1] : null;
      return of ? s("text", { x: zone.x1 - 6, y: zone.y1 - 6, "text-anchor": "end" }, of.name) : null;
    }));
  }

  frame(whole) {
    this.whole = whole;
    const { width_mm, height_mm, middle } = this.layout;
    this.gliding = null;
    this.#show(whole ? [0, 0, width_mm, height_mm] : middle);
  }

  /** Shows the part of the table that matters: where pieces lie and spaces can be tapped; the middle if that is most of it. */
  focus(look, choosable = [], mine = []) {
    if (this.whole) return;
    const { middle, zones, width_mm, height_mm, badges } = this.layout;
    const own = zones.filter((zone) => /^seat\d+$/.test(zone.name));
    const inside = (zone, { x, y }) => x >= zone.x0 && x <= zone.x1 && y >= zone.y0 && y <= zone.y1;
    const known = (names) => names.map((name) => this.space.get(name)).filter(Boolean);
    const lying = known((look.placements ?? []).map(([, space]) => space)).filter((space) => !own.some((zone) => inside(zone, space)));
    const spots = [...lying, ...known(choosable)];
    if (!spots.length) {
      const seats = mine.map((player) => own.find((zone) => zone.name === `seat${badges.findIndex((one) => one.player === player) + 1}`)).filter(Boolean);
      spots.push(...seats.flatMap(({ x0, y0, x1, y1 }) => [{ x: x0 + 30, y: y0 + 30 }, { x: x1 - 30, y: y1 - 30 }]));
    }
    if (!spots.length) { this.#glide([0, 0, width_mm, height_mm]); return; }
    const box = around(spots, width_mm, height_mm);
    const isMost = lying.length && box[2] * box[3] > 0.5 * middle[2] * middle[3] && !choosable.some((name) => own.some((zone) => inside(zone, this.space.get(name) ?? { x: -1, y: -1 })));
    this.#glide(isMost ? middle : box);
  }

  /** Moves the frame there without jumping; small changes are not worth it. */
  #glide(to) {
    const from = this.box;
    const size = Math.max(from[2], from[3]);
    if (to.every((edge, place) => Math.abs(edge - from[place]) < size * 0.06)) return;
    const began = performance.now();
    const lasts = isCalm() ? 0 : 450;
    const step = (now) => {
      const share = lasts ? Math.min(1, (now - began) / lasts) : 1;
      const eased = share * share * (3 - 2 * share);
      this.#show(from.map((edge, place) => edge + (to[place] - edge) * eased));
      if (share < 1 && this.gliding === glide) requestAnimationFrame(step);
    };
    const glide = (this.gliding = {});
    requestAnimationFrame(step);
  }

  #show(box) {
    this.box = box;
    this.svg.setAttribute("viewBox", box.join(" "));
    ["x", "y", "width", "height"].forEach((name, place) => this.clip.setAttribute(name, box[place]));
    this.#reach();
  }

  /** However small a space is drawn, a fingertip finds it. */
  #reach() {
    const { width, height } = this.svg.getBoundingClientRect();
    const pxPerMm = Math.min(width / this.box[2], height / this.box[3]);
    if (pxPerMm) for (const reach of this.layers.reaches.children) reach.setAttribute("r", FINGER_PX / 2 / pxPerMm);
  }

  /** A tap beside the spaces counts for the nearest of them. */
  #tapped(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const away = ([name]) => Math.hypot(this.space.get(name).x - x, this.space.get(name).y - y);
    const [, { go }] = [...this.targets].reduce((best, one) => (away(one) < away(best) ? one : best));
    go(event);
  }

  draw(look, elapsed) {
    this.#lay(look.placements ?? []);
    this.light(look.glow, elapsed);
    this.#doubt(look.question?.spaces ?? []);
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
    return s("g", { class: "piece", "data-piece": name }, s("title", null, wordsOf(name)), drawing, s("text", { class: "shows", y: 3 }));
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
    if (sorted.some((element, place) => this.layers.lying.children[place] !== element)) this.layers.lying.append(...sorted);
  }

  #doubt(spaces) {
    const marks = spaces.map((name) => this.#shape(name)).filter(Boolean).map(({ at, outline, lampAt, reach }) => s("g", { transform: `translate(${at[0]} ${at[1]})` },
      outline ? s("polygon", { class: "doubt", points: outline.map((corner) => corner.join(",")).join(" ") }) : s("circle", { class: "doubt", r: reach }),
      s("circle", { class: "doubt-sign", cx: lampAt[0], cy: lampAt[1], r: 9 }), s("text", { class: "doubt-word", x: lampAt[0], y: lampAt[1] + 5 }, "?")));
    this.layers.doubts.replaceChildren(...marks);
  }

  /** The space under a click, if one is near. */
  spaceAt(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const away = (space) => Math.hypot(space.x - x, space.y - y);
    const nearest = this.layout.spaces.reduce((best, space) => (away(space) < away(best) ? space : best));
    return away(nearest) < 30 ? nearest.name : null;
  }

  /** Spaces to tap: a map of space name to { label, go }. */
  taps(targets) {
    const made = [...targets].map(([name, { label, go }]) => {
      const shape = this.#shape(name);
      if (!shape) return null;
      const target = shape.outline
        ? s("polygon", { class: "target", points: shape.outline.map(([x, y]) => `${x * 0.93},${y * 0.93}`).join(" ") })
        : s("circle", { class: "target", r: shape.reach });
      const tap = s("g", { class: "tap", role: "button", tabindex: "0", "aria-label": label, "data-space": name, transform: `translate(${shape.at[0]} ${shape.at[1]})`, onclick: go }, target,
        s("path", { class: "mark", d: "M0 -5 5 4H-5Z", transform: `translate(${shape.lampAt[0]} ${shape.lampAt[1]}) scale(${shape.scale})` }));
      target.style.strokeWidth = 2.6 * shape.scale;
      target.style.strokeDasharray = shape.scale < 1 ? "3 2" : "";
      tap.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(event); }
      });
      return tap;
    }).filter(Boolean);
    this.layers.taps.replaceChildren(...made);
    this.targets = new Map([...targets].filter(([name]) => this.space.has(name)));
    const reaches = [...this.targets.keys()].map((name) => this.space.get(name));
    this.layers.reaches.replaceChildren(...reaches.map(({ name, x, y }) => s("circle", { class: "reach", cx: x, cy: y, "data-space": name })));
    this.#reach();
  }
}

const MARGIN = 34;
const LEAST = 170;
const WIDEST = 1.6;

/** A box around some spots, not too small and not too long, inside the table. */
function around(spots, width, height) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const wide = Math.max(LEAST, Math.max(...xs) - Math.min(...xs) + 2 * MARGIN);
  const high = Math.max(LEAST * 0.75, Math.max(...ys) - Math.min(...ys) + 2 * MARGIN);
  const [w, h_] = [Math.min(width, Math.max(wide, high * 0.85)), Math.min(height, Math.max(high, wide / WIDEST))];
  const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
  const keep = (from, size, most) => Math.max(0, Math.min(most - size, from));
  return [keep(middle(xs) - w / 2, w, width), keep(middle(ys) - h_ / 2, h_, height), w, h_];
}

/** Asks which of several things a tapped space stands for. */
export function askWhich(options) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "card" }, h("p", { class: "headline" }, "Which one?"),
      h("div", { class: "choices" }, options.map((option) => h("button", { type: "button", onclick: () => dialog.close(option.words) }, option.words)),
        h("button", { type: "button", class: "plain", onclick: () => dialog.close("") }, "None of these")));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(options.find((option) => option.words === dialog.returnValue) ?? null); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
