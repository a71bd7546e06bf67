// What the board shows now: the position as it is edited, with what a hint points at, or a moment of a turn.

import { el, byId } from "./dom.js";
import { reveal, show } from "./board.js";
import { t, tileWords } from "./i18n.js";
import { state } from "./state.js";
import { faults } from "./tiles.js";
import { deckOf, onesOf } from "./editions.js";

/** Where the next tile goes (`rack`, `new`, or a set's number from 0), the tile picked: its number; was one just added? */
export const editing = { target: "rack", picked: null, added: false };
const OPEN = ["discard", "bonus"];
let overlay = null;
let pointing = false;
let told = [];
let stage = () => null;
const listeners = new Set();

/** Called after each picture. */
export const onDraw = (listener) => listeners.add(listener);
export const overlaid = () => overlay;

/** Show something other than the plain position: `{rack, sets}` to point at, or `{frame, moving}`; null: nothing. */
export function setOverlay(next) {
  overlay = next;
  pointing = next !== null;
  draw();
  pointing = false;
}

/** Show what another part of the page makes, as long as it gives a view: `give()`, null for the position. */
export function setStage(give) {
  stage = give;
}

/** Faults that the service told of: `{place, text}`, shown until the position changes. */
export function tellFaults(list) {
  told = list;
  draw();
}

/** What is wrong, with sentences: the page's own findings first. */
export function problems() {
  const { table, rack, rules } = state();
  const own = faults({ table, rack }, deckOf(rules), onesOf(rules));
  const sentence = ({ key, values = {} }) => t(key, { ...values, tile: values.tile ? tileWords(values.tile) : "" });
  return [...own.map((fault) => ({ ...fault, text: sentence(fault) })), ...(own.length ? [] : told)];
}

/** Each tile of the position with its number, which is that of the service: table, sets of others (`~0`), rack. */
export function numbered() {
  const { table, others, rack } = state();
  let id = 0;
  const lots = [...table.map((tiles, i) => [i, tiles]), ...others.map((tiles, i) => [`~${i}`, tiles]), ["rack", rack]];
  return lots.flatMap(([place, tiles]) => tiles.map((tile, index) => ({ id: id++, tile, place, index })));
}

/** Pick a tile by its number; again: let go. */
function pickTile(id) {
  const { place } = numbered()[id] ?? { place: "~" };
  if (String(place).startsWith("~")) return;
  editing.picked = editing.picked === id ? null : id;
  editing.target = place;
  draw();
}

function pickPlace(place) {
  editing.target = place;
  editing.picked = null;
  draw();
}

/** Every tile of the position with its fault and its marks. */
function marked(wrong) {
  const pointed = [...(overlay?.rack ?? [])];
  const hinted = ({ place, tile }) => {
    const at = place === "rack" ? pointed.indexOf(tile) : -1;
    return at >= 0 && Boolean(pointed.splice(at, 1));
  };
  return numbered().map((each) => {
    const pressed = each.id === editing.picked;
    const fault = wrong.find(({ place, index }) => place === each.place && index === each.index)?.text;
    return { ...each, fault, pressed, marks: [...(pressed ? ["picked"] : []), ...(hinted(each) ? ["hinted"] : [])] };
  });
}

/** The place where a new set begins. */
export function newSet(target, click) {
  const button = el("button", { type: "button", className: "set new-set", on: { click } }, t("new_set"));
  button.classList.toggle("is-target", target);
  return button;
}

/** The position, with what is wrong in it and what a hint points at. */
function plainView() {
  const wrong = problems();
  const all = marked(wrong);
  const { table, others } = state();
  const target = byId("panel-tiles").hidden ? null : editing.target;
  const at = (wanted) => all.filter(({ place }) => place === wanted);
  const sentences = (place) => [...new Set(wrong.filter((fault) => fault.place === place).map(({ text }) => text))].join(" ");
  const set = (place, i, touched) => ({ number: i + 1, tiles: at(place), touched, fault: sentences(place) });
  // Right after a tile was added the reader wants to see it arrive, and after a hint what it points at.
  const touched = pointing && all.find(({ place }) => overlay.sets?.includes(place));
  const hinted = pointing && all.findLast(({ marks }) => marks.includes("hinted"));
  const look = (editing.added ? at(editing.target).at(-1) : touched || hinted)?.id;
  editing.added = false;
  return {
    sets: table.map((_, i) => ({ ...set(i, i, overlay?.sets?.includes(i)), target: target === i })),
    others: others.map((_, i) => set(`~${i}`, i, overlay?.others?.includes(i))),
    open: OPEN.filter((name) => state()[name]).map((name) => ({ name: t(name), id: name, tile: state()[name] })),
    rack: { tiles: at("rack"), target: target === "rack", fault: sentences("rack") },
    addSet: newSet(target === "new", () => pickPlace("new")),
    look,
    pickTile,
    pickSet: pickPlace,
    pickRack: () => pickPlace("rack"),
  };
}

/** A moment of a turn: `{table: [[tile]], ids: [[number]], others, others_ids, rack: [number], moved: [number], discard}`. */
function frameView({ frame, moving, tiles }) {
  const marks = (id) => (frame.moved.includes(id) ? ["moved"] : []);
  const lots = (sets, ids) =>
    sets.map((set, i) => ({
      number: i + 1,
      tiles: set.map((tile, k) => ({ id: ids[i][k], tile, marks: marks(ids[i][k]) })),
    }));
  return {
    sets: lots(frame.table, frame.ids),
    others: frame.others ? lots(frame.others, frame.others_ids) : [],
    open: frame.discard === undefined ? [] : [{ name: t("discard"), id: frame.discard, tile: tiles[frame.discard] }],
    rack: { tiles: frame.rack.map((id) => ({ id, tile: tiles[id], marks: marks(id) })) },
    moving,
    look: frame.moved.at(-1),
  };
}

/** Show it, and when everything beside it has its size, what is new in it. */
export function draw() {
  const view = overlay?.frame ? frameView(overlay) : (stage() ?? plainView());
  show(view);
  for (const listener of listeners) listener();
  reveal(view.look);
}
