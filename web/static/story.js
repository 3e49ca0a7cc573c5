// What just happened, sentence by sentence; told again on request, read aloud if somebody wants it.
import { fill, h } from "./dom.js";
import { lastsFor } from "./lamps.js";
import { current } from "./talk.js";

export class Story {
  constructor(element, { onReplay }) {
    this.element = element;
    this.onReplay = onReplay;
    this.aloud = localStorage.getItem("aloud") === "yes";
    this.timers = [];
  }

  show(look, isFresh) {
    const named = look.notices?.["lamp tour"]; // companion check --lights names each lamp in turn
    const story = named ? [named] : look.view.story ?? [];
    const sentences = story.map((sentence) => h("li", null, sentence));
    const aloud = "speechSynthesis" in window
      ? h("button", { type: "button", class: "plain", "data-key": "aloud", "aria-pressed": String(this.aloud), onclick: () => this.#toggle(current.look) }, "Read aloud")
      : null;
    const replay = h("button", { type: "button", class: "plain", "data-key": "replay", onclick: () => this.replay(current.look) }, "Replay");
    this.element.hidden = !story.length;
    if (fill(this.element, h("h2", null, "What happened", h("span", { class: "storybar" }, story.length > 1 ? replay : null, aloud)),
      story.length === 1 ? h("p", null, story[0]) : h("ol", { class: "sentences" }, sentences)) && isFresh) this.tell(look);
    if (named ? this.aloud && named !== this.named : isFresh && this.aloud) this.#say(named ? story : [look.view.headline, ...story]);
    this.named = named;
  }

  replay(look) {
    this.onReplay();
    this.tell(look, true);
    if (this.aloud) this.#say(look.view.story);
  }

  /** Marks the sentences one after the other, as long as the lights take. */
  tell(look, always = false) {
    this.timers.forEach(clearTimeout);
    const lines = [...this.element.querySelectorAll("li")];
    const lasts = Math.max(lastsFor(look.glow), always ? lines.length * 0.7 : 0);
    if (lasts < 1) return;
    this.timers = lines.map((line, place) => setTimeout(() => {
      lines.forEach((other) => other.classList.toggle("told", other === line));
    }, (place * lasts * 1000) / lines.length));
    this.timers.push(setTimeout(() => lines.forEach((line) => line.classList.remove("told")), lasts * 1000 + 1200));
  }

  #toggle(look) {
    this.aloud = !this.aloud;
    localStorage.setItem("aloud", this.aloud ? "yes" : "no");
    if (this.aloud) this.#say([look.view.headline, ...(look.view.story ?? [])]);
    else speechSynthesis.cancel();
    this.show(look, false);
  }

  #say(sentences) {
    speechSynthesis.cancel();
    for (const sentence of sentences) speechSynthesis.speak(new SpeechSynthesisUtterance(sentence));
  }
}
