// What the page is about: position, edition, language, and what is open. All of it stands in the address.

import { readLine, writeLine } from "./notation.js";

export const EMPTY = { table: [], rack: [], toOpen: null, others: [], discard: null, bonus: null, melded: false };
const MOST_UNDO = 200;

let position = EMPTY;
let rules = null;
let undone = [];
let done = [];
const listeners = new Set();
/** What a link says besides position and rules: language, tab, hint level, step, puzzle, the turn as far as it is played. */
export const extras = {};

export const state = () => ({ ...position, rules });
export const onChange = (listener) => listeners.add(listener);
export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;

function tell(moved) {
  if (moved) {
    delete extras.hint;
    delete extras.step;
  }
  remember();
  for (const listener of listeners) listener(moved);
}

/** Change the position; it can be undone. */
export function change(parts) {
  done = [...done.slice(-MOST_UNDO), position];
  undone = [];
  position = { ...position, ...parts };
  tell(true);
}

/** Choose an edition. */
export function choose(name) {
  if (name === rules) return;
  rules = name;
  tell(true);
}

export function undo() {
  if (!canUndo()) return;
  undone.push(position);
  position = done.pop();
  tell(true);
}

export function redo() {
  if (!canRedo()) return;
  done.push(position);
  position = undone.pop();
  tell(true);
}

/** Note something else that the link restores; null forgets it. */
export function note(name, value) {
  if (value === null) delete extras[name];
  else extras[name] = String(value);
  remember();
}

/** The address of all this. */
export function link() {
  const parts = new URLSearchParams({ p: writeLine(position), rules, ...extras });
  return `${location.pathname}#${parts}`;
}

function remember() {
  if (rules !== null) history.replaceState(null, "", link());
}

/** Take everything from the address, `settled` puts sets in order. False where the position cannot be read. */
export function restore(fallback, settled) {
  const given = new URLSearchParams(location.hash.slice(1));
  rules = given.get("rules") || fallback;
  for (const name of ["lang", "tab", "hint", "step", "puzzle", "play"]) {
    delete extras[name];
    if (given.get(name)) extras[name] = given.get(name);
  }
  if (!given.get("p")) return true;
  try {
    position = settled({ ...EMPTY, ...readLine(given.get("p")) }, rules);
    return true;
  } catch {
    return false;
  }
}

/** The position as fields of a question. */
export function question() {
  const { table, rack, toOpen, others, discard, bonus, melded } = position;
  const lists = (sets) => sets.map((tiles) => tiles.join(" "));
  return {
    table: lists(table),
    rack,
    rules,
    ...(toOpen === null ? {} : { to_open: toOpen }),
    ...(others.length ? { others: lists(others) } : {}),
    ...(discard ? { discard } : {}),
    ...(bonus ? { bonus } : {}),
    ...(melded ? { others_melded: true } : {}),
  };
}
