// Positions in one line, read and written: `r4-5jr6.b3-6 r6b9k9o1`. docs/notation.md has the grammar.

import { isJoker, colourOf, numberOf, meaningOf } from "./tiles.js";

const PIECE = /j(?:([rbkogmwc]?)(\d{1,3}))?|([rbkogmwc]+)(\d{1,3})(?:-(\d{1,3}))?/y;
const LOOSE = /(j)|([rbkogmwc]+)(\d{1,3})(?:-(\d{1,3}))?/y;

/** Text that is not in the notation; `at` is the column, from 1. */
export class NotationFault extends Error {
  constructor(at) {
    super(`column ${at}`);
    this.at = at;
  }
}

function spread(colours, first, last) {
  if (last === undefined) return [...colours].map((colour) => `${colour}${Number(first)}`);
  const [from, to] = [Number(first), Number(last)];
  if (colours.length !== 1 || from >= to || to > 40) return null;
  return Array.from({ length: to - from + 1 }, (_, i) => `${colours}${from + i}`);
}

/** The tiles of a set, or with `loose` of a rack, where a joker stands for nothing. */
export function readTiles(text, offset = 0, loose = false) {
  const tiles = [];
  const pattern = loose ? LOOSE : PIECE;
  const small = text.toLowerCase();
  for (let at = 0; at < small.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(small);
    if (!match) throw new NotationFault(offset + at + 1);
    const [colours, first, last] = match.slice(loose ? 2 : 3);
    const next = colours ? spread(colours, first, last) : [joker(match[1], match[2], loose)];
    if (!next) throw new NotationFault(offset + at + 1);
    tiles.push(...next);
  }
  return tiles;
}

function joker(colour, number, loose) {
  if (loose || number === undefined) return "J";
  return `J=${colour || "?"}${Number(number)}`;
}

function readSets(text, offset) {
  if (text === "-") return [];
  const sets = [];
  for (const piece of text.split(".")) {
    if (!piece) throw new NotationFault(offset + 1);
    sets.push(readTiles(piece, offset));
    offset += piece.length + 1;
  }
  return sets;
}

/** A whole position. */
export function readLine(text) {
  const line = text.trim();
  const fields = line.split(/[ _]/);
  if (fields.length < 2) throw new NotationFault(line.length + 1);
  const [own, others, ...more] = fields[0].split("~");
  if (more.length || others === "") throw new NotationFault(1);
  const position = { table: readSets(own, 0), rack: [], toOpen: null };
  const start = fields[0].length + 1;
  position.rack = fields[1] === "-" ? [] : readTiles(fields[1], start, true);
  position.others = others === undefined ? [] : readSets(others, own.length + 1);
  let offset = start + fields[1].length + 1;
  for (const field of fields.slice(2)) {
    if (/^\d{1,5}$/.test(field)) position.toOpen = Number(field);
    else if (/^d=/i.test(field)) position.discard = readTiles(field.slice(2), offset + 2, true)[0];
    else if (/^b=/i.test(field)) position.bonus = readTiles(field.slice(2), offset + 2, true)[0];
    else if (/^m=1$/i.test(field)) position.melded = true;
    else throw new NotationFault(offset + 1);
    offset += field.length + 1;
  }
  return position;
}

function written(tile, loose) {
  if (!isJoker(tile)) return tile;
  return loose ? "j" : `j${meaningOf(tile).replace("?", "")}`;
}

/** Tiles in the one-line form: neighbours in a row as a range, other colours of one number together. */
export function writeTiles(tiles, loose = false) {
  let text = "";
  for (let i = 0, end; i < tiles.length; i = end) {
    end = i + 1;
    if (isJoker(tiles[i])) text += written(tiles[i], loose);
    else if (follows(tiles[i], tiles[end])) {
      while (follows(tiles[end - 1], tiles[end])) end++;
      text += `${tiles[i]}-${numberOf(tiles[end - 1])}`;
    } else {
      while (matches(tiles.slice(i, end), tiles[end])) end++;
      text += tiles.slice(i, end).map(colourOf).join("") + numberOf(tiles[i]);
    }
  }
  return text;
}

const natural = (tile) => tile !== undefined && !isJoker(tile);
const follows = (tile, next) =>
  natural(next) && colourOf(tile) === colourOf(next) && numberOf(next) === numberOf(tile) + 1;
const matches = (tiles, next) =>
  natural(next) && numberOf(next) === numberOf(tiles[0]) && !tiles.some((tile) => colourOf(tile) === colourOf(next));

/** A whole position, with `_` between its fields. */
export function writeLine({ table, rack, toOpen, others = [], discard, bonus, melded }) {
  const sets = (list) => list.map((tiles) => writeTiles(tiles)).join(".");
  const fields = [
    (sets(table) || "-") + (others.length ? `~${sets(others)}` : ""),
    writeTiles(rack, true) || "-",
    ...(toOpen === null ? [] : [String(toOpen)]),
    ...(discard ? [`d=${written(discard, true)}`] : []),
    ...(bonus ? [`b=${written(bonus, true)}`] : []),
    ...(melded ? ["m=1"] : []),
  ];
  return fields.join("_");
}

/** A turn as far as it is played: the piles with dots between them, `-` where nothing is left, and after `_` the rack. */
export const writeTurn = (piles, rack) =>
  `${piles.map((tiles) => writeTiles(tiles) || "-").join(".")}_${writeTiles(rack, true) || "-"}`;

/** Such a turn: `{piles, rack}`. */
export function readTurn(text) {
  const [piles, rack, ...more] = text.split("_");
  if (rack === undefined || more.length) throw new NotationFault(1);
  const tiles = (piece, loose) => (piece === "-" ? [] : readTiles(piece, 0, loose));
  return { piles: piles ? piles.split(".").map((piece) => tiles(piece, false)) : [], rack: tiles(rack, true) };
}
