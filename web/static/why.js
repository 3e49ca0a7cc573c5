// Why something was refused: the rule's paragraph beside the board, and on the board what may be done instead.
import { h } from "./dom.js";
import { get } from "./talk.js";

const TOLD = 4; // actions named where the board has no space for them

/** Opens the paragraph and lights the legal moves until it is closed; `rest` puts the lights back. */
export async function showWhy({ rule, title, text }, light, rest) {
  document.querySelector(".whycard")?.close();
  const { actions } = await get("/api/legal");
  const spaces = [...new Set(actions.map(({ space }) => space).filter(Boolean))];
  const others = actions.filter(({ space }) => !space).slice(0, TOLD);
  const dialog = h("dialog", { class: "card whycard", "aria-labelledby": "why-title" }, h("h2", { id: "why-title" }, title), h("p", null, text),
    spaces.length ? h("p", { class: "hint" }, "What you may do now is lit on the board.") : null,
    others.length ? h("p", { class: "hint" }, `You may: ${others.map(({ words }) => words.replace(/^.*?: /, "")).join("; ")}.`) : null,
    h("div", { class: "choices" }, h("button", { type: "button", class: "main", onclick: () => dialog.close() }, "I see"), h("a", { class: "button", href: rule }, "All rules")));
  dialog.addEventListener("close", () => { dialog.remove(); rest(); });
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") dialog.close(); });
  document.body.append(dialog);
  dialog.show();
  light({ lights: spaces.map((space) => ({ space, colour: "green", effect: "pulse" })) });
}
