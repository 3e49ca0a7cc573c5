// A way drawn over the board: what may come next, what is still to go, and where it may end.
export class Way {
  constructor(choice, all) {
    this.all = all;
    this.use(choice);
  }

  use(choice) {
    this.choice = choice;
    [[this.field, this.ask]] = Object.entries(choice.fill);
    this.path = [];
    this.jumped = 0;
    this.longest = Math.max(...this.ask.lengths);
  }

  spaceOf(name) {
    return `${this.ask.prefix ?? ""}${name}`;
  }

  nameOf(space) {
    const prefix = this.ask.prefix ?? "";
    return space.startsWith(prefix) ? space.slice(prefix.length) : null;
  }

  get start() {
    return this.spaceOf(this.ask.from);
  }

  isWhole(path = this.path) {
    return path.length > 0 && (this.ask.lengths.includes(path.length) || this.#isEnd(path));
  }

  #isEnd(path) {
    return (this.ask.ends ?? []).includes(path.at(-1));
  }

  #after(path) {
    if (path.length >= this.longest || this.#isEnd(path)) return [];
    const at = path.at(-1) ?? this.ask.from;
    const left = path.length > 1 ? path.at(-2) : path.length ? this.ask.from : this.ask.came;
    const shut = this.ask.again ? [left] : path;
    return (this.ask.of[at] ?? []).filter((name) => !shut.includes(name));
  }

  #canEnd(path) {
    return this.isWhole(path) || this.#after(path).some((name) => this.#canEnd([...path, name]));
  }

  /** Where the way may go on so that it can still be ended as the rules want it. */
  next() {
    return this.#after(this.path).filter((name) => this.#canEnd([...this.path, name]));
  }

  goals() {
    return this.path.length ? [] : Object.keys(this.ask.goals ?? {});
  }

  goTo(name) {
    this.path = [...this.ask.goals[name]];
    this.jumped = this.path.length; // in one tap, and back in one
  }

  add(name) {
    this.path = [...this.path, name];
  }

  less() {
    this.path = this.path.slice(0, this.path.length === this.jumped ? 0 : -1);
    this.jumped = 0;
  }

  /** The finger came to a space: goes on there, or back where it came from; true if that changed the way. */
  touch(space) {
    const name = this.nameOf(space);
    if (name === (this.path.length > 1 ? this.path.at(-2) : this.ask.from) && this.path.length) { this.less(); return true; }
    if (!this.next().includes(name)) return false;
    this.add(name);
    return true;
  }

  left() {
    return Math.min(...this.ask.lengths.filter((length) => length >= this.path.length)) - this.path.length;
  }

  canStop() {
    return Boolean(this.ask.each) && !this.isWhole();
  }

  action() {
    return { ...this.choice.action, [this.field]: this.path };
  }

  steps() {
    return this.path.map((name) => ({ ...this.ask.each, [this.ask.into]: name }));
  }

  /** Whether an action is one step that can as well be drawn. */
  covers(action) {
    const { each, into, of, from } = this.ask;
    return Boolean(each) && action.type === each.type && (of[from] ?? []).includes(action[into]);
  }
}
