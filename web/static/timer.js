// The timer: the moment the companion says that time is out; at zero it says so and forces nothing.
import { fill, h, s } from "./dom.js";

const ROUND = 2 * Math.PI * 32;

/** What the timer shows now: { left, of } in seconds, or { share }, or null. The companion keeps the time; nobody else counts. */
export function timeOf(look, now) {
  const kept = look.extras?.timer;
  if (kept) return { left: Math.max(0, kept.ends_at ? kept.ends_at - now : kept.left_s), of: kept.total_s };
  return look.glow?.bar === undefined || look.glow?.bar === null ? null : { share: look.glow.bar };
}

const spoken = (seconds) => (seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds));

export class Timer {
  constructor(element, live) {
    this.element = element;
    this.live = live;
    setInterval(() => this.show(), 250);
  }

  show() {
    const look = this.live.look;
    const time = look?.playing && !look.view.over ? timeOf(look, this.live.now()) : null;
    this.element.hidden = !time;
    if (!time) return;
    if (time.share !== undefined) this.#bar(time.share);
    else this.#ring(time, look.extras?.paused);
  }

  #bar(share) {
    fill(this.element, h("div", { class: "bar", role: "img", "aria-label": `${Math.round(share * 100)} per cent done` }, h("i")));
    this.element.className = "barhost";
    this.element.querySelector("i").style.width = `${share * 100}%`;
  }

  #ring({ left, of }, paused) {
    const whole = Math.ceil(left);
    const late = whole === 0 ? "up" : whole <= 10 ? "soon" : "";
    this.element.className = "timer";
    this.element.dataset.late = late;
    this.element.setAttribute("role", "timer");
    if (!this.element.querySelector("circle")) {
      const ring = s("svg", { viewBox: "0 0 74 74", "aria-hidden": "true" }, s("circle", { cx: 37, cy: 37, r: 32 }),
        s("circle", { class: "left", cx: 37, cy: 37, r: 32, "stroke-dasharray": ROUND }));
      fill(this.element, ring, h("span"));
    }
    this.element.querySelector(".left").setAttribute("stroke-dashoffset", ROUND * (1 - left / of));
    const words = paused ? "❚❚" : late === "up" ? "time!" : spoken(whole);
    if (this.element.lastElementChild.textContent !== words) this.element.lastElementChild.textContent = words;
  }
}
