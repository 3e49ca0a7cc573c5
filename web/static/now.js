// What to do now: whose turn, my prompts with their buttons, seats to take, the open question.
import { badge, called, fill, h, nameOf } from "./dom.js";
import { post } from "./talk.js";

const MANY_LINES = 3;

/** May this phone press a button meant for that player? */
export function mayAct(me, look, player) {
  if (me.host || (player && me.seats.includes(player))) return true;
  const isFree = !player || !["phone", "bot"].includes(look.seats?.[player]);
  return me.seats.length > 0 && isFree;
}

function who(badges, player, look) {
  return h("span", { class: "who" }, badge(badges?.find((one) => one.player === player)), called(look, player));
}

/** What lies before me, in few words. */
function belongings(view) {
  const line = ({ what, points, why }) => h("li", null, h("b", null, what), points === null || points === undefined ? null : h("span", null, String(points)), why ? h("small", null, why) : null);
  return view.mine?.length ? h("ul", { class: "mine-lines", "aria-label": "What you have" }, view.mine.map(line)) : null;
}

/** The prompts this phone may answer now. */
export function answerable(me, look) {
  const acts = look.view.acting?.some((player) => me.seats.includes(player));
  return (look.view.prompts ?? []).filter(({ player, choices }) => choices?.length && mayAct(me, look, player)
    && !(me.seats.length && player && !me.seats.includes(player) && acts));
}

/** What others are asked: the first thing of each, for whoever has something to do himself or only watches. */
function told(me, look, badges) {
  const mine = new Set(answerable(me, look)), heard = new Set();
  const first = ({ player }) => me.seats.includes(player) || !heard.has(player) && heard.add(player);
  const others = new Map(); // what is asked -> of whom: all who are asked the same are told of once
  for (const { player, text } of (look.view.prompts ?? []).filter((asked) => !mine.has(asked) && first(asked))) {
    if (text !== look.view.headline) others.set(text, [...(others.get(text) ?? []), player]);
  }
  const acting = String(look.view.acting); // who stands above already and is not named again
  return [...others].map(([text, players]) => h("div", { class: "prompt" }, String(players) === acting ? null
    : h("div", { class: "acting" }, players.filter((player) => player && !me.seats.includes(player)).map((player) => who(badges, player, look))), h("p", { class: "asks" }, text)));
}

const MY_SEAT = "companion-seat"; // name and colour, remembered on this phone and offered again
const last = () => JSON.parse(localStorage.getItem(MY_SEAT) ?? "{}");

function leaveButtons(me, look, badges, { join, leave }) {
  const open = (badges ?? []).filter(({ player }) => look.seats?.[player] === "free");
  const second = open.length ? h("button", { type: "button", class: "plain", "data-key": "second", onclick: () => chooseSeat(open, look, join) }, "Somebody else plays on this phone, too") : null;
  const bots = Object.values(look.seats ?? {}).includes("bot");
  return [second, me.seats.map((player) => h("button", { type: "button", class: "plain", "data-key": `leave-${player}`, onclick: () => leave(player) }, `Leave ${called(look, player)}'s seat${bots ? " to a bot" : ""}`))];
}

/** One big button for whoever only watches. */
function seatButton(me, look, badges, { join }) {
  const open = (badges ?? []).filter(({ player }) => look.seats?.[player] !== "phone");
  if (!open.length) return h("p", { class: "hint" }, "You are watching: every seat is on a phone.");
  const again = open.find((one) => one.player === last().player) ?? open.find((one) => one.colour === last().colour);
  const name = last().name;
  const quick = name && again ? h("button", { type: "button", class: "big again", "data-key": "again", onclick: () => sit(again, name, join) }, badge(again), `${name}, sit down again`) : null;
  return [h("button", { type: "button", class: "main big", "data-key": "join", onclick: () => chooseSeat(open, look, join) }, "Take a seat"), quick];
}

function sit(one, name, join) {
  localStorage.setItem(MY_SEAT, JSON.stringify({ name, player: one.player, colour: one.colour }));
  join(one.player, name);
}

/** Asks for a name and a seat by its colour; a bot that plays there steps aside. */
function chooseSeat(open, look, join) {
  const name = h("input", { type: "text", id: "my-name", maxlength: 24, autocomplete: "given-name", value: last().name ?? "" });
  const take = (one) => () => {
    dialog.close();
    sit(one, name.value.trim(), join);
  };
  const seat = (one) => h("button", { type: "button", "data-key": `seat-${one.player}`, onclick: take(one) }, badge(one),
    h("span", null, one.name, h("small", null, look.seats?.[one.player] === "bot" ? "a bot plays here and steps aside" : "free")));
  const dialog = h("dialog", { class: "card join", "aria-label": "Take a seat" }, h("p", { class: "headline" }, "Take a seat"),
    h("label", { for: "my-name" }, "Your name"), name, h("p", { class: "hint" }, "Which colour do you play?"),
    h("div", { class: "seats" }, open.map(seat)), h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Only watch"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function notices(look) {
  const lines = Object.entries(look.notices ?? {}).map(([part, text]) => h("li", null, h("b", null, `${nameOf(part)}: `), text.replaceAll(". ", "; "))); // several things in one line
  const differences = look.differences ?? [];
  const more = differences.length > MANY_LINES ? h("li", null, h("a", { href: "/table" }, `and ${differences.length - MANY_LINES} more pieces lie otherwise: see the table`)) : null;
  const differ = [...differences.slice(0, MANY_LINES).map((line) => h("li", null, h("b", null, "On the table: "), line)), more];
  const unfit = (look.unfit ?? []).map(({ number, why }) => h("li", null, h("b", null, `Entry ${number} no longer fits: `), why));
  const paused = look.extras?.paused ? h("li", { class: "pause" }, h("b", null, "Paused. "), "The host can go on.") : null;
  const all = [paused, ...lines, ...differ, ...unfit].filter(Boolean);
  return all.length ? h("ul", { class: "notices" }, all) : null;
}

/** The board and the figures on the table say what is to be played: one tap confirms it. */
export function proposed(look) {
  if (!look.proposal) return null;
  return h("div", { class: "prompt mine" }, h("p", { class: "asks" }, look.proposal.text),
    h("div", { class: "choices" }, h("button", { type: "button", class: "main", "data-key": "proposal", onclick: () => post("/api/proposal", {}) }, "Start")));
}

export class Now {
  constructor(element, seating) {
    this.seating = seating;
    this.timer = h("div", { class: "timer", hidden: true });
    this.headline = h("div");
    this.notices = h("div");
    this.prompts = h("div", { class: "now" });
    this.seats = h("div", { class: "leaving" });
    element.append(h("div", { class: "nowtop" }, this.headline, this.timer), this.notices, this.prompts);
  }

  show(me, look, badges) {
    const view = look.view;
    const mine = (view.acting ?? []).some((player) => me.seats.includes(player));
    const acting = (view.acting ?? []).filter((player) => !me.seats.includes(player)).map((player) => who(badges, player, look));
    const yours = mine ? h("span", { class: "who you" }, badge(badges?.find((one) => me.seats.includes(one.player))), "Your turn") : null;
    fill(this.headline, h("p", { class: "headline", "aria-live": "polite" }, view.headline),
      acting.length || mine ? h("div", { class: "acting" }, yours, acting.length ? h("span", { class: "muted" }, mine ? "also:" : acting.length > 1 ? "To act:" : "Turn:") : null, acting) : null);
    fill(this.notices, notices(look));
    fill(this.prompts, proposed(look), me.seats.length ? null : seatButton(me, look, badges, this.seating), belongings(view), told(me, look, badges));
    fill(this.seats, me.seats.length ? leaveButtons(me, look, badges, this.seating) : null);
  }
}

export function showQuestion(element, me, look) {
  const question = look.question;
  element.hidden = !question;
  if (!question) return fill(element);
  const may = mayAct(me, look, question.player);
  const answers = question.answers.map((answer, place) => h("button", {
    type: "button", class: place === 0 ? "main" : "", disabled: !may, "data-key": `answer-${question.number}-${place}`,
    onclick: () => post("/api/answer", { question: question.number, choice: place }),
  }, answer.label));
  return fill(element, h("h2", null, question.text), h("div", { class: "choices" }, answers),
    may ? null : h("p", { class: "hint" }, question.player ? `Asked of ${called(look, question.player)}.` : "Take a seat to answer."));
}
