// Lights laid out in time: steady, dim, pulse, path, flash. At most 1.25 flashes a second, as on the table.
import { isCalm, s } from "./dom.js";

const NAMES = {
  red: "#e5383b", green: "#2fa866", blue: "#2f7fe0", yellow: "#e9b824", orange: "#ee7f22", purple: "#8b5cc7", white: "#fdfaf0", amber: "#f5a300",
  gold: "#d9a531", cyan: "#1fb5c9", teal: "#12858f", pink: "#e66aa6", magenta: "#d6409f", warm: "#ffd9a0", brown: "#8a5a33", grey: "#9aa0a0", gray: "#9aa0a0", black: "#222",
};
const EFFECTS = {
  pulse: [[{ opacity: 0.35 }, { opacity: 1 }, { opacity: 0.35 }], { duration: 2000, iterations: Infinity, easing: "ease-in-out" }],
  flash: [[{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0.15, offset: 0.5 }, { opacity: 0.15 }], { duration: 800, iterations: Infinity }],
  path: [[{ opacity: 0.2, transform: "scale(.6)" }, { opacity: 1, transform: "scale(1.06)", offset: 0.35 }, { opacity: 0.85, transform: "scale(1)" }], { duration: 700, fill: "forwards" }],
};

const INSET_MM = 2;

export const colourOf = (name) => NAMES[name] ?? name;

export function lastsFor(glow) {
  return Math.max(0, ...(glow?.lights ?? []).map((light) => (light.after_s ?? 0) + (light.for_s ?? 0.5)));
}

/** Elements for the lights of a glow that began `elapsed` seconds ago. */
export function lamps(glow, shapeOf, elapsed) {
  let order = 0;
  const isPath = (light) => Number(light.effect === "path"); // drawn last, so that its numbers stay readable
  return [...(glow?.lights ?? [])].sort((one, other) => isPath(one) - isPath(other)).map((light) => {
    const shape = shapeOf(light.space);
    if (!shape || light.colour === "off") return null;
    const number = light.effect === "path" ? (order += 1) : 0;
    return lamp(light, shape, number, elapsed);
  }).filter(Boolean);
}

/** An outline drawn in a little, and a long one no more than a small one: what lies at its ends stays inside. */
function within(outline) {
  const [wide, high] = [0, 1].map((axis) => Math.max(...outline.map((corner) => Math.abs(corner[axis]))));
  const less = (size) => Math.max(0.9, 1 - INSET_MM / size);
  return outline.map(([x, y]) => [x * less(wide), y * less(high)]);
}

function lamp(light, { at, outline, lampAt, reach, scale }, number, elapsed) {
  const effect = light.effect ?? "steady";
  // a ring around what lies there, with a dark edge that keeps it visible on every colour
  const ring = (kind, width) => {
    const shape = outline
      ? s("polygon", { class: kind, points: within(outline).map((corner) => corner.join(",")).join(" ") })
      : s("circle", { class: kind, r: reach * 0.92 });
    shape.style.strokeWidth = width * scale;
    return shape;
  };
  const strong = effect === "flash" ? 1.4 : effect === "dim" ? 0.6 : 1;
  const inner = s("g", null, ring("edge", 5 * strong), ring("shine", 3.2 * strong), number ? s("text", { class: "order", x: lampAt[0], y: lampAt[1] + 4 }, String(number)) : null);
  const outer = s("g", { class: `lamp ${effect}`, transform: `translate(${at[0]} ${at[1]})`, "data-space": light.space }, inner);
  outer.style.color = colourOf(light.colour);
  const starts = ((light.after_s ?? 0) - elapsed) * 1000;
  if (starts > 0) outer.animate([{ opacity: 0 }, { opacity: 0 }], { duration: starts, fill: "backwards" });
  if (light.for_s !== undefined && light.for_s !== null) {
    const ends = starts + light.for_s * 1000;
    outer.animate([{ opacity: 1 }, { opacity: 0 }], { delay: ends, duration: 200, fill: "forwards" });
  }
  if (EFFECTS[effect] && !isCalm()) {
    const [frames, timing] = EFFECTS[effect];
    inner.animate(frames, { ...timing, delay: Math.max(0, starts) });
  }
  return outer;
}
