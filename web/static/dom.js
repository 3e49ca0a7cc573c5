// Small makers of elements, and words from ids.
const SVG = "http://www.w3.org/2000/svg";

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => make(document.createElementNS(SVG, tag), attributes, children);
export const $ = (id) => document.getElementById(id);
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function nameOf(player) {
  if (!player) return "The table";
  const plain = String(player).replaceAll("_", " ");
  return plain[0].toUpperCase() + plain.slice(1);
}

/** What a player is called at this table: by the name given on the phone, else as the seat. */
export const called = (look, player) => look?.names?.[player] || nameOf(player);

export function wordsOf(name) {
  return nameOf(name).replaceAll(".", " ");
}

const drawn = new WeakMap();

/** Replaces an element's children only where the new ones differ, so that focus and open details stay. */
export function fill(element, ...children) {
  const fresh = h("div", null, ...children);
  if (fresh.innerHTML === drawn.get(element)) return false;
  drawn.set(element, fresh.innerHTML);
  const focused = element !== document.activeElement && element.contains(document.activeElement) ? document.activeElement.dataset.key ?? "" : null;
  element.replaceChildren(...fresh.childNodes);
  if (focused !== null) {
    const again = focused && element.querySelector(`[data-key="${CSS.escape(focused)}"]:not(:disabled)`);
    (again || element.closest("[tabindex='-1']") || element).focus({ preventScroll: true }); // what was pressed is gone: stay where it was
  }
  return true;
}

export function toast(text, kind = "", longer = 0) {
  const note = h("div", { class: `toast ${kind}` }, text);
  $("toasts").append(note);
  setTimeout(() => note.remove(), 2500 + longer + 55 * text.length);
}

const SHAPES = {
  disc: "M16 1.5a14.5 14.5 0 1 1 0 29a14.5 14.5 0 1 1 0-29z",
  square: "M3 5a2 2 0 0 1 2-2h22a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  triangle: "M16 1 31.5 29H.5z",
  diamond: "M16 0 32 16 16 32 0 16z",
  hexagon: "M16 .5 29.5 8.2v15.6L16 31.5 2.5 23.8V8.2z",
  star: "M16 0l4.3 7.2 8.2-1.8-.9 8.3L33 20l-7.8 3-1.6 8.2L16 27.6 8.4 31.2 6.8 23-1 20l5.4-6.3-.9-8.3 8.2 1.8z",
};

/** A player's badge: shape, letter and colour together. */
export function badge(of) {
  if (!of) return s("svg", { class: "badge", viewBox: "0 0 32 32", "aria-hidden": "true" });
  const lower = of.shape === "triangle" ? 25.5 : 21.5;
  const size = (of.letter.length > 1 ? 13 : 16) - (of.shape === "triangle" ? 2 : 0);
  return s("svg", { class: "badge", viewBox: "-1 -1 34 34", "aria-hidden": "true" },
    s("path", { d: SHAPES[of.shape], fill: of.colour, stroke: "#0009", "stroke-width": 1.2 }),
    s("text", { x: 16, y: lower, "font-size": size, fill: inkOn(of.colour) }, of.letter));
}

export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#1c1710" : "#fffaf0";
}
