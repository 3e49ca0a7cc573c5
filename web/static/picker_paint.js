// What lies where at the start: a brush for each sort of piece, or the phone shuffles, or a photograph.
import { h, toast } from "./dom.js";
import { post } from "./talk.js";

export class Paint {
  constructor(ask) {
    this.ask = ask;
    this.lies = new Map(Object.entries(ask.lying ?? {})); // space -> sort
    this.brush = Object.keys(ask.of)[0];
  }

  left(sort) {
    return this.ask.of[sort] - [...this.lies.values()].filter((one) => one === sort).length;
  }

  get missing() {
    return this.ask.spaces.length - this.lies.size;
  }

  /** Lays one of the brush's sort there; the same again takes it away. */
  put(space, { again = true } = {}) {
    if (!this.ask.spaces.includes(space)) return false;
    if (this.lies.get(space) === this.brush) return again && this.lies.delete(space);
    const other = this.left(this.brush) < 1 && [...this.lies].find(([, sort]) => sort === this.brush);
    if (this.left(this.brush) < 1 && !(other && this.lies.has(space))) return false;
    if (other) this.lies.set(other[0], this.lies.get(space)); // all are laid: these two change places
    this.lies.set(space, this.brush);
    if (this.left(this.brush) < 1) this.brush = Object.keys(this.ask.of).find((sort) => this.left(sort) > 0) ?? this.brush;
    return true;
  }

  /** The rest in any order, as out of a bag. */
  shuffle() {
    if (this.ask.like) {
      this.lies = new Map(Object.entries(this.ask.like[Math.floor(Math.random() * this.ask.like.length)]));
      return;
    }
    const bag = Object.keys(this.ask.of).flatMap((sort) => Array(this.left(sort)).fill(sort));
    for (const space of this.ask.spaces.filter((one) => !this.lies.has(one))) {
      const [sort] = bag.splice(Math.floor(Math.random() * bag.length), 1);
      this.lies.set(space, sort);
    }
  }

  clear() {
    this.lies.clear();
  }

  value() {
    return { ...this.ask.fixed, ...Object.fromEntries(this.lies) };
  }

  /** What it looks like so far: piece and space. */
  pieces() {
    return Object.entries(this.value()).map(([space, sort]) => [this.ask.pieces[sort], space]);
  }

  /** The palette and what else can be done; `draw` shows what changed, `done` takes it. */
  panel(board, draw, done) {
    const act = (change) => () => { change(); draw(); };
    const brushes = Object.keys(this.ask.of).map((sort) => h("button", {
      type: "button", class: "pictured", "aria-pressed": String(sort === this.brush), "data-key": `brush-${sort}`, disabled: this.left(sort) < 1 && this.missing > 0,
      onclick: act(() => { this.brush = sort; }) }, board.picture(this.ask.pieces[sort]), h("span", null, `${sort} · ${this.left(sort)}`)));
    const photo = h("input", { type: "file", accept: "image/*", capture: "environment", "aria-label": "Photograph the table", onchange: ({ target }) => send(target.files[0]) });
    return [
      h("p", { class: "asks" }, this.missing ? "Choose a piece, then tap or stroke the spaces where it lies." : "All is laid."),
      h("div", { class: "choices painting" }, brushes),
      h("div", { class: "choices" },
        h("button", { type: "button", class: "main", "data-key": "painted", disabled: this.missing > 0, onclick: done }, this.missing ? `${this.missing} spaces left` : "So it lies"),
        h("button", { type: "button", "data-key": "shuffle", onclick: act(() => this.shuffle()) }, "Shuffle for me"),
        this.lies.size ? h("button", { type: "button", class: "plain", "data-key": "clear", onclick: act(() => this.clear()) }, "Clear") : null,
        h("label", { class: "file" }, photo, h("span", null, "Photograph it"))),
    ];
  }
}

async function send(photo) {
  if (!photo) return;
  toast("Reading the photo …");
  const said = await post("/api/photo", photo, photo.type || "image/jpeg");
  if (said && !said.seen.entries) toast(said.seen.problems[0]?.text ?? "The photo does not show all of it; paint what is missing.", "bad");
}
