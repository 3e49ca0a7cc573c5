// A line of the journal in words.
import { h } from "./dom.js";

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export const when = (entry) => clock.format(new Date(entry.at * 1000));

export function lineOf(entry, { current: isCurrent = false, onclick }) {
  return h("li", { class: entry.stands || entry.what !== "action" ? "" : "gone" },
    h("button", { type: "button", class: "line", "data-key": `entry-${entry.number}`, "aria-current": isCurrent ? "true" : null, disabled: !onclick, onclick },
      h("span", { class: "no" }, String(entry.number)),
      h("span", { class: "grow" }, h("span", { class: "words" }, entry.words),
        entry.now && entry.now !== entry.words ? h("span", { class: "mark" }, ` → ${entry.now} (corrected by ${entry.corrected_by})`) : null,
        entry.unfit ? h("span", { class: "unfit" }, ` no longer fits: ${entry.unfit}`) : null,
        h("small", null, `${entry.source} · ${when(entry)}${entry.stands || entry.what !== "action" ? "" : " · taken back"}`))));
}
