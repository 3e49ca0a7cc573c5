// What part of a table is shown: a box around some spots, grown to the shape of the place where it is shown.
export const MARGIN_MM = 34;
export const CLOSE_MM = 26; // around what can be tapped
const LEAST_MM = 120;
const WIDEST = 1.6;
const GAP_MM = 2; // an area's own line

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

/** The box without the slivers of areas that it only cuts: a player's area beside what matters is shown whole or not at all. */
export function unsliced([x, y, wide, high], [left, top, w, h], areas) {
  let [x0, y0, x1, y1] = [x, y, x + wide, y + high];
  const [right, low] = [left + w, top + h];
  for (const area of areas) {
    const isSeen = area.x0 < x + wide && area.x1 > x && area.y0 < y + high && area.y1 > y;
    const isWhole = area.x0 >= x && area.x1 <= x + wide && area.y0 >= y && area.y1 <= y + high;
    if (!isSeen || isWhole) continue;
    if (area.x1 <= left) x0 = Math.max(x0, area.x1 + GAP_MM);
    else if (area.x0 >= right) x1 = Math.min(x1, area.x0 - GAP_MM);
    else if (area.y1 <= top) y0 = Math.max(y0, area.y1 + GAP_MM);
    else if (area.y0 >= low) y1 = Math.min(y1, area.y0 - GAP_MM);
  }
  return [x0, y0, x1 - x0, y1 - y0];
}
