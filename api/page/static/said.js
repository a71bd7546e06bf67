// What is said of the turn that is played by hand, in words that are given anew in another language.

import { el, byId } from "./dom.js";

let said = null;

/** Say of the turn as it lies what `give()` gives, `good` or not; nothing: what was said is over. */
export function tell(give = null, good = null, detail = "") {
  said = give && { give, good, detail };
  drawSaid();
  if (said) byId("play-said").scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Say it in the language that is chosen now. */
export function drawSaid() {
  const { give, good, detail } = said ?? {};
  const box = byId("play-said");
  box.dataset.good = said && good !== null ? String(good) : "";
  const quiet = detail ? [" ", el("span", { className: "quiet", lang: "en" }, `(${detail})`)] : [];
  box.replaceChildren(...(said ? [give(), ...quiet] : []));
}
