// Calls the people of the club to this table, and says when help has come.
import { $ } from "./dom.js";
import { post } from "./talk.js";

const button = $("callhelp"); // only at tables of a club

function say(since) {
  button.setAttribute("aria-pressed", String(Boolean(since)));
  button.textContent = since ? "Help is called · all well?" : "Call for help";
}

button?.addEventListener("click", async () => {
  const said = await post("/api/help", { help: button.getAttribute("aria-pressed") !== "true" });
  if (said) say(said.help);
});

export function showHelp(look) {
  if (!button) return;
  button.hidden = !look.playing;
  say(look.extras?.help);
}
