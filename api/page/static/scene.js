// What the board shows now: the position as it is edited, with what a hint points at, or a moment of a turn.

import { el, byId } from "./dom.js";
import { show } from "./board.js";
import { t, tileWords } from "./i18n.js";
import { state } from "./state.js";
import { faults } from "./tiles.js";
import { deckOf, onesOf } from "./editions.js";

/** Where the next tile goes (`rack`, `new`, or a set's number from 0), the tile picked: its number; was one just added? */
export const editing = { target: "rack", picked: null, added: false };
let overlay = null;
let told = [];
const listeners = new Set();

/** Called after each picture. */
export const onDraw = (listener) => listeners.add(listener);
export const overlaid = () => overlay;

/** Show something other than the plain position: `{rack, sets}` to point at, or `{frame, moving}`; null: nothing. */
export function setOverlay(next) {
  overlay = next;
  draw();
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

function plainView() {
  const wrong = problems();
  const { table, others, discard, bonus } = state();
  const target = byId("panel-tiles").hidden ? null : editing.target;
  const faultOf = (place, index) => wrong.find((fault) => fault.place === place && fault.index === index)?.text;
  const sentences = (place) => [...new Set(wrong.filter((fault) => fault.place === place).map(({ text }) => text))].join(" ");
  const pointed = [...(overlay?.rack ?? [])];
  const hinted = ({ place, tile }) => {
    const at = place === "rack" ? pointed.indexOf(tile) : -1;
    return at >= 0 && Boolean(pointed.splice(at, 1));
  };
  const all = numbered().map((each) => ({
    ...each,
    fault: faultOf(each.place, each.index),
    pressed: each.id === editing.picked,
    marks: [...(each.id === editing.picked ? ["picked"] : []), ...(hinted(each) ? ["hinted"] : [])],
  }));
  // The last tile where tiles are added, right after one was: the reader wants to see it arrive.
  const fresh = editing.added ? all.filter(({ place }) => place === editing.target).at(-1)?.id : undefined;
  editing.added = false;
  const open = [["discard", discard], ["bonus", bonus]].filter(([, tile]) => tile);
  const start = el("button", { type: "button", className: "set new-set", on: { click: () => pickPlace("new") } });
  start.textContent = t("new_set");
  start.classList.toggle("is-target", target === "new");
  return {
    sets: table.map((_, i) => ({
      number: i + 1,
      tiles: all.filter(({ place }) => place === i),
      target: target === i,
      touched: overlay?.sets?.includes(i),
      fault: sentences(i),
    })),
    others: others.map((_, i) => ({
      number: i + 1,
      tiles: all.filter(({ place }) => place === `~${i}`),
      touched: overlay?.others?.includes(i),
    })),
    open: open.map(([name, tile]) => ({ name: t(name), id: name, tile })),
    rack: {
      tiles: all.filter(({ place }) => place === "rack"),
      target: target === "rack",
      fault: sentences("rack"),
    },
    addSet: start,
    look: fresh,
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

/** Show it. */
export function draw() {
  show(overlay?.frame ? frameView(overlay) : plainView());
  for (const listener of listeners) listener();
}
