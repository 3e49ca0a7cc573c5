// The host's page: come in, start a game, pause it, save and load.
import { $, badge, fill, h, nameOf, toast } from "./dom.js";
import { proposed } from "./now.js";
import { get, Live, post } from "./talk.js";

let me = await get("/api/me");
let known = { games: [], saved: [], bots: false };
const choice = { game: null, count: 0, names: [], bots: new Set(), options: {} };
const live = new Live({ onLook: running });

async function come(pin) {
  const said = await post("/api/host", pin ? { pin } : {});
  if (said) { me = said; await open(); }
}

function door() {
  $("inside").hidden = !me.host;
  $("door").hidden = me.host;
  if (me.host) return;
  if (!me.has_host) {
    fill($("door"), h("h2", null, "Nobody hosts yet"), h("p", null, "The host starts games, gives out seats and can pause. The first to press this is it."),
      h("button", { type: "button", class: "main", onclick: () => come() }, "I am the host"));
    return;
  }
  const pin = h("input", { inputmode: "numeric", autocomplete: "off", maxlength: 8, id: "pin-in" });
  fill($("door"), h("h2", null, "Come in as host"), h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); come($("pin-in").value); } },
    h("label", { for: "pin-in" }, "The PIN (another host sees it on this page)"), pin, h("button", { class: "main" }, "Come in")));
}

async function open() {
  door();
  if (!me.host) return;
  $("pin").textContent = `Further hosts come in with the PIN ${me.pin}.`;
  try {
    known = await get("/api/games");
  } catch (wrong) {
    toast(wrong.message, "bad");
  }
  if (!choice.game && known.games.length) pick(known.games[0]);
  form();
  saved();
}

function pick(game) {
  const { players } = game;
  choice.game = game;
  choice.count = players.includes(4) ? 4 : players[0];
  choice.names = [...game.names].map(nameOf);
  choice.bots = new Set(known.bots ? Array.from({ length: 12 }, (_, seat) => seat + 1) : []) // seat 1 is for the host;
  choice.options = structuredClone(game.options);
}

const redraw = (change) => () => { change(); form(); };

function form() {
  const { game } = choice;
  if (!game) return fill($("start"), h("p", { class: "muted" }, "No rulebook is installed."));
  const pickGame = h("fieldset", null, h("legend", null, "Game"), h("div", { class: "choices" }, known.games.map((one) => h("button", {
    type: "button", "aria-pressed": String(one === game), "data-key": `game-${one.name}`, onclick: redraw(() => pick(one)) }, one.title))));
  const pickCount = h("fieldset", null, h("legend", null, "Players"), h("div", { class: "choices" }, game.players.map((count) => h("button", {
    type: "button", "aria-pressed": String(count === choice.count), "data-key": `count-${count}`, onclick: redraw(() => { choice.count = count; }) }, String(count)))));
  const seats = h("fieldset", null, h("legend", null, "Seats, clockwise"), Array.from({ length: choice.count }, (_, seat) => seatRow(seat)));
  const offered = Object.entries(game.options).filter(([, usual]) => ["boolean", "number", "string"].includes(typeof usual)); // positions and the like are for the API
  const options = offered.length ? h("details", { "data-key": "options" }, h("summary", null, "Options"), offered.map(optionRow)) : null;
  return fill($("start"), pickGame, pickCount, seats, options, h("button", { class: "main", "data-key": "go" }, "Start the game"));
}

function seatRow(seat) {
  const name = h("input", { value: choice.names[seat], maxlength: 24, "aria-label": `Name at seat ${seat + 1}`, "data-key": `name-${seat}`, oninput: (event) => { choice.names[seat] = event.target.value; } });
  const bot = h("input", { type: "checkbox", checked: choice.bots.has(seat), "data-key": `bot-${seat}`, onchange: (event) => { choice.bots[event.target.checked ? "add" : "delete"](seat); } });
  return h("div", { class: "seatrow" }, badge(choice.game.badges[seat]), name, known.bots ? h("label", { class: "bot" }, bot, "bot") : h("span"));
}

function optionRow([name, usual]) {
  const id = `option-${name}`;
  const set = (value) => { choice.options[name] = value; };
  const given = choice.options[name];
  const input = typeof usual === "boolean"
    ? h("input", { id, type: "checkbox", checked: given, onchange: (event) => set(event.target.checked) })
    : typeof usual === "number"
      ? h("input", { id, type: "number", value: given, step: "any", oninput: (event) => set(Number(event.target.value)) })
      : h("input", { id, value: given, oninput: (event) => set(event.target.value) });
  return h("div", { class: "optionrow" }, h("label", { for: id }, nameOf(name)), input);
}

/** Names as the rules know them: a character's own name stays its id. */
function ids() {
  return choice.names.slice(0, choice.count).map((name, seat) => (name.trim().toLowerCase() === nameOf(choice.game.names[seat]).toLowerCase() ? choice.game.names[seat] : name.trim()));
}

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = ids();
  const options = Object.fromEntries(Object.entries(choice.options).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(choice.game.options[name])));
  const said = await post("/api/games", { game: choice.game.name, players, options, bots: [...choice.bots].filter((seat) => seat < choice.count).map((seat) => players[seat]) });
  if (said) location.href = "/";
});

function running(look) {
  $("title").textContent = look.title ?? "Companion";
  if (!me.host) return;
  if (!look.playing) { fill($("running"), proposed(look), h("p", { class: "muted" }, "No game yet.")); return; }
  const paused = Boolean(look.extras?.paused);
  const freed = Object.entries(look.seats).map(([player, state]) => h("div", { class: "savedrow" }, h("span", { class: "grow" }, h("b", null, nameOf(player)), ` · ${{ phone: "on a phone", bot: "a bot plays", free: "free" }[state]}`),
    state === "phone" ? h("button", { type: "button", "data-key": `free-${player}`, onclick: () => post("/api/leave", { player }) }, "Free the seat") : null,
    state === "free" && known.bots ? h("button", { type: "button", "data-key": `bot-${player}`, onclick: () => post("/api/bots", { bots: [...bots(look), player] }) }, "Let a bot play") : null,
    state === "bot" ? h("button", { type: "button", "data-key": `human-${player}`, onclick: () => post("/api/bots", { bots: bots(look).filter((name) => name !== player) }) }, "Give to a person") : null));
  fill($("running"), proposed(look), h("p", null, h("b", null, look.title), ` · ${look.view.headline}`),
    h("div", { class: "choices" }, h("button", { type: "button", class: paused ? "main" : "", "data-key": "pause", onclick: () => post("/api/pause", { paused: !paused }) }, paused ? "Go on" : "Pause"),
      h("button", { type: "button", "data-key": "undo", disabled: !look.can_undo, onclick: () => post("/api/undo", { seen: live.look.number }) }, "Undo"),
      h("button", { type: "button", "data-key": "redo", disabled: !look.can_redo, onclick: () => post("/api/redo", { seen: live.look.number }) }, "Redo")), freed);
}

const bots = (look) => Object.entries(look.seats).filter(([, state]) => state === "bot").map(([player]) => player);

function saved() {
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const titles = new Map(known.games.map((game) => [game.name, game.title]));
  fill($("saved"), known.saved.length ? known.saved.slice(0, 30).map((game) => h("div", { class: "savedrow" },
    h("span", { class: "grow" }, h("b", null, titles.get(game.game) ?? game.game), h("small", { class: "muted" }, ` ${game.players.map(nameOf).join(", ")} · ${date.format(new Date(game.started * 1000))}${game.over ? " · finished" : ""}`)),
    game.id === known.playing ? h("span", { class: "muted" }, "on the table") : h("button", { type: "button", "data-key": `load-${game.id}`, onclick: () => load(game.id) }, "Go on"),
    h("a", { class: "button", href: `/api/export/${game.id}`, download: true }, "Export"))) : h("p", { class: "muted" }, "None yet."),
    h("p", null, h("a", { class: "button", href: "/api/backup", download: "companion.backup" }, "Back up everything")));
}

async function load(id) {
  if (await post(`/api/games/${id}/load`, {})) { toast("That game is on the table again."); await open(); }
}

$("import").addEventListener("change", async ({ target }) => {
  if (target.files[0] && await post("/api/import", target.files[0])) { toast("Imported; it is on the table now."); await open(); }
  target.value = "";
});

$("settings").addEventListener("toggle", async () => {
  if (!$("settings").open) return;
  const { settings } = await get("/api/settings");
  const row = ({ name, value, source }) => h("tr", { class: source === "default" ? "muted" : "" }, h("th", { scope: "row" }, name), h("td", null, JSON.stringify(value)), h("td", null, source));
  fill($("settings-in"), h("div", { class: "sideways", tabindex: "0", role: "region", "aria-label": "Settings" }, h("table", { class: "settings" }, h("thead", null, h("tr", null, ["Setting", "Value", "From"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", null, settings.map(row)))));
});

await open();
live.start(null);
