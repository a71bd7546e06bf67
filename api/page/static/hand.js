// A turn that is played by hand: where each tile lies now, and the way back to the start. It knows nothing of the screen.
//
// A pile is what lies together, a set or not: a list of `{id, tile}`, in order. A pile of the start keeps its number when
// it is empty, so that whoever speaks of set 3 means the same set all the time.

import { arrange, bare, readings } from "./tiles.js";

const NOTHING = { piles: [], rack: [] };
let now = NOTHING;
let done = [];
let undone = [];
let kept = 0;
let mine = new Set();
let rules = null;

const tilesOf = (pile) => pile.map(({ tile }) => tile);
/** Every tile, of the table first. */
export const all = () => [...now.piles.flat(), ...now.rack];

export const piles = () => now.piles;
export const rack = () => now.rack;
export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;
/** Was the tile on the rack at the start? */
export const isMine = (id) => mine.has(id);
/** How many tiles of the rack lie on the table? */
export const played = () => mine.size - now.rack.length;
/** What the tiles of a pile can be together, none if they are no set. */
export const setsOf = (pile) => readings(tilesOf(pile), rules.deck, rules.ones);
/** Is every pile a set? Who says whether the turn is legal is the service. */
export const isWhole = () => now.piles.every((pile) => !pile.length || setsOf(pile).length > 0);

/** Begin with the tiles of a position, `{id, tile, place}`, of which so many sets are the table's. */
export function begin(tiles, sets, chosen) {
  const at = (wanted) => tiles.filter(({ place }) => place === wanted).map(({ id, tile }) => ({ id, tile }));
  rules = chosen;
  kept = sets;
  now = { piles: Array.from({ length: sets }, (_, i) => at(i)), rack: at("rack") };
  mine = new Set(now.rack.map(({ id }) => id));
  done = [];
  undone = [];
}

/** Where a tile lies: the number of its pile from 0, or `rack`. */
export function placeOf(id) {
  const place = now.piles.findIndex((pile) => pile.some((each) => each.id === id));
  return place < 0 ? "rack" : place;
}

function become(next) {
  done.push(now);
  undone = [];
  now = next;
}

/** The tiles of a pile by other names of theirs, in the order of the names. */
function named(pile, tiles) {
  const left = [...pile];
  return tiles.map((tile) => {
    const at = left.findIndex((each) => bare(each.tile) === bare(tile));
    return { id: left.splice(at, 1)[0].id, tile };
  });
}

/** The tiles in order, jokers with what they stand for. */
const tidy = (pile) => named(pile, arrange(tilesOf(pile), rules.deck, rules.ones));

/** Move tiles to a pile, to a `new` one, or to the `rack`; false where a tile of the table would come to the rack. */
export function move(ids, to) {
  if (to === "rack" && [...ids].some((id) => !mine.has(id))) return false;
  const moved = all().filter(({ id }) => ids.has(id)).map(({ id, tile }) => ({ id, tile: bare(tile) }));
  const without = (list) => list.filter(({ id }) => !ids.has(id));
  const left = now.piles.map((pile) => (pile.some(({ id }) => ids.has(id)) ? tidy(without(pile)) : pile));
  const onRack = without(now.rack);
  if (to === "rack") onRack.push(...moved);
  else if (to === "new") left.push(tidy(moved));
  else left[to] = tidy([...left[to], ...moved]);
  become({ piles: left.filter((pile, i) => pile.length || i < kept), rack: onRack.sort((a, b) => a.id - b.id) });
  return true;
}

/** Take another reading of a pile with a joker. */
export function read(place, tiles) {
  become({ ...now, piles: now.piles.with(place, named(now.piles[place], tiles)) });
}

export function undo() {
  undone.push(now);
  now = done.pop();
}

export function redo() {
  done.push(now);
  now = undone.pop();
}

/** Lay everything back as it was; that can be undone. */
export function restart() {
  become(done[0]);
}

/** Lay piles, by their numbers from 0, and the rack as told; false, and nothing is changed, where they are other tiles. */
export function lay(sets, onRack) {
  const free = all();
  const take = (tile, from) => {
    const at = free.findIndex((each) => bare(each.tile) === bare(tile) && from(each.id));
    return at < 0 ? null : { id: free.splice(at, 1)[0].id, tile };
  };
  // A tile stays where it is if it can.
  const there = now.rack.map(({ id }) => id);
  const left = onRack.map((tile) => take(tile, (id) => there.includes(id)) ?? take(tile, isMine));
  const staying = sets.map((set, i) => {
    const inside = (now.piles[i] ?? []).map(({ id }) => id);
    return set.map((tile) => take(tile, (id) => inside.includes(id)));
  });
  const laid = sets.map((set, i) => set.map((tile, k) => staying[i][k] ?? take(tile, () => true)));
  const good = sets.length >= kept && !free.length && [...left, ...laid.flat()].every(Boolean);
  if (good) become({ piles: laid.map(tidy), rack: left.sort((a, b) => a.id - b.id) });
  return good;
}
