// The table and the rack as they are shown: tiles keyed by number, so that they move from where they lay.
// It knows nothing of editing or of hints: it is given a view and says which tile or set was picked.

import { el, shape, byId } from "./dom.js";
import { isJoker, colourOf, numberOf, meaningOf } from "./tiles.js";
import { t, tileWords, tilesWords } from "./i18n.js";

const MOVE = { duration: 450, easing: "ease-in-out" };
const STEP_KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "back", ArrowDown: "on", Home: "first", End: "last" };
const buttons = new Map();
let current = null;

function face(tile) {
  if (!isJoker(tile)) return [el("span", { className: "number" }, String(numberOf(tile))), shape(colourOf(tile))];
  const meaning = meaningOf(tile);
  if (!meaning) return [shape("cap", "cap")];
  const told = el("span", { className: "told" });
  if (meaning[0] === "?") told.append(meaning.slice(1));
  else told.append(shape(colourOf(meaning)), String(numberOf(meaning)));
  if (meaning[0] !== "?") told.dataset.colour = colourOf(meaning);
  return [shape("cap", "cap"), told];
}

/** Under which name the style sheet has the colour of a tile. */
const ink = (tile) => (isJoker(tile) ? "joker" : colourOf(tile));

/** A set drawn small, for a line of text. */
export function small(tiles) {
  const tileFace = (tile) => el("span", { className: "mini", data: { colour: ink(tile) }, aria: { hidden: "true" } }, ...face(tile));
  return el("span", { role: "img", aria: { label: tilesWords(tiles) } }, ...tiles.map(tileFace));
}

/** A tile as a button; `marks` are words for classes and, from the messages, for its label. */
function tileButton({ id, tile, marks = [], fault = "", pressed = false }) {
  const button = buttons.get(id) ?? el("button", { type: "button" });
  buttons.set(id, button);
  button.className = ["tile", ...marks.map((mark) => `is-${mark}`)].join(" ");
  button.dataset.id = id;
  button.dataset.tile = tile;
  button.dataset.colour = ink(tile);
  const words = [tileWords(tile), ...marks.map((mark) => t(`mark_${mark}`)), fault].filter(Boolean);
  button.setAttribute("aria-label", words.join(t("between")));
  button.setAttribute("aria-pressed", String(pressed));
  if (fault) button.setAttribute("aria-invalid", "true");
  else button.removeAttribute("aria-invalid");
  button.title = fault;
  button.replaceChildren(...face(tile));
  return button;
}

/** Where a set lay that is empty now, to be reached by keys as well. */
const place = (label) => el("button", { type: "button", className: "place", aria: { label } });

function setElement(set, pickSet) {
  const name = t(set.others ? "others_set" : "set_name", { n: set.number });
  const tiles = tilesWords(set.tiles.map((each) => each.tile)) || t("empty");
  const words = [`${name}: ${tiles}`, set.fault, set.unfinished && t("unfinished")].filter(Boolean).join(t("between"));
  const states = ["target", "touched", "unfinished", "welcome"].filter((name) => set[name]).map((name) => `is-${name}`);
  const classes = ["set", ...states, set.fault && "is-faulty"];
  const box = el(
    "div",
    { className: classes.filter(Boolean).join(" "), role: "group", aria: { label: words }, data: { set: set.number - 1 } },
    el("span", { className: "set-number", aria: { hidden: "true" } }, set.others ? `~${set.number}` : String(set.number)),
    el("div", { className: "tiles" }, ...(set.tiles.length || !pickSet ? set.tiles.map(tileButton) : [place(words)])),
    set.fault ? el("p", { className: "fault" }, set.fault) : null,
  );
  if (pickSet) box.addEventListener("click", () => pickSet(set.number - 1));
  return box;
}

function places() {
  return new Map([...buttons].filter(([, b]) => b.isConnected).map(([id, b]) => [id, b.getBoundingClientRect()]));
}

function glide(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [id, old] of before) {
    const button = buttons.get(id);
    if (!button?.isConnected) continue;
    const now = button.getBoundingClientRect();
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (x || y) button.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], MOVE);
  }
}

/** Do it, and leave the reader at the same place of the page: while the board is empty the page is too short for that. */
function keepingPlace(action) {
  const { scrollX, scrollY } = window;
  action();
  if (scrollY !== window.scrollY) scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
}

/** Show a view: `{sets, others, rack: {tiles, target, welcome, fault}, open, addSet, pickTile, pickSet, pickRack, moving}`. */
export function show(view) {
  const focused = document.activeElement?.closest?.(".tile")?.dataset.id;
  const onNew = document.activeElement?.matches(".new-set");
  const onPlace = document.activeElement?.matches(".place") && document.activeElement.closest(".set").dataset.set;
  const before = view.moving ? places() : null;
  keepingPlace(() => fill(view));
  for (const [id, button] of buttons) if (!button.isConnected) buttons.delete(id);
  rove(focused);
  if (onPlace) (byId("table").querySelector(`[data-set="${onPlace}"] .place`) ?? byId("table")).focus({ preventScroll: true });
  if (onNew) (view.addSet ?? byId("table")).focus({ preventScroll: true });
  if (before) glide(before);
  pick = view;
}

/** Lay the board as the view has it. */
function fill(view) {
  const table = view.sets.map((set) => setElement(set, view.pickSet));
  if (view.addSet) table.push(view.addSet);
  byId("table").replaceChildren(...table);
  byId("others-part").hidden = !view.others.length;
  byId("others").replaceChildren(...view.others.map((set) => setElement({ ...set, others: true }, null)));
  byId("open").replaceChildren(...view.open.map(({ name, ...each }) => el("div", { className: "open" }, name, tileButton(each))));
  const rack = byId("rack");
  rack.replaceChildren(...view.rack.tiles.map(tileButton));
  if (!view.rack.tiles.length) rack.append(el("p", { className: "quiet" }, t("rack_empty")));
  rack.classList.toggle("is-target", Boolean(view.rack.target));
  rack.classList.toggle("is-welcome", Boolean(view.rack.welcome));
  byId("rack-fault").textContent = view.rack.fault ?? "";
}

/** Give a tile the focus. */
export function focusTile(id) {
  buttons.get(id)?.focus({ preventScroll: true });
}

/** Bring a tile into view. */
export function reveal(id) {
  buttons.get(id)?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

let pick = {};
const shown = () => [...document.querySelectorAll("#board .tile")];

/** One tile at a time is on the way of the Tab key; focus stays on the tile that had it. */
function rove(focused) {
  const all = shown();
  const wanted = all.find((button) => button.dataset.id === (focused ?? current)) ?? all[0];
  for (const button of all) button.tabIndex = button === wanted ? 0 : -1;
  if (focused !== undefined) (wanted ?? byId("table")).focus({ preventScroll: true });
}

/** The tile that an arrow key leads to. */
function next(all, from, key) {
  const step = STEP_KEYS[key];
  if (typeof step === "number") return all[from + step];
  if (step === "first") return all[0];
  if (step === "last") return all.at(-1);
  const parts = [...new Set(all.map((button) => button.parentElement))];
  const part = parts[parts.indexOf(all[from].parentElement) + (step === "on" ? 1 : -1)];
  return part?.querySelector(".tile");
}

/** Listen to keys and clicks on tiles; called once. */
export function start() {
  const board = byId("board");
  board.addEventListener("click", (event) => {
    const tile = event.target.closest(".tile");
    if (tile && pick.pickTile) {
      event.stopPropagation();
      pick.pickTile(Number(tile.dataset.id));
    }
  }, true);
  byId("rack").addEventListener("click", () => pick.pickRack?.());
  board.addEventListener("focusin", (event) => {
    const tile = event.target.closest(".tile");
    if (!tile) return;
    current = tile.dataset.id;
    for (const button of shown()) button.tabIndex = button === tile ? 0 : -1;
  });
  board.addEventListener("keydown", (event) => {
    const tile = event.target.closest(".tile");
    if (!tile || !(event.key in STEP_KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const all = shown();
    next(all, all.indexOf(tile), event.key)?.focus();
  });
}
