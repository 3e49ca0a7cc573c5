// Two fingers, the wheel or the + and - keys bring the board closer; one finger then moves it.
const CLOSEST_MM = 60;
const SLOP_PX = 10; // a tap may shake so much

export class Zoom {
  constructor(board) {
    this.board = board;
    this.fingers = new Map();
    const on = (name, does, options) => board.host.addEventListener(name, does, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) on(name, (event) => this.fingers.delete(event.pointerId));
    on("wheel", (event) => this.#wheel(event), { passive: false });
    on("keydown", (event) => this.#key(event));
  }

  /** Brings what is there closer; false if it is close enough already. */
  closer(spot, factor = 1.6) {
    const { board } = this;
    const [, , wide, high] = board.box;
    if (factor > 1 && Math.min(wide, high) <= CLOSEST_MM) return false;
    this.#scale(spot, factor);
    return true;
  }

  middle() {
    const [x, y, wide, high] = this.board.box;
    return { x: x + wide / 2, y: y + high / 2 };
  }

  /** The spot stays under the finger. */
  #scale({ x, y }, factor) {
    const { box, layout } = this.board;
    const wide = Math.min(layout.width_mm, Math.max(CLOSEST_MM, box[2] / factor));
    const high = Math.min(layout.height_mm, box[3] * (wide / box[2]));
    this.#show([x - ((x - box[0]) / box[2]) * wide, y - ((y - box[1]) / box[3]) * high, wide, high]);
  }

  #show([x, y, wide, high]) {
    const { width_mm, height_mm } = this.board.layout;
    const within = (from, size, most) => Math.max(0, Math.min(most - size, from));
    this.board.hold([within(x, wide, width_mm), within(y, high, height_mm), wide, high]);
  }

  #down(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, far: 0 });
  }

  #move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || !this.board.box) return;
    const before = [...this.fingers.values()].map(({ x, y }) => ({ x, y }));
    finger.far += Math.hypot(event.clientX - finger.x, event.clientY - finger.y);
    const moved = { x: event.clientX - finger.x, y: event.clientY - finger.y };
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) this.#pinch(before, [...this.fingers.values()]);
    else if (this.board.isHeld && !this.board.touch && finger.far > SLOP_PX) this.#pan(moved);
  }

  #pinch(before, after) {
    const apart = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);
    const [one, other] = after;
    this.board.drew = true; // no tap comes of this
    this.#scale(this.board.spot({ clientX: (one.x + other.x) / 2, clientY: (one.y + other.y) / 2 }), apart(after) / Math.max(1, apart(before)));
  }

  #pan({ x, y }) {
    const scale = this.board.pxPerMm();
    const [left, top, wide, high] = this.board.box;
    this.board.drew = true;
    this.#show([left - x / scale, top - y / scale, wide, high]);
  }

  #wheel(event) {
    if (!event.ctrlKey) return; // without it the page scrolls
    event.preventDefault();
    this.closer(this.board.spot(event), event.deltaY < 0 ? 1.2 : 1 / 1.2);
  }

  #key(event) {
    const factor = { "+": 1.4, "-": 1 / 1.4 }[event.key];
    if (factor) this.closer(this.middle(), factor);
  }
}
