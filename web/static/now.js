// What to do now: whose turn, my prompts with their buttons, seats to take, the open question.
import { badge, fill, h, nameOf } from "./dom.js";
import { post, submit } from "./talk.js";

const MANY_LINES = 3;
const MUCH = 130; // letters on buttons before a list is folded away

/** May this phone press a button meant for that player? */
export function mayAct(me, look, player) {
  if (me.host || (player && me.seats.includes(player))) return true;
  const isFree = !player || !["phone", "bot"].includes(look.seats?.[player]);
  return me.seats.length > 0 && isFree;
}

function who(badges, player, look) {
  const called = look.names?.[player];
  return h("span", { class: "who" }, badge(badges?.find((one) => one.player === player)), nameOf(player), called ? h("small", null, called) : null);
}

/** Presses a choice; what only the player knows is asked for first. */
export async function press(choice) {
  const action = choice.fill ? await fillIn(choice) : choice.action;
  if (action) await submit(action);
}

/** Asks for a list, one thing after the other: cards by name, or a way from space to space. */
function fillIn(choice) {
  const [field, ask] = Object.entries(choice.fill)[0];
  const picked = [];
  const dialog = h("dialog", { class: "card" });
  const next = () => (Array.isArray(ask.of) ? ask.of.map((code) => [code, code])
    : ask.from === undefined ? Object.entries(ask.of) : (ask.of[picked.at(-1) ?? ask.from] ?? []).map((code) => [code, code]));
  const isFull = () => picked.length >= ask.count || (ask.ends ?? []).includes(picked.at(-1));
  const draw = () => dialog.replaceChildren(h("p", { class: "headline" }, choice.label),
    h("p", { class: "picked", "aria-live": "polite" }, picked.length ? picked.join(" → ") : `Tap ${ask.from === undefined ? "what comes first" : `where you go from ${ask.from}`}`),
    h("div", { class: "choices" }, isFull() ? null : next().map(([code, name]) => h("button", { type: "button", onclick: () => { picked.push(code); draw(); } }, name))),
    h("div", { class: "choices" },
      h("button", { type: "button", class: "main", disabled: !picked.length || (ask.from === undefined && !isFull()), onclick: () => dialog.close("done") }, "Done"),
      h("button", { type: "button", disabled: !picked.length, onclick: () => { picked.pop(); draw(); } }, "Back"),
      h("button", { type: "button", class: "plain", onclick: () => dialog.close("") }, "Cancel")));
  draw();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue === "done" ? { ...choice.action, [field]: picked } : null);
  }));
}

function buttons(choices) {
  return h("div", { class: "choices" }, choices.map((choice) => h("button", {
    type: "button", class: choices.length === 1 ? "main" : "", "data-key": JSON.stringify(choice.action), onclick: () => press(choice),
  }, choice.label)));
}

function prompt(me, look, asked, badges) {
  const mine = asked.player ? me.seats.includes(asked.player) : me.seats.length > 0;
  const may = mayAct(me, look, asked.player);
  const plain = (asked.choices ?? []).filter((choice) => !choice.space);
  const onBoard = (asked.choices ?? []).filter((choice) => choice.space);
  const listed = may && onBoard.length ? h("details", { "data-key": `list-${asked.text}` }, h("summary", null, `Choose from a list (${onBoard.length})`), buttons(onBoard)) : null;
  return h("div", { class: `prompt ${mine && may ? "mine" : ""}` },
    asked.player && !me.seats.includes(asked.player) ? who(badges, asked.player, look) : null,
    h("p", { class: "asks" }, asked.text),
    may && plain.length ? (plain.map((choice) => choice.label).join("").length > MUCH ? h("details", { "data-key": `plain-${asked.text}` }, h("summary", null, `${plain.length} ways`), buttons(plain)) : buttons(plain)) : null,
    may && onBoard.length ? h("p", { class: "hint" }, "Tap a marked space on the board, or just do it on the table.") : null,
    listed);
}

const MY_NAME = "companion-name"; // remembered on this phone, offered again

/** One big button for whoever only watches; whoever sits may leave again. */
function seatButton(me, look, badges, { join, leave }) {
  if (me.seats.length) {
    const bots = Object.values(look.seats ?? {}).includes("bot");
    return me.seats.map((player) => h("button", { type: "button", class: "plain", "data-key": `leave-${player}`, onclick: () => leave(player) }, `Leave ${nameOf(player)}'s seat${bots ? " to a bot" : ""}`));
  }
  const open = (badges ?? []).filter(({ player }) => look.seats?.[player] !== "phone");
  if (!open.length) return h("p", { class: "hint" }, "You are watching: every seat is on a phone.");
  return h("button", { type: "button", class: "main big", "data-key": "join", onclick: () => chooseSeat(open, look, join) }, "Take a seat");
}

/** Asks for a name and a seat by its colour; a bot that plays there steps aside. */
function chooseSeat(open, look, join) {
  const name = h("input", { type: "text", id: "my-name", maxlength: 24, autocomplete: "given-name", value: localStorage.getItem(MY_NAME) ?? "" });
  const take = (player) => () => {
    localStorage.setItem(MY_NAME, name.value.trim());
    dialog.close();
    join(player, name.value.trim());
  };
  const seat = (one) => h("button", { type: "button", "data-key": `seat-${one.player}`, onclick: take(one.player) }, badge(one),
    h("span", null, one.name, h("small", null, look.seats?.[one.player] === "bot" ? "a bot plays here and steps aside" : "free")));
  const dialog = h("dialog", { class: "card join", "aria-label": "Take a seat" }, h("p", { class: "headline" }, "Take a seat"),
    h("label", { for: "my-name" }, "Your name"), name, h("p", { class: "hint" }, "Which colour do you play?"),
    h("div", { class: "seats" }, open.map(seat)), h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Only watch"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function notices(look) {
  const lines = Object.entries(look.notices ?? {}).map(([part, text]) => h("li", null, h("b", null, `${nameOf(part)}: `), text));
  const differences = look.differences ?? [];
  const more = differences.length > MANY_LINES ? h("li", null, h("a", { href: "/table" }, `and ${differences.length - MANY_LINES} more pieces lie otherwise: see the table`)) : null;
  const differ = [...differences.slice(0, MANY_LINES).map((line) => h("li", null, h("b", null, "On the table: "), line)), more];
  const unfit = (look.unfit ?? []).map(({ number, why }) => h("li", null, h("b", null, `Entry ${number} no longer fits: `), why));
  const paused = look.extras?.paused ? h("li", { class: "pause" }, h("b", null, "Paused. "), "The host can go on.") : null;
  const all = [paused, ...lines, ...differ, ...unfit].filter(Boolean);
  return all.length ? h("ul", { class: "notices" }, all) : null;
}

export class Now {
  constructor(element, seating) {
    this.seating = seating;
    this.timer = h("div", { class: "timer", hidden: true });
    this.headline = h("div");
    this.prompts = h("div", { class: "now" });
    element.append(h("div", { class: "nowtop" }, this.headline, this.timer), this.prompts);
  }

  show(me, look, badges) {
    const view = look.view;
    const acting = (view.acting ?? []).map((player) => who(badges, player, look));
    fill(this.headline, h("p", { class: "headline", "aria-live": "polite" }, view.headline),
      acting.length ? h("div", { class: "acting" }, h("span", { class: "muted" }, acting.length > 1 ? "To act:" : "Turn:"), acting) : null);
    const open = new Set([...this.prompts.querySelectorAll("details[open]")].map((one) => one.dataset.key));
    const mineFirst = [...(view.prompts ?? [])].sort((a, b) => me.seats.includes(b.player) - me.seats.includes(a.player));
    const asks = mineFirst.map((asked) => prompt(me, look, asked, badges));
    const seats = seatButton(me, look, badges, this.seating);
    const drawn = fill(this.prompts, notices(look), me.seats.length ? [asks, seats] : [seats, asks]);
    if (drawn) for (const one of this.prompts.querySelectorAll("details")) one.open = open.has(one.dataset.key) || one.open;
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
    may ? null : h("p", { class: "hint" }, question.player ? `Asked of ${nameOf(question.player)}.` : "Take a seat to answer."));
}

/** Spaces of my prompts' choices: space name -> choices. */
export function choicesBySpace(me, look) {
  const found = new Map();
  for (const asked of look.view.prompts ?? []) {
    if (!mayAct(me, look, asked.player)) continue;
    if (me.seats.length && asked.player && !me.seats.includes(asked.player) && look.view.acting?.some((player) => me.seats.includes(player))) continue;
    for (const choice of asked.choices ?? []) if (choice.space) found.set(choice.space, [...(found.get(choice.space) ?? []), choice]);
  }
  return found;
}
