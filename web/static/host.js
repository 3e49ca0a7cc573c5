// The host's page: come in, start a game, pause it, save and load.
import { $, badge, called, fill, h, nameOf, toast } from "./dom.js";
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
  if (!choice.game && known.games.length) pick(playing() ?? known.games[0]);
  form();
  saved();
  if (live.look) running(live.look);
}

/** Most play the same again. */
function playing() {
  const on = known.saved.find(({ id }) => id === known.playing);
  return known.games.find(({ name }) => name === on?.game);
}

function pick(game) {
  const { players } = game;
  choice.game = game;
  choice.count = players.includes(4) ? 4 : players[0];
  choice.names = game.names.map(() => "");
  choice.mine = 0; // the host plays too
  choice.bots = new Set(known.bots ? Array.from({ length: 12 }, (_, seat) => seat + 1) : []);
  choice.options = Object.fromEntries(game.offered.map((option) => [option.name, option.usual]));
}

const redraw = (change) => () => { change(); form(); };

function form() {
  const { game } = choice;
  if (!game) return fill($("start"), h("p", { class: "muted" }, "No rulebook is installed."));
  const pickGame = h("fieldset", null, h("legend", null, "Game"), h("div", { class: "choices" }, known.games.map((one) => h("button", {
    type: "button", "aria-pressed": String(one === game), "data-key": `game-${one.name}`, onclick: redraw(() => pick(one)) }, one.title))),
    h("p", { class: "hint" }, h("a", { href: `/rules/${game.name}` }, "The rules in short"), " · ", h("a", { href: `/api/kit/${game.name}.pdf`, download: "" }, "Print the kit (PDF)")));
  const pickCount = h("fieldset", null, h("legend", null, "Players"), h("div", { class: "choices" }, game.players.map((count) => h("button", {
    type: "button", "aria-pressed": String(count === choice.count), "data-key": `count-${count}`, onclick: redraw(() => { choice.count = count; }) }, String(count)))));
  const seats = h("fieldset", null, h("legend", null, "Seats, clockwise, and who sits there"), Array.from({ length: choice.count }, (_, seat) => seatRow(seat)));
  const mine = h("label", { class: "row" }, h("span", { class: "label" }, "I play"), h("select", { id: "mine", "data-key": "mine", onchange: (event) => { choice.mine = Number(event.target.value); } },
    Array.from({ length: choice.count }, (_, seat) => h("option", { value: seat, selected: seat === choice.mine }, game.own_seats ? nameOf(game.names[seat]) : `seat ${seat + 1}`)), h("option", { value: -1, selected: choice.mine < 0 }, "not myself")));
  const options = game.offered.length ? h("details", { "data-key": "options" }, h("summary", null, "Options"), game.offered.map(optionRow)) : null;
  return fill($("start"), pickGame, pickCount, seats, mine, options, h("button", { class: "main", "data-key": "go" }, "Start the game"));
}

function seatRow(seat) {
  const { game } = choice;
  const seatName = nameOf(game.names[seat]);
  const name = h("input", { value: choice.names[seat], maxlength: 24, autocomplete: "off", placeholder: "name", "aria-label": game.own_seats ? `Who plays ${seatName}` : `Name at seat ${seat + 1}`, "data-key": `name-${seat}`, oninput: (event) => { choice.names[seat] = event.target.value; } });
  const bot = h("input", { type: "checkbox", checked: choice.bots.has(seat), "data-key": `bot-${seat}`, onchange: (event) => { choice.bots[event.target.checked ? "add" : "delete"](seat); } });
  return h("div", { class: "seatrow" }, h("span", { class: "who" }, badge(game.badges[seat]), game.own_seats ? seatName : null), name, known.bots ? h("label", { class: "bot" }, bot, "bot") : h("span"));
}

/** An option in words: a switch, or one of the values that have names. */
function optionRow(option) {
  const id = `option-${option.name}`;
  const given = choice.options[option.name];
  const set = (value) => { choice.options[option.name] = value; };
  const input = option.values.length
    ? h("select", { id, "data-key": id, onchange: (event) => set(option.values[event.target.selectedIndex][0]) }, option.values.map(([value, words]) => h("option", { selected: value === given }, words)))
    : h("input", { id, type: "checkbox", checked: given, "data-key": id, onchange: (event) => set(event.target.checked) });
  return h("div", { class: "optionrow" }, h("div", null, h("label", { for: id }, option.label), h("small", { class: "muted" }, `${option.about} `, h("a", { href: option.rule, "aria-label": `Rule of ${option.label}` }, "rule"))), input);
}

/** Seats the box names keep their names; elsewhere people are called as they sit. */
function ids() {
  const { game } = choice;
  return game.names.slice(0, choice.count).map((id, seat) => {
    const said = choice.names[seat].trim();
    return game.own_seats || !said ? id : said;
  });
}

$("start").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = ids();
  const { game } = choice;
  const options = Object.fromEntries(Object.entries(choice.options).filter(([name, value]) => value !== game.options[name]));
  const names = Object.fromEntries(players.map((player, seat) => [player, game.own_seats ? choice.names[seat].trim() : ""]).filter(([, name]) => name));
  const bots = [...choice.bots].filter((seat) => seat < choice.count && seat !== choice.mine).map((seat) => players[seat]);
  const said = await post("/api/games", { game: game.name, players, options, bots, names, mine: players[choice.mine] ?? null });
  if (said) location.href = "/";
});

const TIMES = [["as the game has it", null], ["none", 0], ["30 s a turn", 30], ["1 min a turn", 60], ["2 min a turn", 120], ["5 min a turn", 300]];

function running(look) {
  $("title").textContent = look.title ?? "Companion";
  if (!me.host) return;
  if (!look.playing) { fill($("running"), proposed(look), h("p", { class: "muted" }, "No game yet.")); return; }
  const paused = Boolean(look.extras?.paused);
  const freed = Object.entries(look.seats).map(([player, state]) => h("div", { class: "savedrow" }, h("span", { class: "grow" }, h("b", null, called(look, player)), look.names?.[player] ? h("small", { class: "muted" }, ` ${nameOf(player)}`) : "", ` · ${{ phone: "on a phone", bot: "a bot plays", free: "free" }[state]}`),
    state === "phone" ? h("button", { type: "button", "data-key": `free-${player}`, onclick: () => post("/api/leave", { player }) }, "Free the seat") : null,
    state === "phone" && !me.seats.includes(player) ? h("button", { type: "button", "data-key": `host-${player}`, onclick: () => handOver(player) }, "Let them host") : null,
    state === "free" && known.bots ? h("button", { type: "button", "data-key": `bot-${player}`, onclick: () => post("/api/bots", { bots: [...bots(look), player] }) }, "Let a bot play") : null,
    state === "bot" ? h("button", { type: "button", "data-key": `human-${player}`, onclick: () => post("/api/bots", { bots: bots(look).filter((name) => name !== player) }) }, "Give to a person") : null));
  fill($("running"), proposed(look), h("p", null, h("b", null, look.title), ` · ${look.view.headline}`),
    h("div", { class: "choices" }, h("button", { type: "button", class: paused ? "main" : "", "data-key": "pause", onclick: () => post("/api/pause", { paused: !paused }) }, paused ? "Go on" : "Pause"),
      h("button", { type: "button", "data-key": "undo", disabled: !look.can_undo, onclick: () => post("/api/undo", { seen: live.look.number }) }, "Undo"),
      h("button", { type: "button", "data-key": "redo", disabled: !look.can_redo, onclick: () => post("/api/redo", { seen: live.look.number }) }, "Redo"),
      h("button", { type: "button", "data-key": "rematch", onclick: () => again(look) }, "Start it anew"),
      h("button", { type: "button", "data-key": "lights", onclick: async () => { if (await post("/api/lights", {})) toast("Every lamp lights up once."); } }, "Try the lights")),
    h("label", { class: "row" }, h("span", { class: "label" }, "Time for a turn"), h("select", { "data-key": "timer", onchange: (event) => post("/api/timer", { seconds: TIMES[event.target.selectedIndex][1] }) },
      TIMES.map(([words, seconds]) => h("option", { selected: seconds === (look.extras?.timer_set ?? null) }, words)))), freed);
}

async function handOver(player) {
  const said = await post("/api/handover", { player });
  if (said) { me = said; toast(`${called(live.look, player)} hosts now.`); door(); }
}

/** The same game with the same people: nothing is lost, the one before stays among the saved ones. */
async function again(look) {
  if (look.view.over || confirm(`Start ${look.title} anew with the same people? The game on the table stays among the saved games.`)) await post("/api/rematch", {});
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
