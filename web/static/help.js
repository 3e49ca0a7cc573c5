// Calls the people of the club to this table, and says when help has come.
import { $ } from "./dom.js";
import { post } from "./talk.js";

const button = $("callhelp");

function show(since) {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(since)));
  button.textContent = since ? "Help is called · all well?" : "Call for help";
}

button.addEventListener("click", async () => {
  const said = await post("/api/help", { help: button.getAttribute("aria-pressed") !== "true" });
  if (said) show(said.help);
});
addEventListener("look", ({ detail }) => (detail.playing ? show(detail.extras?.help) : (button.hidden = true)));
