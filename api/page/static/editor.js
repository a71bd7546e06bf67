// Filling in a position: the palette, the line where tiles are typed, what is done with the tile picked.
//
// A set takes few taps. In one, a number further on fills the run up to it, and another colour after the first tile
// starts a group. A tile that no longer fits a finished set begins the next one.

import { el, byId, shape } from "./dom.js";
import { t, tileWords, tilesWords } from "./i18n.js";
import { state, change, undo, redo, canUndo, canRedo, EMPTY } from "./state.js";
import { COLOURS, isJoker, colourOf, numberOf, arrange, promising, readings } from "./tiles.js";
import { readTiles, NotationFault } from "./notation.js";
import { deckOf, onesOf, pointsOf } from "./editions.js";
import { editing, numbered, draw, overlaid } from "./scene.js";

const TARGETS = { rack: "to_table", new: "new_set" };
let colour = "r";
let justAdded = null;

const deck = () => deckOf(state().rules);
const ones = () => onesOf(state().rules);
const arranged = (tiles) => arrange(tiles, deck(), ones());

/** The tiles of the set that is being filled; empty for a new one. */
const building = () => (typeof editing.target === "number" ? (state().table[editing.target] ?? []) : []);

function put(tiles) {
  editing.picked = null;
  editing.added = true;
  const { table, rack } = state();
  if (editing.target === "rack") {
    change({ rack: [...rack, ...tiles] });
    return;
  }
  const at = typeof editing.target === "number" && table[editing.target] ? editing.target : table.length;
  editing.target = at;
  change({ table: [...table.slice(0, at), arranged([...(table[at] ?? []), ...tiles]), ...table.slice(at + 1)] });
}

/** Add a tile to the rack or to a set; a finished set that it does not fit is left, and a new one begins. */
function add(tile) {
  const set = building();
  if (editing.target !== "rack" && set.length > 2 && promising(set, deck(), ones())) {
    if (!promising([...set, tile], deck(), ones())) editing.target = "new";
  }
  put([tile]);
}

function addNumber(number) {
  const tile = `${colour}${number}`;
  if (justAdded === tile) {
    justAdded = null;
    return;
  }
  justAdded = null;
  const natural = building().filter((each) => !isJoker(each));
  const run = natural.length && natural.length === building().length && natural.every((each) => colourOf(each) === colour);
  const numbers = natural.map(numberOf);
  if (!run || numbers.includes(number)) return add(tile);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const between = [];
  for (let n = high + 1; n <= number; n++) between.push(`${colour}${n}`);
  for (let n = number; n < low; n++) between.push(`${colour}${n}`);
  return between.length ? put(between) : add(tile);
}

function takeColour(next) {
  const natural = building().filter((each) => !isJoker(each));
  const number = natural.length ? numberOf(natural[0]) : null;
  const group = natural.length && natural.length < 3 && natural.every((each) => numberOf(each) === number);
  colour = next;
  justAdded = null;
  if (group && !natural.some((each) => colourOf(each) === next)) {
    justAdded = `${next}${number}`;
    put([justAdded]);
  } else drawPalette();
}

/** Remove the picked tile, or the last one where the next would go. */
export function removeTile() {
  if (overlaid()?.frame) return;
  const { table, rack } = state();
  const picked = editing.picked === null ? null : numbered()[editing.picked];
  const place = picked ? picked.place : editing.target;
  editing.picked = null;
  if (place === "rack") {
    if (rack.length) change({ rack: rack.toSpliced(picked ? picked.index : -1, 1) });
  } else if (table[place]) {
    const left = table[place].toSpliced(picked ? picked.index : -1, 1);
    if (!left.length) editing.target = "new";
    change({ table: left.length ? table.with(place, arranged(left)) : table.toSpliced(place, 1) });
  }
}

let fillIn = () => {};

/** Add what was typed: tiles, and with dots between them whole sets. Sets and a rack are a whole position. */
function typed(text) {
  if (editing.target === "rack" && /\.\S+[\s_]/.test(text.trim())) return fillIn(text);
  const offsetless = text.trim().replace(/[\s,]+/g, "");
  if (editing.target === "rack") return put(readTiles(offsetless.replaceAll(".", ""), 0, true));
  const sets = offsetless.split(".").filter(Boolean).map((piece) => readTiles(piece));
  if (!sets.length) return undefined;
  if (sets.length === 1) return put(sets[0]);
  const { table } = state();
  const fresh = sets.map(arranged);
  const [first, ...rest] = typeof editing.target === "number" ? fresh : [null, ...fresh];
  const grown = first ? table.with(editing.target, arranged([...table[editing.target], ...first])) : table;
  editing.target = "new";
  return change({ table: [...grown, ...rest] });
}

function onTyped(event) {
  event.preventDefault();
  const box = byId("typed");
  if (!box.value.trim()) {
    if (editing.target !== "rack") newSet();
    return;
  }
  try {
    typed(box.value);
    box.value = "";
    sayTyped("");
  } catch (error) {
    if (!(error instanceof NotationFault)) throw error;
    sayTyped(t("typed_fault", { text: box.value.trim() }));
  }
}

function sayTyped(text) {
  byId("typed-fault").textContent = text;
  byId("typed").toggleAttribute("aria-invalid", Boolean(text));
}

function setTarget(target) {
  editing.target = target;
  editing.picked = null;
  justAdded = null;
  draw();
}

const newSet = () => setTarget("new");

/** Take another reading of a set whose joker is picked. */
function readAs(place, tiles) {
  change({ table: state().table.with(place, tiles) });
}

function drawPicked() {
  const box = byId("picked");
  const none = editing.picked === null || overlaid()?.frame;
  const picked = none ? null : numbered()[editing.picked];
  const shown = !box.hidden;
  box.hidden = !picked;
  if (!picked) return;
  if (!shown) byId("dock").scrollTop = 0;
  const buttons = [el("button", { type: "button", className: "soft", on: { click: removeTile } }, t("remove"))];
  if (picked.place === "rack") {
    buttons.push(el("button", { type: "button", className: "soft", id: "why-not" }, t("why_not")));
  } else if (isJoker(picked.tile)) {
    const set = state().table[picked.place];
    const told = (tiles) => t("read_as", { tiles: tilesWords(tiles) });
    for (const { tiles } of readings(set, deck(), ones())) {
      if (tiles.join() === set.join()) continue;
      buttons.push(el("button", { type: "button", className: "soft", on: { click: () => readAs(picked.place, tiles) } }, told(tiles)));
    }
  }
  box.replaceChildren(el("p", {}, t("picked", { tile: tileWords(picked.tile) })), el("div", { className: "row" }, ...buttons));
}

function key(properties, ...children) {
  return el("button", { type: "button", ...properties }, ...children);
}

/** The palette for the deck of the edition. */
export function drawPalette() {
  const { colours, numbers, jokers } = deck();
  if (COLOURS.indexOf(colour) >= colours) colour = "r";
  const colourKeys = [...COLOURS.slice(0, colours)].map((name) =>
    key(
      {
        className: "key colour",
        data: { colour: name },
        aria: { pressed: String(name === colour), label: t(`colour_${name}`) },
        on: { click: () => takeColour(name) },
      },
      shape(name),
    ),
  );
  const joker = key(
    { className: "key", data: { colour: "joker" }, aria: { label: t("joker") }, disabled: !jokers, on: { click: () => add("J") } },
    shape("cap", "cap"),
  );
  const back = key({ className: "key", aria: { label: t("remove_last") }, on: { click: removeTile } }, "⌫");
  const undoKey = key({ id: "undo", className: "key", aria: { label: t("undo") }, disabled: !canUndo(), on: { click: undo } }, "↶");
  refill("colours", [...colourKeys, joker, back, undoKey]);
  const numberKeys = Array.from({ length: numbers }, (_, i) =>
    key(
      {
        className: "key number-key",
        data: { colour },
        aria: { label: tileWords(`${colour}${i + 1}`) },
        on: { click: () => addNumber(i + 1) },
      },
      String(i + 1),
    ),
  );
  refill("numbers", numberKeys);
}

/** New buttons in place of old ones, the focus where it was. */
function refill(id, keys) {
  const box = byId(id);
  const at = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...keys);
  keys.forEach((each, i) => (each.tabIndex = i === Math.max(at, 0) ? 0 : -1));
  if (at >= 0) keys[at]?.focus();
}

function arrows(event) {
  const keys = [...event.currentTarget.children];
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
  const next = step && keys[keys.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  keys.forEach((each) => (each.tabIndex = each === next ? 0 : -1));
  next.focus();
}

/** Everything in the panel that depends on the position. */
export function drawEditor() {
  const { rules, toOpen, table } = state();
  if (typeof editing.target === "number" && editing.target >= table.length) editing.target = "new";
  byId("to-rack").setAttribute("aria-pressed", String(editing.target === "rack"));
  byId("to-set").setAttribute("aria-pressed", String(editing.target !== "rack"));
  byId("to-set").textContent = t(TARGETS[editing.target] ?? "to_set", { n: editing.target + 1 });
  byId("next-set").disabled = typeof editing.target !== "number";
  byId("opened").checked = toOpen === null;
  byId("points").value = toOpen ?? pointsOf(rules);
  byId("points-part").hidden = toOpen === null;
  byId("redo").disabled = !canRedo();
  drawPicked();
  drawPalette();
}

function points() {
  const value = Number(byId("points").value);
  const good = Number.isInteger(value) && value >= 1 && value <= 10000;
  change({ toOpen: byId("opened").checked ? null : good ? value : pointsOf(state().rules) });
}

function onKey(event) {
  if (!byId("panel-play").hidden) return;
  const typing = event.target.matches("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
  } else if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === "Delete" || event.key === "Backspace") {
    const tile = event.target.closest("#board .tile");
    if (tile) editing.picked = Number(tile.dataset.id);
    if (tile || event.target === document.body) removeTile();
  } else if (/^[rbkogmwcj]$/i.test(event.key) && event.target.matches("body, .tile, .new-set") && !byId("panel-tiles").hidden) {
    byId("typed").focus();
  }
}

/** Listen; called once. `fill` takes a position in one line. */
export function startEditor(fill) {
  fillIn = fill;
  byId("to-rack").addEventListener("click", () => setTarget("rack"));
  byId("to-set").addEventListener("click", () => editing.target === "rack" && newSet());
  byId("next-set").addEventListener("click", newSet);
  byId("typing").addEventListener("submit", onTyped);
  byId("typed").addEventListener("input", () => sayTyped(""));
  byId("colours").addEventListener("keydown", arrows);
  byId("numbers").addEventListener("keydown", arrows);
  byId("opened").addEventListener("change", points);
  byId("points").addEventListener("change", points);
  byId("redo").addEventListener("click", redo);
  byId("clear").addEventListener("click", () => {
    editing.target = "rack";
    change(EMPTY);
  });
  document.addEventListener("keydown", onKey);
}
