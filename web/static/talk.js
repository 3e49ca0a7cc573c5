// Talking to the companion: requests, refusals in its own words, and the live stream with polling behind it.
import { $, h, toast } from "./dom.js";
import "./theme.js";

/** What came along with the page: its look, and answers that need not be asked for; each is used once. */
const given = JSON.parse($("given")?.textContent ?? "null");

function brought(path) {
  const answer = given?.answers[path];
  if (answer) delete given.answers[path];
  return answer;
}

export async function get(path) {
  const answer = brought(path);
  if (answer) return answer;
  const reply = await stubbornly(path, { credentials: "same-origin" });
  const data = await reply.json();
  if (!reply.ok) throw new Error(data.reason ?? `${path} answered ${reply.status}`);
  return data;
}

let tapped = null; // what was sent last, a moment ago: sent again it is the same tap, unless another came between
const SAME_TAP_MS = 400;
const TRY_AFTER_MS = [600, 1500];
const CATCH_UP_MS = 3000;
const READ_MS = 6000; // more, where there is something to tap

/** Sends a change; a refusal is shown as the companion worded it. Returns the answer, or null. */
export function post(path, data, kind = "application/json", isPatient = false) {
  const body = kind === "application/json" && !(data instanceof Blob) ? JSON.stringify(data ?? {}) : data;
  const same = typeof body === "string" ? `${path} ${body}` : null;
  if (same && tapped?.same === same) return tapped.sent;
  const tap = tapped = { same, sent: send(path, body, kind, isPatient) };
  tap.sent.finally(() => setTimeout(() => { if (tapped === tap) tapped = null; }, SAME_TAP_MS));
  return tap.sent;
}

async function send(path, body, kind, isPatient) {
  try {
    const reply = await stubbornly(path, { method: "POST", body, credentials: "same-origin", headers: { "Content-Type": kind, "X-Companion": "1", "Idempotency-Key": newKey() } });
    const said = await reply.json();
    if (reply.ok || (isPatient && said.code === "stale")) return said;
    toast(said.reason, "bad", said.rule ? READ_MS : 0);
    if (said.rule) $("toasts").lastElementChild.append(h("a", { class: "whylink", href: said.rule, onclick: (event) => explain(said, event) }, "Why?"));
  } catch {
    toast("The companion does not answer; is this phone still in the network?", "bad");
  }
  return null;
}

/** A page with a board shows the rule beside it; from all others the link leads to the rules page. */
function explain(said, event) {
  if (!document.dispatchEvent(new CustomEvent("why", { detail: said, cancelable: true }))) event.preventDefault();
}

/** Asks again when the line broke or nothing comes back: the key sees to it that the companion does it once. */
async function stubbornly(path, asked) {
  for (const wait of TRY_AFTER_MS) {
    try {
      return await soon(path, asked);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return fetch(path, asked);
}

/** An answer, or an end of the waiting for it: a dead line gives no error. Pictures may take as long as they do. */
function soon(path, asked) {
  if (asked.body instanceof Blob) return fetch(path, asked);
  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(), ANSWER_MS);
  return fetch(path, { ...asked, signal: ending.signal }).finally(() => clearTimeout(late));
}

/** Over plain http there is no randomUUID. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");

/** Enters an action. Where somebody else was quicker and it is meant all the same, it is sent once more. */
export async function submit(action) {
  const { look } = current;
  const said = await post("/api/action", { action, seen: look.number }, "application/json", true);
  if (said?.code !== "stale") return said;
  for (let waited = 0; waited < CATCH_UP_MS && current.look.number < said.number; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  if (isStillMeant(look, current.look, action.player)) return post("/api/action", { action, seen: current.look.number });
  toast(said.reason, "bad");
  return null;
}

/** Several act at the same time, and what came between was another's. */
function isStillMeant(before, now, player) {
  const acts = (look) => look.view.acting.includes(player);
  return before.id === now.id && before.view.phase === now.view.phase && acts(before) && acts(now) && now.undo_of !== player;
}

export function merge(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const merged = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

const STATES = { live: "live", poll: "by asking", lost: "no connection", wait: "connecting" };
const POLL_MS = 1500;
const TRY_AGAIN_MS = 20000;
const SILENT_MS = 12000; // the companion sends a beat every 5 s: two are missing
const ANSWER_MS = 8000;

/** The newest look, for buttons pressed long after they were drawn. */
export const current = { look: null };

/** What was taken back, changed or removed is told to the whole table, aloud where somebody wants it. */
function announce(entry) {
  if (entry.what === "action") return;
  toast(`${entry.words} · ${entry.source}`);
  if (localStorage.getItem("aloud") === "yes" && "speechSynthesis" in window) speechSynthesis.speak(new SpeechSynthesisUtterance(entry.words));
}

/** Keeps `look` fresh and calls `onLook(look, before)`. */
export class Live {
  constructor({ onLook, onSeatLost = () => {} }) {
    Object.assign(this, { onLook, onSeatLost, look: null, as: null, offset: 0, last: "", tag: "", heardAt: 0, triedAt: 0 });
    setInterval(() => this.#listen(), 1000);
    document.addEventListener("visibilitychange", () => this.#seen());
    addEventListener("pagehide", () => this.stop());
    addEventListener("pageshow", (event) => event.persisted && this.start(this.as));
  }

  /** Now, by the companion's clock. */
  now() {
    return Date.now() / 1000 + this.offset;
  }

  start(as = null) {
    this.stop();
    this.as = as;
    this.triedAt = Date.now();
    if (!this.#isSilent()) this.#say("wait");
    const have = this.#begin(as);
    const asked = new URLSearchParams({ ...(as ? { as } : {}), ...(this.last ? { last: this.last } : {}), ...(have ? { have } : {}) });
    this.source = new EventSource(`/api/stream?${asked}`);
    this.source.addEventListener("hello", (event) => {
      this.offset = JSON.parse(event.data).now - Date.now() / 1000;
      this.#hear();
      this.#say("live");
    });
    for (const name of ["beat", "look", "change", "entry"]) this.source.addEventListener(name, () => this.#hear());
    this.source.addEventListener("look", (event) => this.#take(JSON.parse(event.data), event.lastEventId));
    this.source.addEventListener("change", (event) => this.#take(merge(this.look, JSON.parse(event.data)), event.lastEventId));
    this.source.addEventListener("entry", (event) => announce(JSON.parse(event.data)));
    this.source.addEventListener("error", () => this.#failed());
  }

  /** The look that came with the page, unless somebody else is asked for; says which it was. */
  #begin(as) {
    const { look } = given ?? {};
    if (!look || this.look || given.as !== as) return "";
    this.offset = given.now - Date.now() / 1000;
    delete given.look;
    this.#take(look, given.id);
    return `${given.boot}-${look.news}`;
  }

  #hear() {
    this.heardAt = Date.now();
  }

  #isSilent() {
    return this.heardAt > 0 && Date.now() - this.heardAt >= SILENT_MS;
  }

  /** A dead line gives no error: when beats are missing, says since when, and connects anew until somebody answers. */
  #listen() {
    if (document.hidden || !this.#isSilent()) return;
    this.#say("silent");
    if (this.source && Date.now() - this.triedAt >= SILENT_MS) this.start(this.as);
  }

  stop() {
    this.source?.close();
    clearTimeout(this.again);
    this.source = null;
  }

  #take(look, id) {
    const before = this.look;
    if (look.lying) look.placements = Object.entries(look.lying).map(([key, shown]) => [...key.split("#")[0].split("@"), ...shown]);
    this.look = current.look = look;
    if (id) this.last = id;
    const first = $("first"); // the headline as it came with the page, until the rest is drawn
    if (first && look.playing) first.firstElementChild.textContent = look.view.headline;
    Promise.resolve(this.onLook(look, before)).then(() => first?.remove());
  }

  #failed() {
    if (this.source?.readyState !== EventSource.CLOSED) return this.#say("lost");
    this.stop();
    this.retryAt = Date.now() + TRY_AGAIN_MS;
    this.#poll();
  }

  async #poll() {
    try {
      const reply = await fetch(`/api/look${this.as ? `?as=${encodeURIComponent(this.as)}` : ""}`, { headers: this.tag ? { "If-None-Match": this.tag } : {}, signal: AbortSignal.timeout(ANSWER_MS) });
      this.#hear();
      if (reply.status === 403) {
        this.as = null;
        this.retryAt = 0;
        await this.onSeatLost();
      }
      if (reply.ok) {
        this.tag = reply.headers.get("ETag");
        this.offset = Number(reply.headers.get("X-Companion-Now")) - Date.now() / 1000;
        this.#take(await reply.json(), "");
      }
      this.#say("poll");
    } catch {
      this.#say("lost");
    }
    if (document.hidden) return;
    this.again = setTimeout(() => (Date.now() > this.retryAt ? this.start(this.as) : this.#poll()), POLL_MS);
  }

  #seen() {
    if (!document.hidden && !this.source) this.start(this.as);
    else if (document.hidden) this.again = setTimeout(() => document.hidden && this.stop(), 60000);
  }

  #say(state) {
    const status = $("status");
    if (!status) return;
    const ago = 5 * Math.floor((Date.now() - this.heardAt) / 5000); // read aloud every 5 s at the most
    const words = state === "silent" || (state === "lost" && this.#isSilent()) ? `last heard ${ago} s ago` : STATES[state];
    status.dataset.state = state;
    if (status.lastElementChild.textContent !== words) status.lastElementChild.textContent = words;
  }
}
