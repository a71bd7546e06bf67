// Help with the position: hints from a nudge to the whole turn, other turns, what the next draw is worth, why not.

import { ask, Problem } from "./api.js";
import { el, byId } from "./dom.js";
import { t, counted, language, tileWords, tilesWords } from "./i18n.js";
import { state, question, note } from "./state.js";
import { small } from "./board.js";
import { bare } from "./tiles.js";
import { editing, numbered, onDraw, overlaid, problems, setOverlay, tellFaults } from "./scene.js";
import { replay, endReplay, frameOf } from "./replay.js";

const LEVELS = 6;
const SPOKEN = ["hint", "explain", "outs", "why-not"];
const LIMIT = 8;
let level = 0;
let asked = 0;

/** Forget every answer: the position or the edition is another one. */
export function resetHelp() {
  level = 0;
  asked += 1;
  close();
  byId("hints").replaceChildren();
  byId("found").replaceChildren();
  say("");
  busy();
  drawHelp();
}

/** Show the position again, and nothing that points at it. */
export function close() {
  endReplay();
  tellFaults([]);
  setOverlay(null);
}

/** The one sentence for what went wrong. */
export function say(text) {
  byId("problem").textContent = text;
}

/** Say that the service is waited for, or no longer. */
function busy(words = null) {
  byId("board").setAttribute("aria-busy", String(words !== null));
  byId("waiting").textContent = words === null ? "" : t(words);
}

/** Ask the service about the position; null where there is no answer to it. */
async function help(call, more = {}) {
  say("");
  close();
  const wrong = problems();
  const { table, rack } = state();
  if (wrong.length || (!table.length && !rack.length)) {
    say(wrong.length ? t("mend_first", { sentence: wrong[0].text }) : t("nothing_there"));
    return null;
  }
  const spoken = SPOKEN.includes(call) ? { language: language() } : {};
  return asking(() => ask(call, { ...question(), ...spoken, limit: LIMIT, ...more }), "thinking");
}

/** The answer to a question; null where it was refused, which is said, or where another was asked meanwhile. */
export async function asking(put, words = "waiting") {
  say("");
  const mine = (asked += 1);
  busy(words);
  try {
    const answer = await put();
    return mine === asked ? answer : null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (mine === asked) refuse(error);
    return null;
  } finally {
    if (mine === asked) busy();
  }
}

function refuse({ message, place }) {
  const [, part, set] = /^\/(table|rack)(?:\/(\d+))?/.exec(place ?? "") ?? [];
  if (part) tellFaults([{ place: part === "rack" ? "rack" : Number(set), text: message }]);
  say(message);
}

/** The next hint; each says more than the one before. */
async function hint() {
  const answer = await help("hint", { level: level + 1 });
  if (!answer) return;
  level = answer.play ? level + 1 : LEVELS;
  note("hint", level);
  byId("hints").append(el("li", {}, answer.text));
  if (answer.explanation) replay(answer.explanation);
  else if (answer.step) showStep(answer);
  else if (level > 2) setOverlay({ rack: answer.rack_tiles, sets: answer.sets, others: answer.others_sets });
  drawHelp();
}

/** After hint 5 the board shows the first step. */
function showStep(answer) {
  const tiles = numbered().map(({ tile }) => bare(tile));
  setOverlay({ frame: frameOf({ moved: [], ...answer.step }), tiles, moving: true });
}

async function explain(step = 0) {
  const answer = await help("explain");
  if (!answer) return;
  if (answer.steps?.length) replay(answer, step);
  else say(t(answer.status === "no_play" ? "no_play" : "unknown"));
  drawHelp();
}

function found(...parts) {
  byId("found").replaceChildren(...parts);
  byId("found").focus();
}

/** A turn in one line and a button that shows the table after it. */
function turnItem(turn) {
  const words = t("turn_item", { n: turn.played.length, tiles: tilesWords(turn.played), left: turn.left.length });
  const old = state().table.map((tiles) => [...tiles].sort().join(" "));
  const sets = turn.table.map((text) => text.split(" ")).filter((tiles) => !old.includes([...tiles].sort().join(" ")));
  const button = el("button", { type: "button", className: "step" }, words, el("span", { className: "minis" }, ...sets.map(small)));
  button.addEventListener("click", () => {
    const frame = frameOfTurn(turn);
    setOverlay({ frame, tiles: frame.tiles, moving: true });
  });
  return el("li", {}, button);
}

/** The table after a turn as a frame: each tile takes the number of an equal one where it came from. */
function frameOfTurn({ table, from, others, others_from, left, discard }) {
  const free = numbered();
  const moved = [];
  const take = (tile, place) => {
    const at = free.findIndex((each) => each.place === place && bare(each.tile) === bare(tile));
    const [{ id }] = free.splice(at, 1);
    if (place === "rack") moved.push(id);
    return id;
  };
  const split = (sets) => sets.map((text) => text.split(" "));
  const lots = (sets, origins, name) =>
    sets.map((set, i) => set.map((tile, k) => take(tile, origins[i][k] === "rack" ? "rack" : name(origins[i][k]))));
  const tiles = Object.fromEntries(free.map(({ id, tile }) => [id, bare(tile)]));
  const frame = { table: split(table), ids: lots(split(table), from, (place) => place), tiles };
  frame.others = others ? split(others) : null;
  frame.others_ids = others ? lots(frame.others, others_from, (place) => `~${place}`) : [];
  frame.moved = [...moved];
  frame.discard = discard ? take(discard, "rack") : undefined;
  frame.rack = left.map((tile) => take(tile, "rack"));
  return frame;
}

async function alternatives() {
  const answer = await help("alternatives", { first: 5 });
  if (!answer) return;
  if (!answer.turns.length) return found(el("p", {}, t(answer.status === "no_play" ? "no_play" : "unknown")));
  const key = answer.unique === true ? "best_unique" : answer.unique === null ? "best_some" : "best_more";
  const summary = t(key, { n: answer.count, least: answer.complete ? "" : t("at_least") });
  found(el("p", {}, summary), el("ol", { className: "steps" }, ...answer.turns.map(turnItem)));
}

async function outs() {
  const answer = await help("outs");
  if (!answer) return;
  const rows = answer.draws.filter(({ tiles }) => tiles > answer.now.tiles);
  rows.sort((a, b) => Boolean(b.ends) - Boolean(a.ends) || b.tiles - a.tiles);
  const row = ({ tile, copies, tiles, ends }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, tileWords(tile)),
      el("td", {}, String(copies)),
      el("td", {}, ends ? t("goes_out") : String(tiles)),
    );
  const head = el("tr", {}, ...["outs_tile", "outs_copies", "outs_plays"].map((key) => el("th", { scope: "col" }, t(key))));
  const table = rows.length ? el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows.map(row))) : null;
  found(el("p", {}, answer.text), el("p", {}, counted("outs_better", rows.length)), table ?? "");
}

async function whyNot() {
  const picked = numbered()[editing.picked];
  if (!picked) return;
  openHelp();
  const answer = await help("why-not", { tile: picked.tile });
  if (!answer) return;
  const shown = answer.table ? [el("ol", { className: "steps" }, turnItem(answer))] : [];
  found(el("p", {}, answer.text), ...shown);
}

let openHelp = () => {};

/** Buttons in the state that fits. */
export function drawHelp() {
  const said = level < LEVELS ? t("hint_more", { n: level + 1, of: LEVELS }) : t("hint_last");
  byId("hint").textContent = level ? said : t("hint");
  const had = document.activeElement;
  byId("hint").disabled = level >= LEVELS;
  byId("close").hidden = !overlaid();
  byId("explain").hidden = !byId("replay").hidden;
  // A button that goes away must not take the keyboard's place on the page with it.
  if (had?.disabled || had?.hidden) byId(byId("explain").hidden ? "replay-on" : "explain").focus();
}

/** The hints and the step that a link tells of. */
export async function restoreHelp(wanted) {
  const until = Math.min(Number(wanted.hint) || 0, LEVELS);
  while (level < until) {
    const before = level;
    await hint();
    if (level === before) return;
  }
  if (wanted.step) await explain(Number(wanted.step));
}

/** Listen; called once. `show` opens the panel. */
export function startHelp(show) {
  openHelp = show;
  byId("hint").addEventListener("click", hint);
  byId("close").addEventListener("click", close);
  onDraw(drawHelp);
  byId("explain").addEventListener("click", () => explain());
  byId("alternatives").addEventListener("click", alternatives);
  byId("outs").addEventListener("click", outs);
  byId("picked").addEventListener("click", (event) => event.target.id === "why-not" && whyNot());
}
