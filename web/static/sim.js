// Hands on the simulated table: drag, turn, let go; the simulated camera sees it.
import { Board } from "./board.js";
import { $, s, wordsOf } from "./dom.js";
import { get, Live, post } from "./talk.js";

const board = new Board($("board"), { whole: true, label: "The simulated table" });
const pieces = new Map(); // id -> { ...piece, element }
let chosen = null;
let drag = null;
const live = new Live({ onLook: show });

async function show(look) {
  $("title").textContent = look.title ?? "Companion";
  if (!look.playing) return;
  await board.open(look);
  board.host.classList.add("sim");
  await refresh();
}

async function refresh() {
  if (drag || !board.layers) return;
  const lying = (await get("/api/sim")).pieces;
  if (drag) return;
  const seen = new Set(lying.map((piece) => String(piece.id)));
  for (const [id, piece] of pieces) if (!seen.has(id)) { piece.element.remove(); pieces.delete(id); }
  for (const piece of lying) take(piece);
}

function take(fresh) {
  const id = String(fresh.id);
  const piece = pieces.get(id) ?? { element: draw(fresh, id) };
  Object.assign(piece, fresh);
  pieces.set(id, piece);
  put(piece);
}

function draw(piece, id) {
  const { width, height } = board.piece.get(piece.piece) ?? { width: 16, height: 16 };
  const known = board.piece.has(piece.piece);
  const face = known
    ? s("use", { href: `#${piece.piece}`, x: -width / 2, y: -height / 2, width, height })
    : s("rect", { x: -8, y: -8, width: 16, height: 16, rx: 3, fill: "#fffaf0", stroke: "#2a2118" });
  const element = s("g", { class: "hand", tabindex: "0", role: "button", "aria-label": wordsOf(piece.piece), onpointerdown: (event) => grab(event, id), onfocus: () => choose(id), onkeydown: (event) => key(event, id) },
    s("title", null, wordsOf(piece.piece)), face, known ? null : s("text", { "text-anchor": "middle", y: 4, "font-size": 11, "font-weight": 700 }, piece.shows ?? ""), s("circle", { class: "ring", r: Math.max(width, height) / 2 + 2 }));
  board.layers.lying.append(element);
  return element;
}

const put = ({ element, x_mm, y_mm, turned_deg }) => element.setAttribute("transform", `translate(${x_mm} ${y_mm}) rotate(${turned_deg ?? 0})`);

function spot(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
  return [at.x, at.y];
}

function choose(id) {
  pieces.get(chosen)?.element.classList.remove("chosen");
  chosen = id;
  pieces.get(id)?.element.classList.add("chosen");
  $("held").textContent = id ? wordsOf(pieces.get(id).piece) : "No piece chosen";
}

function grab(event, id) {
  choose(id);
  const piece = pieces.get(id);
  const [x, y] = spot(event);
  drag = { piece, dx: piece.x_mm - x, dy: piece.y_mm - y };
  piece.element.classList.add("held");
  piece.element.setPointerCapture(event.pointerId);
  piece.element.onpointermove = (moved) => {
    const [nowX, nowY] = spot(moved);
    Object.assign(piece, { x_mm: nowX + drag.dx, y_mm: nowY + drag.dy });
    put(piece);
  };
  piece.element.onpointerup = () => {
    piece.element.onpointermove = piece.element.onpointerup = null;
    piece.element.classList.remove("held");
    drag = null;
    send(piece);
  };
}

function key(event, id) {
  const piece = pieces.get(id);
  const by = { ArrowLeft: [-4, 0, 0], ArrowRight: [4, 0, 0], ArrowUp: [0, -4, 0], ArrowDown: [0, 4, 0], "[": [0, 0, -30], "]": [0, 0, 30] }[event.key];
  if (!by) return;
  event.preventDefault();
  shift(piece, by);
}

function shift(piece, [x, y, turn]) {
  Object.assign(piece, { x_mm: piece.x_mm + x, y_mm: piece.y_mm + y, turned_deg: ((piece.turned_deg ?? 0) + turn + 360) % 360 });
  put(piece);
  send(piece);
}

const send = ({ id, x_mm, y_mm, turned_deg }) => post("/api/sim/move", { id: String(id), x_mm, y_mm, turned_deg: turned_deg ?? 0 });

$("left").addEventListener("click", () => chosen && shift(pieces.get(chosen), [0, 0, -30]));
$("right").addEventListener("click", () => chosen && shift(pieces.get(chosen), [0, 0, 30]));
setInterval(() => !document.hidden && refresh(), 2000);
live.start(null);
