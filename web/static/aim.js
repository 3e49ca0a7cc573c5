// The camera's picture while it is being hung: its corners marked, a traffic light each for what matters, and what to move.
import { $, fill, h, s } from "./dom.js";
import { get, Live } from "./talk.js";

const SIGNS = { good: "M9 16l5 5 9-10", poor: "M16 9v9M16 23v.1", missing: "M11 11l10 10M21 11L11 21" };
const WORDS = { good: "good", poor: "could be better", missing: "must be mended" };
const CORNER = 4; // of the picture's width, in hundredths

function sign({ part, state, found, mend }) {
  return h("li", { "data-state": state }, s("svg", { viewBox: "0 0 32 32", role: "img", "aria-label": WORDS[state] }, s("circle", { cx: 16, cy: 16, r: 15 }), s("path", { d: SIGNS[state] })),
    h("span", null, h("b", null, part), `: ${found}`), mend ? h("span", { class: "mend" }, mend) : h("span"));
}

/** A frame around each corner of the board; the frame between them. */
function marks(corners, [wide, high]) {
  const tall = CORNER * wide / high; // both axes run to 100
  const inner = corners.map(({ x, y, seen }) => s("rect", { class: seen ? "" : "hidden", x: 100 * x - CORNER / 2, y: 100 * y - tall / 2, width: CORNER, height: tall }));
  const around = corners.length ? s("polygon", { points: corners.map(({ x, y }) => `${100 * x},${100 * y}`).join(" ") }) : null;
  $("marks").replaceChildren(...(around ? [around] : []), ...inner);
}

/** The next picture takes the place of the last one only once it is there. */
function still() {
  const next = new Image();
  next.onload = () => { $("still").src = next.src; $("still").hidden = false; };
  next.src = `/api/eyes.jpg?${Date.now()}`;
}

function advice(findings) {
  const worst = findings.find(({ state }) => state === "missing") ?? findings.find(({ state }) => state === "poor");
  if (!findings.length) return "Waiting for a picture …";
  return worst ? `${(worst.mend || worst.found).replace(/^./, (letter) => letter.toUpperCase())}.` : "Well aimed: leave it just so.";
}

async function look() {
  if (!document.hidden) {
    try {
      const { camera, picture, corners, findings } = await get("/api/aim");
      const words = advice(findings);
      if ($("advice").textContent !== words) $("advice").textContent = words;
      $("camera").textContent = `${camera}${picture ? `: ${picture[0]} x ${picture[1]}` : ""}`;
      fill($("signs"), findings.map(sign));
      marks(corners, picture ?? [16, 9]);
      if (picture) still();
    } catch { /* the status line already says that the companion is away */ }
  }
  setTimeout(look, 1000);
}

new Live({ onLook: (now) => { $("title").textContent = now.title ?? "Companion"; } }).start(null);
if ($("advice")) look();
