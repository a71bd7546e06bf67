// The panel where a turn is played by hand: tiles are picked and put down, the service judges, and leads out of a mess.

import { ask } from "./api.js";
import { el, byId } from "./dom.js";
import { t, counted, language, tilesWords } from "./i18n.js";
import { state, question, note, onChange } from "./state.js";
import { draw, newSet, numbered, overlaid, problems, setStage } from "./scene.js";
import { focusTile } from "./board.js";
import { deckOf, onesOf, isCommon } from "./editions.js";
import { bare, isJoker } from "./tiles.js";
import { NotationFault, readTurn, writeTurn } from "./notation.js";
import { asking, close, say } from "./help.js";
import { startDrag } from "./drag.js";
import { drawSaid, tell } from "./said.js";
import * as hand from "./hand.js";

const picked = new Set();
/** What is asked for, where something is: `{check(after), done(answer)}`; else a turn is only judged. */
let goal = null;
let judged = 0;
/** A tile that has just been put where the reader may not see it; the tile that was picked first. */
let landed;
let held;

const isOpen = () => !byId("panel-play").hidden;
const ids = () => hand.all().map(({ id }) => id);
const names = (tiles) => tiles.map(({ tile }) => tile);
/** What lies together, by its numbers, and without what is empty. */
const piles = () => hand.piles().map(names);
const after = () => piles().flatMap((tiles) => (tiles.length ? [tiles.join(" ")] : []));

/** Why no turn can be played by hand, in a sentence; empty where it can. */
function unable() {
  const { table, rack, rules } = state();
  if (!isCommon(rules)) return t("play_own");
  if (!table.length && !rack.length) return t("play_nothing");
  const [wrong] = problems();
  return wrong ? t("mend_first", { sentence: wrong.text }) : "";
}

/** The picture of a turn leaves the board to the hand, what a hint points at stays. */
const resume = () => (overlaid()?.frame ? close() : draw());

/** Begin anew with the position, without what was asked for. */
export function beginPlay(wanted = null) {
  goal = wanted;
  const { rules, table } = state();
  hand.begin(numbered(), table.length, { deck: deckOf(rules), ones: onesOf(rules) });
  judged += 1;
  picked.clear();
  tell();
  note("play", null);
  forgetWay();
}

/** Another language: what was said is said in it; the way out is asked for anew. */
export function respeakPlay() {
  drawSaid();
  forgetWay();
}

function marks(id, place, hinted) {
  const found = picked.has(id) ? ["picked"] : [];
  if (hand.isMine(id) && place !== "rack") found.push("mine");
  if (hinted.has(id)) found.push("hinted");
  return found;
}

/** The tiles of the rack that a hint points at, without those that are played. */
function pointedAt() {
  const left = [...(overlaid()?.rack ?? [])];
  const taken = ({ tile }) => {
    const at = left.indexOf(bare(tile));
    return at >= 0 && left.splice(at, 1);
  };
  hand.piles().flat().filter(({ id }) => hand.isMine(id)).forEach(taken);
  return new Set(hand.rack().filter(taken).map(({ id }) => id));
}

/** The board while a turn is played. */
function view() {
  const hinted = pointedAt();
  const shown = (tiles, place) =>
    tiles.map(({ id, tile }) => ({ id, tile, pressed: picked.has(id), marks: marks(id, place, hinted) }));
  const [first] = picked;
  const from = picked.size ? hand.placeOf(first) : null;
  const look = landed;
  landed = undefined;
  return {
    sets: hand.piles().map((pile, i) => ({
      number: i + 1,
      tiles: shown(pile, i),
      touched: overlaid()?.sets?.includes(i),
      unfinished: pile.length > 0 && !hand.setsOf(pile).length,
      welcome: picked.size > 0 && from !== i,
    })),
    others: [],
    open: [],
    rack: { tiles: shown(hand.rack(), "rack"), welcome: picked.size > 0 && from !== "rack" },
    addSet: newSet(false, () => put("new")),
    moving: true,
    look,
    pickTile,
    pickSet: (place) => (picked.size ? put(place) : pick(hand.piles()[place].map(({ id }) => id))),
    pickRack: () => picked.size && put("rack"),
  };
}

function pick(ids) {
  for (const id of ids) picked.add(id);
  draw();
}

/** Pick a tile, or let it go; one of another place is where those that are picked should go. */
function pickTile(id) {
  const [first] = picked;
  const place = hand.placeOf(id);
  if (picked.size && hand.placeOf(first) !== place) return put(place);
  if (picked.delete(id)) draw();
  else pick([id]);
}

function letGo() {
  picked.clear();
  draw();
}

/** Put the tiles picked somewhere; `unseen`: it was not on the board that the reader pointed there. */
function put(place, unseen = false) {
  const [first] = picked;
  if (first === undefined || hand.placeOf(first) === place) return letGo();
  if (!hand.move(picked, place)) return tell(() => t("play_stays"), false);
  say("");
  picked.clear();
  if (unseen) landed = first;
  moved();
  if (!document.activeElement?.matches(".tile")) focusTile(first);
}

/**
 * After each move: what was said is of another table, and where all is in order the service is asked. `onTheWay`: the
 * move is a step of the way out.
 */
function moved(onTheWay = false) {
  judged += 1;
  tell();
  if (!onTheWay) forgetWay();
  note("play", hand.canUndo() ? writeTurn(piles(), names(hand.rack())) : null);
  resume();
  if (goal && hand.isWhole() && hand.played() >= goal.tiles()) check();
}

/** Where the keyboard goes on when what had the focus is gone. */
function focusButton() {
  ["play-undo", "play-redo", "hint", "tab-play"].map(byId).find((button) => !button.disabled).focus({ preventScroll: true });
}

/** Nothing of a way out is told any more. */
function forgetWay() {
  const box = byId("rescued");
  if (box.contains(document.activeElement)) focusButton();
  box.replaceChildren();
}

/** Undo and the like: what was picked is let go. */
function step(action) {
  say("");
  picked.clear();
  action();
  moved();
}

/** Ask the service; its answer is for the table as it lies, and comes too late for another. */
async function about(put, use) {
  resume();
  const mine = (judged += 1);
  const answer = await asking(put);
  if (answer && mine === judged) use(answer);
}

/** Is the turn legal, and is it what is asked for? */
function check() {
  const table = after();
  if (goal) return about(() => goal.check(table), (answer) => (answer.broken.length ? refuse(answer) : goal.done(answer)));
  return about(
    () => ask("check", { ...question(), after: table }),
    (answer) => (answer.legal ? tell(() => counted("play_legal", hand.played()), true) : refuse(answer)),
  );
}

function refuse({ broken: [{ rule, text }] }) {
  tell(() => t(`broken_${rule}`), false, text);
}

/** The way out of a table that is torn up. */
function rescue() {
  const now = piles().map((tiles) => tiles.join(" "));
  return about(() => ask("rescue", { ...question(), now, language: language() }), showWay);
}

function showWay({ text, steps }) {
  const most = hand.piles().length;
  const lay = ({ table, numbers, rack }) => {
    const lain = new Map(ids().map((id) => [id, hand.placeOf(id)]));
    const sets = Array.from({ length: Math.max(most, ...numbers) }, () => []);
    numbers.forEach((number, i) => (sets[number - 1] = table[i].split(" ")));
    hand.lay(sets, rack);
    picked.clear();
    landed = ids().find((id) => hand.placeOf(id) !== lain.get(id));
    moved(true);
  };
  const item = (each) => {
    const button = el("button", { type: "button", className: "step", on: { click: () => lay(each) } }, each.text);
    return el("li", {}, button);
  };
  byId("rescued").replaceChildren(el("p", {}, text), el("ol", { className: "steps" }, ...steps.map(item)));
  byId("rescued").focus();
}

/** What can be done with the tiles picked. */
function drawPicked() {
  const box = byId("in-hand");
  const had = box.contains(document.activeElement);
  box.hidden = !picked.size;
  // Buttons that go away must not take the keyboard's place on the page with them.
  if (had && box.hidden) focusTile(held);
  if (box.hidden) return;
  const [first] = picked;
  held = first;
  const place = hand.placeOf(first);
  const tiles = hand.all().filter(({ id }) => picked.has(id));
  const button = (text, click) => el("button", { type: "button", className: "soft", on: { click } }, text);
  const buttons = [button(t("new_set"), () => put("new", true))];
  if (place !== "rack" && tiles.every(({ id }) => hand.isMine(id))) buttons.push(button(t("to_rack"), () => put("rack", true)));
  if (place !== "rack" && tiles.length === 1 && isJoker(tiles[0].tile)) {
    const pile = hand.piles()[place];
    const others = hand.setsOf(pile).filter((set) => set.tiles.join() !== names(pile).join());
    const read = (set) => () => step(() => hand.read(place, set.tiles));
    buttons.push(...others.map((set) => button(t("read_as", { tiles: tilesWords(set.tiles) }), read(set))));
  }
  box.replaceChildren(el("p", {}, t("picked", { tile: tilesWords(names(tiles)) })), ...buttons);
}

/** The panel after each picture. */
export function drawPlay() {
  const why = unable();
  byId("playing").hidden = Boolean(why);
  byId("not-playing").textContent = why;
  byId("play-how").hidden = hand.canUndo() || picked.size > 0;
  const had = document.activeElement;
  byId("play-undo").disabled = byId("play-restart").disabled = !hand.canUndo();
  byId("play-redo").disabled = !hand.canRedo();
  byId("play-check").disabled = byId("rescue").disabled = !hand.canUndo();
  if (isOpen() && had?.disabled) focusButton();
  drawPicked();
}

/** The turn that a link tells of; false where it is none of this position. */
export function restorePlay(text) {
  if (!text) return true;
  try {
    const turn = readTurn(text);
    if (!hand.lay(turn.piles, turn.rack)) return false;
  } catch (error) {
    if (error instanceof NotationFault) return false;
    throw error;
  }
  moved();
  return true;
}

function onKey(event) {
  if (!isOpen() || event.target.matches("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    const [can, action] = event.shiftKey ? [hand.canRedo, hand.redo] : [hand.canUndo, hand.undo];
    if (can()) step(action);
  } else if (event.key === "Escape" && picked.size) letGo();
}

/** Listen; called once. */
export function startPlay() {
  byId("play-undo").addEventListener("click", () => step(hand.undo));
  byId("play-redo").addEventListener("click", () => step(hand.redo));
  byId("play-restart").addEventListener("click", () => step(hand.restart));
  byId("play-check").addEventListener("click", check);
  byId("rescue").addEventListener("click", rescue);
  document.addEventListener("keydown", onKey);
  setStage(() => (isOpen() && !unable() ? view() : null));
  startDrag({
    able: () => isOpen() && !unable() && !overlaid()?.frame,
    take: (id) => {
      if (!picked.has(id)) picked.clear();
      pick([id]);
    },
    drop: (place) => (place === null ? letGo() : put(place)),
  });
  onChange(() => beginPlay());
}
