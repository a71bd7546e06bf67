// Tiles by their names (`r5`, `J`, `J=r7`, `J=?7`), what sets they can form, and what is wrong with a position.
// The service judges everything again; this is here so that a mistake shows at once, where it is.

export const COLOURS = "rbkogmwc";

export const isJoker = (tile) => tile[0] === "J";
export const colourOf = (tile) => tile[0];
export const numberOf = (tile) => Number(tile.slice(1));
/** What the joker stands for: `r7`, or `?7` in a group; nothing where that is open. */
export const meaningOf = (tile) => tile.slice(2);
/** A tile without what a joker stands for. */
export const bare = (tile) => (isJoker(tile) ? "J" : tile);

const same = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
const allEqual = (values) => values.every((value) => value === values[0]);
const distinct = (values) => new Set(values).size === values.length;

function groups(tiles, deck) {
  const natural = tiles.filter((tile) => !isJoker(tile));
  const fits = tiles.length <= deck.colours && allEqual(natural.map(numberOf)) && distinct(natural);
  if (!fits) return [];
  const number = numberOf(natural[0]);
  return [{ kind: "group", tiles: tiles.map((tile) => (isJoker(tile) ? `J=?${number}` : tile)) }];
}

function runs(tiles, deck, ones) {
  const natural = tiles.filter((tile) => !isJoker(tile));
  if (!allEqual(natural.map(colourOf)) || !distinct(natural) || tiles.length > deck.numbers) return [];
  const places = { low: deck.numbers, low_or_high: deck.numbers + 1, wrap: 2 * deck.numbers - 1 }[ones];
  const last = Math.min(places - tiles.length + 1, deck.numbers);
  const found = [];
  for (let first = 1; first <= last; first++) {
    const stands = tiles.map((_, i) => `${colourOf(natural[0])}${((first + i - 1) % deck.numbers) + 1}`);
    if (natural.every((tile) => stands.includes(tile))) {
      found.push({ kind: "run", tiles: stands.map((tile) => (natural.includes(tile) ? tile : `J=${tile}`)) });
    }
  }
  return found;
}

/** Every set that the tiles can be, each with its tiles in order and its jokers told; none if they are no set. */
export function readings(tiles, deck, ones) {
  if (tiles.length < 3 || tiles.every(isJoker)) return [];
  return [...groups(tiles, deck), ...runs(tiles, deck, ones)];
}

/** The tiles as the set that they most likely are: jokers as told, else as they lie, else as far up as can be. */
export function arrange(tiles, deck, ones) {
  const found = readings(tiles, deck, ones);
  if (!found.length) {
    const told = tiles.map(bare);
    const natural = told.filter((tile) => !isJoker(tile));
    if (allEqual(natural.map(colourOf))) natural.sort((a, b) => numberOf(a) - numberOf(b));
    return [...natural, ...told.filter(isJoker)];
  }
  const meanings = tiles.filter((tile) => tile.length > 1 && isJoker(tile));
  const score = ({ tiles: read }) =>
    (meanings.length && meanings.every((tile) => read.includes(tile)) ? 2 : 0) +
    (same(read.map(bare), tiles.map(bare)) ? 1 : 0);
  return found.reduce((best, next) => (score(next) >= score(best) && score(next) ? next : best), found.at(-1)).tiles;
}

/** Could the tiles become a set, or are they one? */
export function promising(tiles, deck, ones) {
  const natural = tiles.filter((tile) => !isJoker(tile));
  if (tiles.length > 2) return readings(tiles, deck, ones).length > 0;
  return natural.length < 2 || (distinct(natural) && (allEqual(natural.map(colourOf)) || allEqual(natural.map(numberOf))));
}

/** Faults of tiles and sets: `{place, index, key, values}`; the place is a set's number or `rack`, no index: the set. */
export function faults({ table, rack }, deck, ones) {
  const found = [];
  const counts = new Map();
  const places = [...table.map((tiles, place) => [place, tiles]), ["rack", rack]];
  for (const [place, tiles] of places) {
    tiles.forEach((tile, index) => {
      const name = bare(tile);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (name === "J") {
        if (count > deck.jokers) found.push({ place, index, key: "fault_jokers", values: { most: deck.jokers } });
      } else if (COLOURS.indexOf(colourOf(name)) >= deck.colours || numberOf(name) > deck.numbers || !numberOf(name)) {
        found.push({ place, index, key: "fault_deck", values: { tile: name } });
      } else if (count > deck.copies) {
        found.push({ place, index, key: "fault_copies", values: { tile: name, most: deck.copies } });
      }
    });
  }
  table.forEach((tiles, place) => found.push(...setFaults(tiles, place, deck, ones)));
  return found;
}

function setFaults(tiles, place, deck, ones) {
  if (readings(tiles, deck, ones).length) return [];
  if (tiles.length < 3 && promising(tiles, deck, ones)) return [{ place, key: "fault_short" }];
  const odd = tiles.findIndex((_, i) => promising(tiles.toSpliced(i, 1), deck, ones) && tiles.length > 3);
  return odd < 0 ? [{ place, key: "fault_set" }] : [{ place, index: odd, key: "fault_odd" }];
}
