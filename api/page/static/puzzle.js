// Puzzles: which one, what it asks for, and whether it is solved, which the service says.

import { ask, read, Problem } from "./api.js";
import { el, byId } from "./dom.js";
import { t } from "./i18n.js";
import { EMPTY, state, change, choose, note, onChange } from "./state.js";
import { isJoker } from "./tiles.js";
import { jokerSentence, knobsOf } from "./editions.js";
import { say } from "./help.js";
import { beginPlay } from "./play.js";
import { tell } from "./said.js";

const KINDS = ["go-out", "most", "open", "joker", "edition"];
const LEVELS = [1, 2, 3, 4, 5];
let puzzle = null;
let solved = new Set();
let counts = null;
let ours = false;
let loads = 0;

const wanted = () => puzzle.asked.find(({ rules }) => rules === state().rules) ?? puzzle.asked[0];

const goal = {
  tiles: () => wanted().tiles,
  check: (after) => ask(`puzzles/${puzzle.puzzle}/check`, { after, rules: wanted().rules }),
  done(answer) {
    if (!answer.solved) return tell(() => t("puzzle_short", { n: answer.tiles, of: answer.wanted }), false);
    solved.add(answer.rules);
    byId("puzzle-choice").open ||= solved.size === puzzle.asked.length;
    const [next] = puzzle.asked.filter(({ rules }) => !solved.has(rules));
    tell(() => (next ? t("solved_under", { rules: answer.rules, other: next.rules }) : t("solved")), true);
    drawPuzzle();
  },
};

/** Change the position or the edition without giving the puzzle up. */
function keeping(action) {
  ours = true;
  action();
  ours = false;
  note("puzzle", puzzle.puzzle);
  beginPlay(goal);
  drawPuzzle();
}

function take(found) {
  puzzle = found;
  solved = new Set();
  const had = document.activeElement;
  keeping(() => {
    choose(found.asked[0].rules);
    change({ ...EMPTY, table: found.table.map((set) => set.split(" ")), rack: found.rack, toOpen: found.to_open });
  });
  byId("puzzle-choice").open = false;
  // What is asked for stands at the top; and what goes away must not take the keyboard's place on the page with it.
  byId("dock").scrollTop = 0;
  if (had.checkVisibility?.() === false) byId("puzzle-choice").firstElementChild.focus({ preventScroll: true });
}

/** No puzzle is waited for any more. */
function forgetLoad() {
  loads += 1;
  byId("puzzle-waiting").textContent = "";
}

/** A puzzle of the service's; null where there is none, which is said, or where it comes too late for what was done. */
async function fetched(address) {
  say("");
  forgetLoad();
  const mine = loads;
  byId("puzzle-waiting").textContent = t("waiting");
  try {
    const found = await read(`v1/puzzles${address}`);
    return mine === loads ? found : null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (mine === loads) say(error.message);
    return null;
  } finally {
    if (mine === loads) forgetLoad();
  }
}

/** Another puzzle of the kind and level chosen. */
async function another() {
  const chosen = ["kind", "level"].map((name) => [name, byId(`puzzle-${name}`).value]).filter(([, value]) => value);
  let found = null;
  for (let tries = 0; tries < 5 && (!found || found.puzzle === puzzle?.puzzle); tries++) {
    const seed = Math.floor(Math.random() * 1e9);
    found = await fetched(`?${new URLSearchParams([...chosen, ["seed", seed]])}`);
    if (!found) return;
  }
  take(found);
}

/** The puzzle of the day that it is where the reader is. */
export async function today() {
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const found = await fetched(`/daily?date=${date}`);
  if (found) take(found);
}

/** The page is about something else now. */
export function leavePuzzle() {
  forgetLoad();
  puzzle = null;
}

/** The puzzle that a link tells of; its position stays as the link has it if it cannot be had. */
export async function restorePuzzle(id) {
  if (!id) return;
  const found = await fetched(`?${new URLSearchParams({ puzzle: id })}`);
  if (!found) return;
  const rules = state().rules;
  take(found);
  if (found.asked.some((each) => each.rules === rules)) keeping(() => choose(rules));
}

function option(value, text, disabled = false) {
  return el("option", { value, disabled }, text);
}

/** Kinds and levels, those that there are not greyed. */
function drawChoice() {
  const [kind, level] = [byId("puzzle-kind"), byId("puzzle-level")];
  const [chosenKind, chosenLevel] = [kind.value, kind.options.length ? Number(level.value) : 0];
  const there = (wantedKind, wantedLevel) =>
    !counts || counts.some((each) => (!wantedKind || each.kind === wantedKind) && (!wantedLevel || each.level === wantedLevel));
  const kinds = KINDS.map((name) => option(name, t(`kind_${name}`), !there(name, chosenLevel)));
  kind.replaceChildren(option("", t("any_kind")), ...kinds);
  kind.value = chosenKind;
  const levels = LEVELS.map((number) => option(String(number), t(`level_${number}`), !there(chosenKind, number)));
  level.replaceChildren(option("", t("any_level")), ...levels);
  level.value = chosenLevel ? String(chosenLevel) : "";
}

function editionButton({ rules, tiles }) {
  const text = t("under", { rules, n: tiles }) + (solved.has(rules) ? " ✓" : "");
  const button = el("button", { type: "button", className: "soft", aria: { pressed: String(rules === state().rules) } }, text);
  button.addEventListener("click", () => rules !== state().rules && keeping(() => choose(rules)));
  return button;
}

/** What is asked for, under which edition, and what may be chosen. */
export function drawPuzzle() {
  drawChoice();
  const { rules, table, rack } = state();
  byId("puzzle-name").hidden = byId("puzzle-goal").hidden = !puzzle;
  byId("puzzle-editions").hidden = puzzle?.kind !== "edition";
  const jokers = [...table, rack].flat().some(isJoker);
  byId("puzzle-jokers").textContent = puzzle && jokers ? jokerSentence(knobsOf(rules)) : "";
  byId("play-free").hidden = Boolean(puzzle);
  if (!puzzle) {
    byId("puzzle-choice").open ||= !table.length && !rack.length;
    return;
  }
  const [one, other] = puzzle.asked;
  const said = t(`kind_${puzzle.kind}`);
  byId("puzzle-name").textContent = t("puzzle_name", { id: puzzle.puzzle, kind: said, level: t(`level_${puzzle.level}`), rules });
  byId("puzzle-goal").textContent = t(`goal_${puzzle.kind}`, { n: one.tiles, points: puzzle.to_open });
  const box = byId("puzzle-editions");
  const at = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...(other ? puzzle.asked.map(editionButton) : []));
  box.children[at]?.focus();
}

/** Called when the panel opens: which puzzles there are is asked once. */
export async function openPuzzles() {
  drawPuzzle();
  if (counts) return;
  try {
    counts = (await read("v1/puzzles/counts")).counts;
    drawChoice();
  } catch {
    // Without it nothing is greyed, and the service says what there is not.
  }
}

/** Listen; called once. */
export function startPuzzles() {
  byId("puzzle-another").addEventListener("click", another);
  byId("puzzle-today").addEventListener("click", today);
  for (const name of ["kind", "level"]) byId(`puzzle-${name}`).addEventListener("change", drawChoice);
  onChange(() => {
    if (ours) return;
    leavePuzzle();
    note("puzzle", null);
    drawPuzzle();
  });
}
