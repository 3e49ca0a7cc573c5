// What part of a table is shown: a box around some spots, grown to the shape of the place where it is shown.
export const MARGIN_MM = 34;
export const CLOSE_MM = 26; // around what can be tapped
const LEAST_MM = 120;
const WIDEST = 1.6;

const within = (from, size, most) => Math.max(0, Math.min(most - size, from));

/** A box around some spots, not too small and not too long, inside the table. */
export function around(spots, width, height, margin) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const least = Math.max(LEAST_MM, ...spots.slice(0, 1).map(({ outline }) => 4.4 * 2 * Math.max(0, ...(outline ?? []).map(([x]) => x))));
  const wide = Math.max(least, Math.max(...xs) - Math.min(...xs) + 2 * margin);
  const high = Math.max(least * 0.75, Math.max(...ys) - Math.min(...ys) + 2 * margin);
  const [w, h] = [Math.min(width, Math.max(wide, high * 0.85)), Math.min(height, Math.max(high, wide / WIDEST))];
  const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
  return [within(middle(xs) - w / 2, w, width), within(middle(ys) - h / 2, h, height), w, h];
}

/** The box with more of the table beside it until it has that shape (width over height), as far as the table goes. */
export function grown([x, y, wide, high], shape, { width_mm, height_mm }) {
  const [w, h] = [Math.min(width_mm, Math.max(wide, high * shape)), Math.min(height_mm, Math.max(high, wide / shape))];
  return [within(x - (w - wide) / 2, w, width_mm), within(y - (h - high) / 2, h, height_mm), w, h];
}
