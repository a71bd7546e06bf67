// A turn shown step by step: the tiles move on the board while the sentences are read.

import { el, byId } from "./dom.js";
import { t, counted } from "./i18n.js";
import { state, change, note } from "./state.js";
import { numbered, setOverlay } from "./scene.js";

let turn = null;
let at = 0;

const split = (sets) => (sets ?? []).map((text) => text.split(" ").filter(Boolean));

/** The first picture and one for each step. */
function frames(explanation) {
  const { table, others } = state();
  const all = numbered();
  const ids = (place) => all.filter((each) => each.place === place).map(({ id }) => id);
  const start = {
    text: t("step_start"),
    table,
    ids: table.map((_, i) => ids(i)),
    others,
    others_ids: others.map((_, i) => ids(`~${i}`)),
    rack: ids("rack"),
    moved: [],
  };
  return [start, ...explanation.steps.map(frameOf)];
}

/** A step of the service's as a frame. */
export function frameOf(step) {
  return {
    ...step,
    table: split(step.table),
    others: step.others ? split(step.others) : null,
    others_ids: step.others_ids ?? [],
    moved: step.moved ?? [],
    discard: step.action === "discard" ? step.moved[0] : undefined,
  };
}

/** Show an explanation, from a step on. */
export function replay(explanation, step = 0) {
  turn = { explanation, frames: frames(explanation) };
  byId("replay").hidden = false;
  go(Math.min(Math.max(step, 0), turn.frames.length - 1), step > 0 ? false : undefined);
}

/** Stop showing it. */
export function endReplay() {
  if (!turn) return;
  turn = null;
  note("step", null);
  byId("replay").hidden = true;
}

function go(step, moving = true) {
  at = step;
  note("step", step);
  setOverlay({ frame: turn.frames[step], tiles: turn.explanation.tiles, moving });
  drawReplay();
}

/** The sentences, the step that is shown, and the buttons. */
export function drawReplay() {
  if (!turn) return;
  const { explanation, frames: all } = turn;
  const last = all.length - 1;
  const moves = counted("movements", explanation.movements, { fewest: explanation.fewest ? t("fewest") : "" });
  byId("replay-summary").textContent = moves;
  byId("replay-at").textContent = t("step_at", { n: at, of: last });
  byId("replay-now").textContent = all[at].text;
  const had = document.activeElement;
  byId("replay-first").disabled = byId("replay-back").disabled = at === 0;
  byId("replay-on").disabled = at === last;
  if (had?.disabled) byId(at === last ? "replay-back" : "replay-on").focus();
  const items = explanation.steps.map((step, i) => {
    const button = el("button", { type: "button", className: "step", on: { click: () => go(i + 1) } }, step.text);
    if (i + 1 === at) button.setAttribute("aria-current", "step");
    return el("li", {}, button);
  });
  const inside = document.activeElement?.closest?.("#replay-steps li");
  const index = inside ? [...inside.parentElement.children].indexOf(inside) : -1;
  byId("replay-steps").replaceChildren(...items);
  if (index >= 0) items[index]?.firstElementChild.focus();
}

/** The table after the turn becomes the position. */
function play() {
  const end = turn.frames.at(-1);
  const { tiles } = turn.explanation;
  endReplay();
  change({
    table: end.table,
    rack: end.rack.map((id) => tiles[id]),
    others: end.others ?? state().others,
    toOpen: null,
  });
}

/** Listen; called once. */
export function startReplay() {
  byId("replay-first").addEventListener("click", () => go(0));
  byId("replay-back").addEventListener("click", () => go(at - 1));
  byId("replay-on").addEventListener("click", () => go(at + 1));
  byId("replay-play").addEventListener("click", play);
  byId("replay").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = at + (step ?? 0);
    if (!step || !turn.frames[next]) return;
    event.preventDefault();
    go(next);
  });
}
