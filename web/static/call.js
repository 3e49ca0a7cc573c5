// When it is my turn: a buzz, a sound, a voice, as this phone was told once; the screen stays on while somebody plays here.
import { fill, h } from "./dom.js";

const KEPT = "companion-call";
const WAYS = {
  sound: ["Buzz and sound", { buzz: true, sound: true }],
  voice: ["Voice, too", { buzz: true, sound: true, voice: true }],
  quiet: ["Quiet", {}],
};

export class Call {
  constructor(element) {
    this.element = element;
    this.acted = true; // what was so when the page opened is no news
    this.screen = new Screen();
  }

  get chosen() {
    return WAYS[localStorage.getItem(KEPT)]?.[1];
  }

  /** Asks once, in words; tells of my turn when it comes. */
  show(me, look) {
    const isSeated = me.seats.length > 0;
    const acts = isSeated && !look.view.over && look.view.acting.some((player) => me.seats.includes(player));
    if (acts && !this.acted) this.#call(look);
    this.acted = acts;
    this.screen.keep(isSeated && !look.view.over);
    fill(this.element, isSeated && (this.asking || !this.chosen) ? this.#question(me, look) : isSeated ? this.#reminder(me, look) : null);
  }

  #question(me, look) {
    const choose = (way) => () => {
      localStorage.setItem(KEPT, way);
      this.asking = false;
      this.#call(look, "So it will be");
      this.show(me, look);
    };
    return [h("p", { class: "asks" }, "Shall this phone call you when it is your turn?"), h("p", { class: "hint" }, "It is asked once. While you play, the screen stays on."),
      h("div", { class: "choices" }, Object.entries(WAYS).map(([way, [label]]) => h("button", { type: "button", "data-key": `call-${way}`, onclick: choose(way) }, label)))];
  }

  #reminder(me, look) {
    return h("button", { type: "button", class: "plain", "data-key": "call-again", onclick: () => { this.asking = true; this.show(me, look); } }, "How this phone calls you");
  }

  #call(look, words = `Your turn. ${look.view.headline}`) {
    const { buzz, sound, voice } = this.chosen ?? {};
    if (buzz) navigator.vibrate?.([120, 60, 120]);
    if (sound) this.screen.chime();
    if (voice && "speechSynthesis" in window) speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  }
}

/** Over plain http no browser lends a wake lock, but none lets the screen go dark while a film runs: a silent one does. */
class Screen {
  keep(on) {
    if (on === this.on) return;
    this.on = on;
    if (!on) { this.film?.pause(); return; }
    if (navigator.userActivation?.isActive) this.#run();
    else addEventListener("pointerdown", () => this.on && this.#run(), { once: true });
  }

  /** Only after a tap: before it no page may run sound or film. */
  #run() {
    this.sound ??= new AudioContext();
    this.film ??= this.#film();
    this.film.play().catch(() => {}); // a phone that will not goes dark as it always did
    document.addEventListener("visibilitychange", () => !document.hidden && this.on && this.film.play().catch(() => {}), { once: true });
  }

  #film() {
    const canvas = h("canvas", { width: 16, height: 16 });
    const picture = canvas.getContext("2d");
    setInterval(() => { if (this.on && !document.hidden) picture.fillRect(0, 0, 16, 16); }, 1000);
    const stream = canvas.captureStream(1);
    stream.addTrack(this.sound.createMediaStreamDestination().stream.getAudioTracks()[0]);
    const film = h("video", { class: "film", playsinline: true, "aria-hidden": "true", tabindex: "-1" });
    film.srcObject = stream;
    document.body.append(film);
    return film;
  }

  chime() {
    if (!this.sound) return;
    [660, 880].forEach((pitch, place) => {
      const [tone, volume] = [this.sound.createOscillator(), this.sound.createGain()];
      const at = this.sound.currentTime + place * 0.16;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.18, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      tone.connect(volume).connect(this.sound.destination);
      tone.start(at);
      tone.stop(at + 0.32);
    });
  }
}
