// What this phone offers to tap: the choices of its prompts, one pick after the other, on the board and beside it.
import { fill, h, s } from "./dom.js";
import { Paint } from "./picker_paint.js";
import { Way } from "./picker_way.js";
import { post, submit } from "./talk.js";

const FEW = 6; // buttons that may stand beside other questions

const picksOf = (choice) => choice.picks ?? [{ label: choice.label, space: choice.space }];
const keyOf = (pick) => JSON.stringify(pick);

/** What can be tapped at that depth: each pick once, with the choices behind it. */
function optionsAt(choices, depth) {
  const found = new Map();
  for (const choice of choices) {
    const pick = picksOf(choice)[depth];
    const key = keyOf(pick);
    if (!found.has(key)) found.set(key, { pick, choices: [], depth });
    found.get(key).choices.push(choice);
  }
  return [...found.values()];
}

const isDrawn = (choice) => Boolean(choice.fill && Object.values(choice.fill)[0].from !== undefined);
const hasRows = (choices, depth) => choices.length > 1 && choices.every((choice) => picksOf(choice)[depth]?.row);

export class Picker {
  /** `onTargets(spaces)` hears what can be tapped on the board. */
  constructor(element, board, { onTargets }) {
    Object.assign(this, { element, board, onTargets, prompts: [], trail: [], way: null, key: "" });
  }

  /** The prompts this phone may answer; another moment begins anew. */
  show(prompts, key) {
    if (key !== this.key) Object.assign(this, { key, trail: [], way: null, rooted: {} });
    this.prompts = prompts;
    const drawn = prompts.flatMap((asked) => asked.choices ?? []).filter(isDrawn);
    if (drawn.length) this.way ??= new Way(drawn[0], drawn);
    this.draw();
  }

  draw() {
    const level = this.trail.at(-1);
    const targets = new Map();
    fill(this.element, level ? this.#level(level, targets) : this.#root(targets));
    this.board.taps(targets);
    this.board.ghosts(level?.paint?.pieces() ?? []);
    if (level?.paint) this.board.trace([], "", (space) => { if (level.paint.put(space, { again: false })) this.draw(); });
    else this.#trace(level ? null : this.way);
    this.onTargets([...targets.values()].filter(({ isListed }) => !isListed).map(({ space }) => space));
  }

  /** The way as it is drawn so far, under a finger that goes on with it. */
  #trace(way) {
    if (!way) { this.board.trace([]); return; }
    const spaces = [way.start, ...way.path.map((name) => way.spaceOf(name))];
    this.board.trace(spaces, way.isWhole() ? "✓" : String(way.left()), (space) => { if (way.touch(space)) this.draw(); });
  }

  // The first look: what is tapped on the board in a line, short questions with their buttons, of several each behind one

  #root(targets) {
    const asked = this.prompts.map((prompt) => this.#sorted(prompt));
    for (const { onBoard, listed } of asked) for (const option of onBoard) this.#target(targets, option, listed);
    const several = asked.filter(({ count }) => count > 0).length > 1;
    const places = asked.filter(({ count, draws }) => !count && !draws);
    const drawn = asked.filter((one) => !places.includes(one));
    const loose = several ? drawn.filter(({ count, draws }) => count && !draws) : [];
    const whole = drawn.filter((one) => !loose.includes(one)).map((one) => this.#section(one));
    if (this.way) this.#wayTargets(targets);
    const there = places.map(({ text }) => text).join(" ");
    if (there && !whole.length && !loose.length) return [h("p", { class: "asks" }, there), h("p", { class: "hint" }, "Tap it on the board.")];
    const aside = there ? h("p", { class: "asks aside" }, there) : null;
    return loose.length ? [whole, this.#loose(loose, aside)] : [whole, aside];
  }

  #sorted(prompt) {
    const choices = prompt.choices.filter((choice) => !isDrawn(choice) && !this.#isStep(choice));
    const options = choices.length ? optionsAt(choices, 0) : [];
    const beside = prompt.listed ? options : options.filter(({ pick }) => !pick.space);
    const rows = hasRows(choices, 0) ? this.#rows(choices, 0, (this.rooted[prompt.text] ??= {})) : null;
    const draws = this.way && prompt.choices.includes(this.way.choice) ? this.#wayBar() : null;
    return { ...prompt, choices, beside, rows, draws, count: rows ? rows.count : beside.length, onBoard: options.filter(({ pick }) => pick.space) };
  }

  #section({ text, beside, rows, draws }) {
    const buttons = rows ? rows.drawn : beside.map((option) => this.#button(option));
    return h("div", { class: "prompt mine" }, h("p", { class: "asks" }, text), draws, buttons.length ? h("div", { class: "choices" }, buttons) : null);
  }

  /** The first question with its buttons if they are few; of the others those that are one button, the rest behind one. */
  #loose(asked, aside) {
    const isOpen = ({ count, rows }, place) => !rows && (count === 1 || (place === 0 && count <= FEW));
    const button = (one, place) => (isOpen(one, place) ? one.beside.map((option) => this.#button(option)) : this.#opener(one));
    return h("div", { class: "prompt mine" }, isOpen(asked[0], 0) ? h("p", { class: "asks" }, asked[0].text) : null, aside, h("div", { class: "choices" }, asked.map(button)));
  }

  #opener({ text, short, choices }) {
    return h("button", { type: "button", class: "opener", "data-key": `open-${text}`, onclick: () => this.#enter(text, choices, 0) }, short ?? text);
  }

  // One level further in

  #level(level, targets) {
    const back = h("button", { type: "button", class: "plain back", "data-key": "back", onclick: () => { this.trail.pop(); this.draw(); } }, "‹ Back");
    const head = h("div", { class: "crumbs" }, back, h("b", null, level.label));
    if (level.fill) return h("div", { class: "prompt mine" }, head, this.#filling(level, targets));
    for (const option of level.options ?? []) if (option.pick.space) this.#target(targets, option);
    const beside = (level.options ?? []).filter(({ pick }) => !pick.space || level.isList);
    const rows = level.options ? null : this.#rows(level.choices, level.depth, level.chosen);
    return h("div", { class: "prompt mine" }, head,
      beside.length || rows ? h("div", { class: "choices" }, rows ? rows.drawn : beside.map((option) => this.#button(option))) : h("p", { class: "hint" }, "Tap a marked space."));
  }

  #enter(label, choices, depth) {
    const rows = hasRows(choices, depth);
    const isList = this.prompts.some((prompt) => prompt.listed && prompt.choices.includes(choices[0]));
    this.trail.push({ label, choices, depth, options: rows ? null : optionsAt(choices, depth), chosen: {}, isList });
    this.draw();
  }

  /** Follows an option as far as there is nothing to decide. */
  take(option) {
    if (option.walk) { this.trail.pop(); option.walk(); return; }
    const { choices } = option;
    let depth = option.depth + 1;
    while (choices.every((choice) => picksOf(choice).length > depth) && !hasRows(choices, depth) && optionsAt(choices, depth).length === 1) depth += 1;
    if (choices.some((choice) => picksOf(choice).length <= depth)) this.press(choices[0]);
    else this.#enter(option.pick.label, choices, depth);
  }

  async press(choice) {
    if (!choice.fill) { await submit(choice.action); return; }
    const ask = Object.values(choice.fill)[0];
    const level = { label: choice.label, fill: choice.fill, choice, got: [] };
    if (ask.paint) level.paint = new Paint(ask.paint);
    this.trail.push(level);
    this.draw();
    if (ask.paint) this.board.host.parentElement.scrollIntoView({ block: "start" });
  }

  // How a pick looks

  #button({ pick, choices, depth }, more = {}) {
    const only = choices.length === 1 && picksOf(choices[0]).length <= depth + 1;
    return h("button", { type: "button", class: lookOf(pick), "data-key": `${depth}-${only ? JSON.stringify(choices[0].action) : keyOf(pick)}`, onclick: () => this.take({ pick, choices, depth }), ...more }, ...this.#look(pick));
  }

  #look(pick) {
    if (pick.face) return [die(pick.face), h("span", { class: "hide" }, pick.label)];
    const label = pick.label.charAt(0).toUpperCase() + pick.label.slice(1);
    return pick.piece ? [this.board.picture(pick.piece, pick.turned), h("span", null, label)] : [label];
  }

  #target(targets, option, isListed = false) {
    const { space, turned, label } = option.pick;
    const key = turned === undefined || option.pick.piece ? space : `${space}@${turned}`;
    const before = targets.get(key);
    const options = [...(before?.options ?? []), option];
    const go = () => (options.length === 1 ? this.take(options[0]) : this.#which(options));
    targets.set(key, { space, turned: key === space ? undefined : turned, label: before ? `${before.label} or ${label}` : label, go, options, isListed });
  }

  #which(options) {
    this.trail.push({ label: "Which one?", options, isList: true });
    this.draw();
  }

  /** Rows that are tapped in any order: two dice, suit and number. */
  #rows(choices, depth, chosen) {
    const length = picksOf(choices[0]).length;
    const depths = [];
    for (let at = depth; at < length && choices.every((choice) => picksOf(choice)[at]?.row); at += 1) depths.push(at);
    const fits = (choice, but) => depths.every((at) => at === but || chosen[at] === undefined || keyOf(picksOf(choice)[at]) === chosen[at]);
    let count = 0;
    const drawn = depths.map((at) => {
      const options = optionsAt(choices, at);
      count += options.length;
      const buttons = options.map((option) => {
        const key = keyOf(option.pick);
        const choose = () => {
          chosen[at] = chosen[at] === key ? undefined : key;
          if (depths.some((other) => chosen[other] === undefined)) { this.draw(); return; }
          const found = choices.filter((choice) => fits(choice));
          for (const other of depths) chosen[other] = undefined;
          this.take({ pick: { label: found[0].label }, choices: found, depth: depths.at(-1) });
        };
        return this.#button(option, { "aria-pressed": String(chosen[at] === key), "data-key": `row-${at}-${key}`, onclick: choose, disabled: !option.choices.some((choice) => fits(choice, at)) });
      });
      return h("div", { class: "pickrow", role: "group", "aria-label": options[0].pick.row }, h("span", { class: "rowname" }, options[0].pick.row), buttons);
    });
    return { drawn, count };
  }

  // What nobody could list

  #filling(level, targets) {
    const [[field, ask]] = Object.entries(level.fill).slice(level.got.length * (ask0(level).spaces ? 1 : 0));
    if (level.paint) {
      for (const space of ask.paint.spaces) targets.set(space, { space, label: `${space}: ${level.paint.lies.get(space) ?? "empty"}`, go: () => { level.paint.put(space); this.draw(); } });
      return level.paint.panel(this.board, () => this.draw(), () => this.#laid({ ...level.choice.action, [field]: level.paint.value() }, level.choice));
    }
    if (ask.spaces) {
      for (const space of ask.spaces) targets.set(space, { space, label: `${ask.asks} ${space}`, go: () => this.#fillSpace(level, space) });
      return h("p", { class: "asks" }, ask.asks);
    }
    return this.#cards(level, field, ask);
  }

  #laid(action, { anew }) {
    return anew ? post("/api/anew", { options: action }) : submit(action);
  }

  #fillSpace(level, space) {
    level.got.push(space);
    const fields = Object.keys(level.fill);
    if (level.got.length < fields.length) { this.draw(); return; }
    this.trail.pop();
    submit({ ...level.choice.action, ...Object.fromEntries(fields.map((name, place) => [name, level.got[place]])) }).then((said) => said ?? this.draw());
  }

  #cards(level, field, ask) {
    const used = (code) => level.got.filter((one) => one === code).length;
    const add = (code) => {
      level.got.push(code);
      if (level.got.length < ask.count) { this.draw(); return; }
      this.trail.pop();
      submit({ ...level.choice.action, [field]: level.got }).then((said) => said ?? this.draw());
    };
    const card = (code, more) => h("button", { type: "button", class: "pictured", "data-key": `card-${code}`, ...more }, ask.pieces ? this.board.picture(ask.pieces[code]) : null, h("span", null, ask.of[code] ?? code));
    const lying = level.got.map((code) => h("span", { class: "laid" }, ask.pieces ? this.board.picture(ask.pieces[code]) : ask.of[code]));
    const left = ask.count - level.got.length;
    return [
      h("p", { class: "asks" }, `${left === ask.count ? `${ask.count === 1 ? "Which card is it?" : `${ask.count} cards, the lowest first`}` : `${left} more`}`),
      level.got.length ? h("div", { class: "cardrow" }, lying, h("button", { type: "button", class: "plain", "data-key": "less", onclick: () => { level.got.pop(); this.draw(); } }, "Take the last back")) : null,
      h("div", { class: "choices" }, Object.keys(ask.of).map((code) => card(code, { onclick: () => add(code), disabled: ask.left ? (ask.left[code] ?? 0) <= used(code) : false }))),
    ];
  }

  // Ways drawn over the board

  /** One step of a way that the drawing covers anyway. */
  #isStep(choice) {
    return Boolean(this.way) && this.way.covers(choice.action);
  }

  #wayTargets(targets) {
    const { way } = this;
    if (way.path.length) targets.clear(); // whoever draws does nothing else meanwhile
    for (const name of way.next()) {
      const space = way.spaceOf(name);
      const others = targets.get(space)?.options ?? [];
      const walk = () => { way.add(name); this.draw(); };
      const go = others.length ? () => this.#which([...others, { pick: { label: `Go over ${name}` }, choices: [], depth: 0, walk }]) : walk;
      targets.set(space, { space, label: name, go, isLoose: !others.length });
    }
    for (const name of way.goals()) {
      const space = way.spaceOf(name);
      if (!targets.has(space)) targets.set(space, { space, label: `to ${name}`, kind: "goal", isLoose: true, go: () => { way.goTo(name); this.draw(); } });
    }
  }

  #wayBar() {
    const { way } = this;
    const done = () => submit(way.action());
    const partly = async () => { for (const action of way.steps()) if (!await submit(action)) return; };
    const others = way.all.length > 1 ? way.all.map((choice) => h("button", {
      type: "button", "aria-pressed": String(choice === way.choice), "data-key": `way-${choice.label}`, onclick: () => { way.use(choice); this.draw(); } }, choice.label)) : null;
    const bar = way.path.length ? [
      h("button", { type: "button", class: "main", "data-key": "way-done", disabled: !way.isWhole(), onclick: done }, way.isWhole() ? `Go ${way.path.length}` : `${way.left()} to go`),
      h("button", { type: "button", "data-key": "way-less", onclick: () => { way.less(); this.draw(); } }, "One back"),
      way.canStop() ? h("button", { type: "button", "data-key": "way-part", onclick: partly }, "Only so far yet") : null,
    ] : null;
    return [bar ? null : h("p", { class: "hint" }, "Draw it with a finger, tap it space by space, or tap its end."),
      others && !bar ? h("div", { class: "choices" }, others) : null, bar ? h("div", { class: "choices" }, bar) : null];
  }
}

const ask0 = (level) => Object.values(level.fill)[0];
const lookOf = (pick) => (pick.face ? "die" : pick.piece ? "pictured" : "");

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function die(face) {
  const pips = PIPS[face].map((at) => s("circle", { cx: 8 + 8 * (at % 3), cy: 8 + 8 * Math.floor(at / 3), r: 2.6 }));
  return s("svg", { class: "dieface", viewBox: "0 0 32 32", "aria-hidden": "true" }, s("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 6 }), pips);
}
