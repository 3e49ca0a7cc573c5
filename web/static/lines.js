// The journal in words, and correcting an entry: tap what is wrong, tap what really happened.
import { fill, h, nameOf } from "./dom.js";
import { current, get, post } from "./talk.js";

const SHOWN = 12;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export const when = (entry) => clock.format(new Date(entry.at * 1000));

export function lineOf(entry, { current: isCurrent = false, onclick }) {
  return h("li", { class: entry.stands || entry.what !== "action" ? "" : "gone" },
    h("button", { type: "button", class: "line", "data-key": `entry-${entry.number}`, "aria-current": isCurrent ? "true" : null, disabled: !onclick, onclick },
      h("span", { class: "no" }, String(entry.number)),
      h("span", { class: "grow" }, h("span", { class: "words" }, entry.words),
        entry.now && entry.now !== entry.words ? h("span", { class: "mark" }, ` → ${entry.now} (corrected by ${entry.corrected_by})`) : null,
        entry.unfit ? h("span", { class: "unfit" }, ` no longer fits: ${entry.unfit}`) : null,
        h("small", null, `${entry.source} · ${when(entry)}${entry.stands || entry.what !== "action" ? "" : " · taken back"}`))));
}

/** A list of the latest entries of which one can be opened and corrected. */
export class Corrections {
  constructor(element, me) {
    this.element = element;
    this.me = me;
    this.chosen = null;
    this.entries = [];
    this.most = SHOWN;
  }

  /** Opens the newest standing entry that has to do with a space; false if there is none. */
  async find(space) {
    const words = new RegExp(`(^|[^\\w])${space.replace(/[^\w]/g, "\\$&")}($|[^\\w])`);
    const found = this.entries.findLast((entry) => entry.stands && words.test(entry.now ?? entry.words));
    if (!found) return false;
    this.chosen = found.number;
    this.most = Math.max(this.most, this.entries.length - this.entries.indexOf(found));
    await this.#draw();
    this.element.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    return true;
  }

  async refresh() {
    const after = Math.max(0, current.look.number - Math.max(200, this.most)); // enough to find what was wrong
    const as = this.me.seats.length ? `&as=${encodeURIComponent(this.me.seats[0])}` : "";
    this.entries = (await get(`/api/entries?after=${after}${as}`)).entries;
    if (!this.entries.some((entry) => entry.number === this.chosen)) this.chosen = null;
    await this.#draw();
  }

  async #choose(entry) {
    this.chosen = this.chosen === entry.number ? null : entry.number;
    await this.#draw();
  }

  async #draw() {
    const latest = this.entries.slice(-this.most).reverse();
    const lines = [];
    for (const entry of latest) {
      const isOpen = entry.number === this.chosen;
      lines.push(lineOf(entry, { current: isOpen, onclick: entry.stands ? () => this.#choose(entry) : null }));
      if (isOpen) lines.push(await this.#instead(entry));
    }
    const earlier = this.entries.length > this.most
      ? h("button", { type: "button", class: "plain", "data-key": "earlier", onclick: () => { this.most += 40; this.#draw(); } }, `Show earlier ones (${this.entries.length - this.most})`) : null;
    fill(this.element, lines.length ? h("ul", { class: "linelist" }, lines) : h("p", { class: "muted" }, "Nothing has happened yet."), earlier);
  }

  async #instead(entry) {
    if (!this.me.host && !this.me.seats.length) return h("li", { class: "instead" }, "Take a seat on the play page to correct this.");
    if (!entry.yours) return h("li", { class: "instead" }, `Only ${nameOf(entry.who)} or the host can change this.`);
    const { actions, all } = await get(`/api/legal?before=${entry.number}`);
    const correct = (action) => async () => {
      this.chosen = null;
      await post("/api/correct", { entry: entry.number, action, seen: current.look.number });
    };
    const shown = (some) => h("div", { class: "choices" }, some.map(({ action, words }) => h("button", { type: "button", "data-key": JSON.stringify(action), onclick: correct(action) }, words)));
    const back = current.look.number === entry.number ? h("button", { type: "button", onclick: () => post("/api/undo", { seen: current.look.number }) }, "It did not happen: take it back") : null;
    return h("li", { class: "instead" }, h("p", null, h("b", null, `What did ${entry.who ? nameOf(entry.who) : "happen"} ${entry.who ? "really do" : "really"}?`)),
      shown(actions.slice(0, 8)), back ? h("div", { class: "choices" }, back) : null,
      actions.length > 8 ? h("details", { "data-key": "more" }, h("summary", null, `Show all ${all}`), shown(actions.slice(8))) : null,
      actions.length ? null : h("p", { class: "hint" }, "Nothing else was legal there."));
  }
}
