// Changing what was entered: tap what is wrong, tap what really happened, see what follows, do it.
import { called, fill, h } from "./dom.js";
import { lineOf } from "./lines.js";
import { current, get, post } from "./talk.js";

const SHOWN = 12;
const OFFERED = 8;

/** The journal, newest first; one entry at a time can be opened and changed, or taken out. */
export class Mend {
  constructor(element, me, { onOpen = null } = {}) {
    Object.assign(this, { element, me, onOpen, chosen: null, shown: null, entries: [], most: SHOWN });
  }

  /** Opens the newest standing entry that has to do with a space; false if there is none. */
  async find(space) {
    const words = new RegExp(`(^|[^\\w])${space.replace(/[^\w]/g, "\\$&")}($|[^\\w])`);
    const found = this.entries.findLast((entry) => entry.stands && words.test(entry.now ?? entry.words));
    if (!found) return false;
    this.chosen = found.number;
    this.most = Math.max(this.most, this.entries.length - this.entries.indexOf(found));
    await this.draw();
    this.element.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    return true;
  }

  async refresh() {
    const as = this.me.seats.length ? `?as=${encodeURIComponent(this.me.seats[0])}` : "";
    this.entries = (await get(`/api/entries${as}`)).entries;
    if (!this.entries.some((entry) => entry.number === this.chosen)) this.chosen = null;
    await this.draw();
  }

  async #choose(entry) {
    this.chosen = this.chosen === entry.number ? null : entry.number;
    this.onOpen?.(entry.number);
    await this.draw();
  }

  async draw() {
    const latest = this.entries.slice(-this.most).reverse();
    const lines = [];
    for (const entry of latest) {
      const isOpen = entry.number === this.chosen;
      const opens = entry.stands || this.onOpen;
      lines.push(lineOf(entry, { current: isOpen || entry.number === this.shown, onclick: opens ? () => this.#choose(entry) : null }));
      if (isOpen && entry.stands) lines.push(await this.#instead(entry));
    }
    const earlier = this.entries.length > this.most
      ? h("button", { type: "button", class: "plain", "data-key": "earlier", onclick: () => { this.most += 60; this.draw(); } }, `Show earlier ones (${this.entries.length - this.most})`) : null;
    fill(this.element, lines.length ? h("ul", { class: "linelist" }, lines) : h("p", { class: "muted" }, "Nothing has happened yet."), earlier);
  }

  async #instead(entry) {
    if (!this.me.host && !this.me.seats.length) return h("li", { class: "instead" }, "Take a seat on the play page to change this.");
    if (!entry.yours) return h("li", { class: "instead" }, `Only ${called(current.look, entry.who)} or the host can change this.`);
    const { actions, all } = await get(`/api/legal?before=${entry.number}`);
    const offered = (some) => h("div", { class: "choices" }, some.map(({ action, words }) => h("button", { type: "button", "data-key": JSON.stringify(action), onclick: () => this.#change(entry, action, words) }, words)));
    return h("li", { class: "instead" }, h("p", null, h("b", null, entry.who ? `What did ${called(current.look, entry.who)} really do?` : "What really happened?")),
      offered(actions.slice(0, OFFERED)),
      h("div", { class: "choices" }, h("button", { type: "button", "data-key": `remove-${entry.number}`, onclick: () => this.#change(entry, null, "") }, "Nothing: it did not happen")),
      actions.length > OFFERED ? h("details", { "data-key": "more" }, h("summary", null, `Show all ${all}`), offered(actions.slice(OFFERED))) : null,
      actions.length ? null : h("p", { class: "hint" }, "Nothing else was legal there."));
  }

  /** Looks ahead first where something came after it. */
  async #change(entry, action, words) {
    const { number } = current.look;
    const later = this.entries.some((other) => other.number > entry.number && other.stands);
    if (later) {
      const ahead = await post("/api/preview", { entry: entry.number, action });
      if (!ahead || !(await agreed(entry, words, ahead))) return;
    }
    this.chosen = null;
    if (action) await post("/api/correct", { entry: entry.number, action, seen: number });
    else await post("/api/remove", { entry: entry.number, seen: number });
  }
}

/** What would follow, before it is done: true if it shall be. */
function agreed(entry, words, { fits, falls, mended, scores, headline }) {
  const moved = scores.filter((one) => one.before !== one.after);
  const dialog = h("dialog", { class: "card ahead", "aria-label": "What would follow" },
    h("p", { class: "headline" }, words ? `Entry ${entry.number} becomes: ${words}` : `Entry ${entry.number} never happened`),
    h("p", null, falls.length ? `${fits} later entries still fit, ${falls.length} fall away:` : `All ${fits} later entries still fit.`),
    falls.length ? h("ul", { class: "notices", tabindex: "0", "aria-label": "What falls away" }, falls.map((one) => h("li", null, h("b", null, `${one.number} ${one.words}: `), one.why))) : null,
    mended.length ? h("p", null, `Fits again: ${mended.join("; ")}.`) : null,
    moved.length ? h("p", null, moved.map((one) => `${called(current.look, one.player)} ${one.before} → ${one.after}`).join(", ")) : h("p", { class: "muted" }, "No score changes."),
    h("p", { class: "muted" }, `Then: ${headline}`),
    h("div", { class: "choices" }, h("button", { type: "button", class: "main", onclick: () => dialog.close("yes") }, "Change it for everybody"),
      h("button", { type: "button", onclick: () => dialog.close("") }, "Leave it as it is")));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue === "yes"); }));
}
