// A player for tests: taps what a phone offers until a wanted action is entered, or anything at all.
window.tapper = (() => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const isShown = (element) => element.getClientRects().length > 0;
  const offered = () => [
    ...[...document.querySelectorAll("#asks button")].filter((button) => !button.disabled && isShown(button)),
    ...document.querySelectorAll("#board .tap"),
  ];
  const BELOW_HEADER_PX = 150;
  const SLOW_ANSWER = 250; // looks at the page, 8 ms apart: nobody taps the same again sooner
  const NO_WAY_ON = new Set(["back", "clear", "less", "way-less"]);
  const NO_FRAME_MS = 500; // a browser that paints nothing is not waited for
  const MOST_AIMS = 40;
  const log = { taps: 0, covered: [], most: 0, lost: [], patience_ms: 20000 }; // whoever is not through with an action by then never will be
  let diary = []; // what was done for this action, and when
  let layout = null;

  const note = (...what) => diary.push(`${Math.round(performance.now())} ms: ${what.join(" ")}`);

  function drawn() {
    return new Promise((resolve) => {
      const late = setTimeout(() => { note("no frame is painted"); resolve(); }, NO_FRAME_MS);
      requestAnimationFrame(() => { clearTimeout(late); setTimeout(resolve); });
    });
  }

  /** A finger in the middle of it: whatever lies there gets the click. */
  async function tap(element) {
    note("tap", element.dataset.key);
    await drawn(); // nobody taps what is not painted yet
    if (!element.isConnected) return;
    for (let tries = 0; tries < 4 && isOutOfSight(element); tries += 1) { // a board somebody looked at closely shows only a part
      note("farther", frame());
      document.querySelector("#farther").click();
      log.taps += 1;
      await drawn();
    }
    let [hit, at, meant, view] = [null, null, false, null];
    for (let tries = 0; !meant && (tries < 5 || (tries < MOST_AIMS && view !== frame())); tries += 1) { // whoever taps waits until it has come to rest
      view = frame();
      if (tries) await drawn();
      element.scrollIntoView({ block: "start", behavior: "instant" });
      scrollBy({ top: -BELOW_HEADER_PX, behavior: "instant" });
      const box = (element.querySelector(".target") ?? element).getBoundingClientRect();
      at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
      hit = document.elementFromPoint(at.clientX, at.clientY);
      note("aims", tries, frame(), Math.round(at.clientX), Math.round(at.clientY));
      meant = element.closest("#board") ? hit?.closest("#board .tap, #board .reach") : element.contains(hit);
    }
    if (!meant) log.covered.push(`${element.dataset.key} at ${Math.round(at.clientX)},${Math.round(at.clientY)} under ${hit?.outerHTML.slice(0, 80)}`);
    const touched = hit && meant ? hit : element;
    (touched.closest("button, .tap") ?? element).focus({ preventScroll: true });
    for (const name of ["pointerdown", "pointerup"]) touched.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true, pointerId: 1, ...at }));
    touched.dispatchEvent(new MouseEvent("click", { bubbles: true, ...at }));
    log.taps += 1;
  }

  const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

  function isOutOfSight(element) {
    if (!element.closest("#board.zoomed")) return false;
    const [[x, y], board] = [middleOf(element.getBoundingClientRect()), document.querySelector("#board svg:not(.sheet)").getBoundingClientRect()];
    return x < board.left || x > board.right || y < board.top || y > board.bottom;
  }

  /** The end of a way tapped where that is offered, else all of it drawn. */
  async function draw(spaces, goal) {
    const end = [...document.querySelectorAll("#board .tap.goal")].find(({ dataset }) => dataset.key === goal);
    const view = frame();
    await (end ? tap(end) : stroke(spaces));
    return end && view !== frame() && document.querySelector("#board.zoomed") ? draw(spaces, goal) : goal ?? spaces.join(); // it came closer first
  }

  /** A finger drawn over these spaces: one touch, however long. */
  async function stroke(spaces) {
    await drawn();
    const svg = document.querySelector("#board svg:not(.sheet)");
    layout ??= await (await fetch("/api/layout")).json();
    const send = (name, { x, y }) => {
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
      svg.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true, pointerId: 1, buttons: 1, clientX: at.x, clientY: at.y }));
    };
    const spots = spaces.map((name) => layout.spaces.find((space) => space.name === name));
    send("pointerdown", spots[0]);
    for (const spot of spots.slice(1)) send("pointermove", spot);
    send("pointerup", spots.at(-1));
    log.taps += 1;
  }

  function keysFor(prompts, action) {
    const wanted = JSON.stringify(action);
    for (const { text, choices } of prompts) {
      for (const choice of choices ?? []) {
        const keys = keysOf(choice, action, wanted);
        if (keys) return Object.assign([`open-${text}`, ...keys], { stroke: keys.stroke, goal: keys.goal });
      }
    }
    return null;
  }

  function keysOf(choice, action, wanted) {
    if (!choice.fill) {
      if (JSON.stringify(choice.action) !== wanted) return null;
      const picks = choice.picks ?? [{ label: choice.label, space: choice.space }];
      return picks.flatMap((pick, depth) => [
        `${depth}-${wanted}`, `${depth}-${JSON.stringify(pick)}`, `row-${depth}-${JSON.stringify(pick)}`,
        ...(pick.space ? [`tap-${pick.space}`, `tap-${pick.space}@${pick.turned}`] : []),
      ]);
    }
    const rest = Object.fromEntries(Object.entries(choice.action).filter(([name]) => !(name in choice.fill)));
    if (Object.entries(rest).some(([name, value]) => JSON.stringify(action[name] ?? false) !== JSON.stringify(value))) return null;
    return fillKeys(choice, action);
  }

  function fillKeys(choice, action) {
    const [[field, ask]] = Object.entries(choice.fill);
    const opens = [`0-${JSON.stringify(choice.action)}`, `tap-${choice.space}`];
    if (ask.paint) return ["painted", "shuffle", ...opens];
    if (ask.spaces) return [...Object.keys(choice.fill).map((name) => `tap-${action[name]}`), ...opens];
    if (ask.from === undefined) return [...action[field].map((code) => `card-${code}`), ...opens];
    if (action.pushes?.length) return null;
    const spaces = [ask.from, ...action[field]].map((name) => `${ask.prefix ?? ""}${name}`);
    const isGoal = JSON.stringify(ask.goals?.[action[field].at(-1)]) === JSON.stringify(action[field]);
    return Object.assign(["way-done", `way-${choice.label}`], { stroke: spaces, goal: isGoal ? `tap-${spaces.at(-1)}` : null });
  }

  const shown = () => document.querySelector("#asks").innerHTML + document.querySelector("#board .taps").innerHTML;
  const frame = () => document.querySelector("#board svg:not(.sheet)").getAttribute("viewBox");

  /** Enters that action by taps, or something else where it is not offered so; says how many taps it took. */
  function toward(...asked) {
    diary = [];
    const stuck = () => { throw new Error(`stuck with ${JSON.stringify(asked[0])}:\n${diary.slice(-40).join("\n")}`); };
    return Promise.race([enter(...asked), pause(log.patience_ms).then(stuck)]);
  }

  async function enter(action, before, random) {
    const { talk: { current, get } } = await import(document.querySelector("script[type=module]").src);
    note("waits for", before);
    for (let waited = 0; waited < 200 && current.look.number < before; waited += 1) await pause(20);
    note("asks");
    const seat = action.player && Object.keys(current.look.seats).includes(action.player) ? `?as=${encodeURIComponent(action.player)}` : "";
    const { prompts } = await get(`/api/prompts${seat}`).catch(() => get("/api/prompts"));
    let keys = keysFor(prompts, action);
    const first = log.taps;
    const used = [];
    let toDraw = keys?.stroke;
    for (let tries = 0; tries < 60 && current.look.number === before; tries += 1) {
      const offers = offered().filter(({ dataset }) => !NO_WAY_ON.has(dataset.key));
      log.most = Math.max(log.most, ...[...document.querySelectorAll("#asks .choices")].map((list) => list.querySelectorAll("button").length));
      const next = keys && wantedOf(offers, keys, used);
      if (next) used.push(next.dataset.key);
      if (!next && toDraw) { used.push(await draw(toDraw, keys.goal)); toDraw = null; continue; }
      const chosen = next ?? (tries > 15 || !keys ? offers[Math.floor(random * 997 * (tries + 1)) % offers.length] : null);
      if (!chosen) { await pause(20); continue; }
      note("chose", tries, chosen.dataset.key, frame());
      const [was, view] = [shown(), frame()];
      await tap(chosen);
      for (let waited = 0; waited < (next ? SLOW_ANSWER : 12) && current.look.number === before; waited += 1) {
        await pause(8);
        if (was !== shown()) break;
        if (next && view !== frame() && document.querySelector("#board.zoomed")) { note("closer", frame()); used.pop(); break; } // it was too crowded for a finger and came closer
      }
      if (used.at(-1) === "way-done" || (!next && !keys)) for (let waited = 0; waited < 20 && current.look.number === before; waited += 1) await pause(10);
    }
    note("settles", current.look.number);
    await settled(() => current.look.number);
    if (log.taps > first && !document.activeElement.closest("#asks, #board, #now")) log.lost.push(action.type);
    return { taps: log.taps - first, meant: keys !== null, entered: current.look.number > before, used, diary };
  }

  /** All that has come is drawn. */
  async function settled(number) {
    const isDrawn = () => document.querySelector("#entry").textContent === `entry ${number()}`;
    for (let waited = 0; waited < 100 && !isDrawn(); waited += 1) await pause(20);
    await drawn();
  }

  /** What is wanted next and not yet used up: a card may be wanted twice, a way is tapped in its order. */
  function wantedOf(offers, keys, used) {
    const left = [...keys];
    for (const key of used) { const at = left.indexOf(key); if (at >= 0) left.splice(at, 1); }
    for (const key of left) {
      const found = offers.find((element) => element.dataset.key === key && element.getAttribute("aria-pressed") !== "true");
      if (found) return found;
    }
    return null;
  }

  return { toward, log };
})();
