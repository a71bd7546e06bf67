// Tiles drawn with the mouse or a pen. A finger on the board scrolls it, and tiles are tapped.

import { byId } from "./dom.js";

const FAR = 6;
let drawn = null;

function follow(event) {
  const [x, y] = [event.clientX - drawn.x, event.clientY - drawn.y];
  if (!drawn.tiles) {
    if (Math.hypot(x, y) < FAR) return;
    drawn.take(drawn.id);
    drawn.tiles = [...document.querySelectorAll("#board .tile.is-picked")];
    for (const tile of drawn.tiles) tile.classList.add("is-drawn");
  }
  for (const tile of drawn.tiles) tile.style.translate = `${x}px ${y}px`;
}

/** What lies under the pointer: a set's number from 0, `new`, `rack`, or nothing. */
function placeAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (under?.closest("#rack")) return "rack";
  const box = under?.closest("#table .set");
  if (!box) return null;
  return box.matches(".new-set") ? "new" : Number(box.dataset.set);
}

function end(event) {
  const { tiles, drop } = drawn;
  drawn = null;
  removeEventListener("pointermove", follow);
  removeEventListener("pointerup", end);
  removeEventListener("pointercancel", end);
  if (!tiles) return;
  const place = event.type === "pointerup" ? placeAt(event) : null;
  for (const tile of tiles) {
    tile.classList.remove("is-drawn");
    tile.style.translate = "";
  }
  // The click that comes of it is no tap.
  const stop = (click) => click.stopPropagation();
  addEventListener("click", stop, true);
  setTimeout(() => removeEventListener("click", stop, true));
  drop(place);
}

/** Listen; called once. `able` says whether tiles can be drawn, `take` picks one up, `drop` is told the place or null. */
export function startDrag({ able, take, drop }) {
  byId("board").addEventListener("pointerdown", (event) => {
    const tile = event.target.closest(".tile");
    if (!tile || event.pointerType === "touch" || event.button !== 0 || !able()) return;
    drawn = { id: Number(tile.dataset.id), x: event.clientX, y: event.clientY, take, drop, tiles: null };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}
