// The venue: every table live, who needs help, tonight's results, the league and the records.
import { $, badge, fill, h, nameOf, s } from "./dom.js";
import { merge } from "./talk.js";
import { drawThumb } from "./thumb.js";

const SILENT_MS = 12000; // a beat comes every 5 s: two are missing
const TURN_MS = 12000; // a big screen with more tables than fit turns its pages
const ROUND = 2 * Math.PI * 20;
const cards = new Map();
let look = { tables: {} };
let offset = 0;
let heardAt = 0;
let page = 0;
let source = null;

const now = () => Date.now() / 1000 + offset;
const called = (name) => nameOf(name.replaceAll(/[-_]/g, " "));
const personOf = (seat) => seat.name || nameOf(seat.player);
const number = (value) => String(value).replace("-", "−");

/** Who needs help comes first, who is away last. */
function inOrder() {
  return Object.values(look.tables).sort((one, other) => Number(Boolean(other.help)) - Number(Boolean(one.help)) || Number(other.online) - Number(one.online)
    || one.name.localeCompare(other.name, undefined, { numeric: true }));
}

function say(state, words) {
  $("status").dataset.state = state;
  if ($("status").lastElementChild.textContent !== words) $("status").lastElementChild.textContent = words;
}

function listen() {
  source?.close();
  source = new EventSource("/api/stream");
  for (const name of ["hello", "look", "change", "beat"]) source.addEventListener(name, () => { heardAt = Date.now(); say("live", "live"); });
  for (const name of ["hello", "beat"]) source.addEventListener(name, (event) => { offset = JSON.parse(event.data).now - Date.now() / 1000; });
  source.addEventListener("look", (event) => show(JSON.parse(event.data)));
  source.addEventListener("change", (event) => show(merge(look, JSON.parse(event.data))));
  source.addEventListener("error", () => say("lost", "no connection"));
}

setInterval(() => {
  if (heardAt && Date.now() - heardAt > SILENT_MS) { say("silent", "the venue is silent"); heardAt = Date.now(); listen(); }
}, 1000);

function show(fresh) {
  const before = look;
  look = fresh;
  const tables = inOrder();
  $("empty").hidden = tables.length > 0;
  const online = tables.filter((table) => table.online).length;
  $("count").textContent = tables.length ? `${online} of ${tables.length} ${tables.length === 1 ? "table" : "tables"} here` : "";
  showHelp(tables);
  fill($("faults"), (look.faults ?? []).map((text) => h("li", null, text)));
  showTables(tables);
  if (["tonight", "league", "records"].some((part) => look[part] !== before[part])) showClub();
}

function showClub() {
  showTonight();
  showLeague();
  showRecords();
}

function showHelp(tables) {
  const calling = tables.filter((table) => table.help && table.online);
  fill($("help"), calling.map((table) => h("p", { class: "call" }, h("b", null, `${called(table.name)} needs help`),
    h("span", { "data-since": table.help }, since(table.help)))));
}

function since(moment) {
  const minutes = Math.max(0, Math.floor((now() - moment) / 60));
  return minutes ? `for ${minutes} min` : "just now";
}

// The cards

function perPage() {
  if (innerWidth < 1200) return Infinity;
  return matchMedia("(min-width: 1600px)").matches ? 8 : 6;
}

function showTables(tables) {
  const per = perPage();
  const count = Math.max(1, Math.ceil(tables.length / per));
  page %= count;
  const shown = per === Infinity ? tables : tables.slice(page * per, page * per + per);
  $("tables").dataset.count = shown.length;
  for (const [name, card] of cards) if (!shown.some((table) => table.name === name)) { card.remove(); cards.delete(name); }
  for (const table of shown) {
    if (!cards.has(table.name)) cards.set(table.name, newCard(table.name));
    const card = cards.get(table.name);
    if (card.table !== table) { card.table = table; drawCard(card, table); }
  }
  const order = shown.map((table) => cards.get(table.name));
  if (order.some((card, place) => $("tables").children[place] !== card)) $("tables").replaceChildren(...order);
  fill($("pages"), count > 1 ? Array.from({ length: count }, (_, place) => h("i", { class: place === page ? "here" : "" })) : []);
}

setInterval(() => {
  if (perPage() === Infinity || $("tables").matches(":hover, :focus-within")) return;
  page += 1;
  showTables(inOrder());
}, TURN_MS);

function newCard(name) {
  const part = (kind) => h("div", { class: kind });
  const card = h("article", { class: "table card", "data-table": name, "aria-label": called(name) });
  card.parts = Object.fromEntries(["thumb", "about", "clock", "seats", "join"].map((kind) => [kind, part(kind)]));
  card.append(...Object.values(card.parts));
  return card;
}

async function drawCard(card, table) {
  card.classList.toggle("calls", Boolean(table.help && table.online));
  card.classList.toggle("away", !table.online);
  card.classList.toggle("asks", Boolean(table.question));
  const said = table.headline || (table.game ? "" : "Nothing on the table");
  fill(card.parts.about, h("h3", null, h("span", { class: "where" }, called(table.name)), table.title ? h("span", { class: "what" }, table.title) : null),
    h("p", { class: "says" }, said), marks(table));
  showClock(card);
  showJoin(card, table);
  const badges = await drawThumb(card.parts.thumb, table);
  if (card.table === table) showSeats(card.parts.seats, table, badges);
}

function marks(table) {
  const found = [];
  if (!table.online) found.push(["off", "offline"]);
  if (table.help && table.online) found.push(["help", "needs help"]);
  if (table.question) found.push(["ask", "a question is open"]);
  if (table.paused) found.push(["pause", "paused"]);
  if (table.over) found.push(["over", "finished"]);
  for (const [part, text] of Object.entries(table.faults ?? {})) found.push(["fault", part, text]);
  return found.length ? h("p", { class: "marks" }, found.map(([kind, words, why]) => h("span", { class: `mark ${kind}`, title: why }, words))) : null;
}

function showSeats(host, table, badges) {
  const ranked = [...(table.seats ?? [])].sort((one, other) => one.place - other.place);
  fill(host, h("ol", null, ranked.map((seat) => h("li", { class: table.acting?.includes(seat.player) ? "acts" : "" },
    badge(badges?.find((one) => one.player === seat.player)),
    h("span", { class: "name" }, personOf(seat)), h("b", null, number(seat.total))))),
  ranked.length ? h("small", { class: "muted" }, table.unit ?? "points") : null);
}

function showJoin(card, table) {
  fill(card.parts.join, table.address ? h("a", { href: table.address, "aria-label": `To the page of ${called(table.name)}` },
    h("img", { src: `/qr/${encodeURIComponent(table.name)}.svg`, alt: `QR code of ${table.address}`, width: 72, height: 72, loading: "lazy" }), h("span", null, "Open")) : null);
}

function timeOf(timer) {
  return timer ? Math.max(0, timer.ends_at ? timer.ends_at - now() : timer.left_s ?? 0) : null;
}

function showClock(card) {
  const { table, parts } = card;
  const left = table.over || !table.online ? null : timeOf(table.timer);
  parts.clock.hidden = left === null;
  if (left === null) return;
  if (!parts.clock.firstChild) {
    parts.clock.append(s("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, s("circle", { cx: 24, cy: 24, r: 20 }),
      s("circle", { class: "left", cx: 24, cy: 24, r: 20, "stroke-dasharray": ROUND })), h("span"));
  }
  const whole = Math.ceil(left);
  const words = table.paused ? "❚❚" : whole >= 60 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : String(whole);
  parts.clock.dataset.late = whole <= 10 ? "soon" : "";
  parts.clock.querySelector(".left").setAttribute("stroke-dashoffset", ROUND * (1 - Math.min(1, left / table.timer.total_s)));
  if (parts.clock.lastChild.textContent !== words) parts.clock.lastChild.textContent = words;
}

setInterval(() => {
  for (const card of cards.values()) showClock(card);
  for (const one of document.querySelectorAll("[data-since]")) one.textContent = since(Number(one.dataset.since));
}, 500);

// The club

const hour = (moment) => new Date(moment * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const minutes = (seconds) => `${Math.max(1, Math.round(seconds / 60))} min`;

function showTonight() {
  const games = look.tonight ?? [];
  const most = perPage() === Infinity ? 40 : 4;
  const more = games.length > most ? h("p", { class: "muted" }, `and ${games.length - most} more`) : null;
  fill($("tonight"), games.length ? [h("ol", { class: "games" }, games.slice(0, most).map((game) => h("li", null,
    h("span", { class: "when" }, hour(game.ended)),
    h("span", { class: "grow" }, h("b", null, game.seats.filter((seat) => seat.wins).map((seat) => seat.who).join(" and ") || "Nobody"), ` won ${game.title}`,
      h("small", null, `${called(game.table)} · ${game.seats.map((seat) => `${seat.place}. ${seat.who} ${number(seat.total)}`).join(", ")} · ${minutes(game.lasted_s)}`))))), more] : h("p", { class: "muted" }, "No game has ended yet this evening."));
}

function showLeague() {
  const rows = look.league ?? [];
  fill($("league"), rows.length ? h("table", null,
    h("thead", null, h("tr", null, ["", "Player", "Games", "Won", "Tonight", "Points"].map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", null, rows.slice(0, perPage() === Infinity ? 50 : 6).map((row) => h("tr", null, h("td", { class: "rank" }, `${row.tied ? "=" : ""}${row.rank}.`), h("th", { scope: "row" }, row.name),
      h("td", null, row.games), h("td", null, row.wins), h("td", null, row.tonight ? `+${row.tonight}` : ""), h("td", { class: "sum" }, row.points)))))
    : h("p", { class: "muted" }, "Whoever says a name when taking a seat is in the league."));
}

function showRecords() {
  const found = look.records ?? [];
  fill($("records"), found.length ? h("ul", { class: "games" }, found.map((one) => h("li", null, h("span", { class: "grow" }, h("b", null, one.title),
    h("small", null, `${number(one.best)} ${one.unit} by ${one.by.join(" and ")} on ${new Date(one.on).toLocaleDateString()} · quickest ${minutes(one.quickest_s)} · ${one.games} played`)))))
    : h("p", { class: "muted" }, "No records yet."));
}

addEventListener("resize", () => {
  showTables(inOrder());
  showClub();
});
listen();
