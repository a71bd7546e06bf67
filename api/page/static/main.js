// The page: loads words and editions, wires the parts together, and shows the position that the address tells.

import { byId, el } from "./dom.js";
import { Problem } from "./api.js";
import { LANGUAGES, language, preferred, speak, t } from "./i18n.js";
import { EMPTY, state, change, choose, restore, onChange, note, extras, link } from "./state.js";
import { readLine, NotationFault } from "./notation.js";
import { arrange } from "./tiles.js";
import { loadEditions, defaultEdition, knobsOf, deckOf, onesOf } from "./editions.js";
import { start as startBoard } from "./board.js";
import { draw, editing, onDraw, overlaid, problems } from "./scene.js";
import { startEditor, drawEditor } from "./editor.js";
import { startReplay, drawReplay } from "./replay.js";
import { startHelp, drawHelp, resetHelp, restoreHelp, say } from "./help.js";
import { startPlay, beginPlay, drawPlay, respeakPlay, restorePlay } from "./play.js";
import { startPuzzles, openPuzzles, drawPuzzle, leavePuzzle, restorePuzzle, today } from "./puzzle.js";
import { drawRules, drawEditions } from "./rules_panel.js";

const EXAMPLE = "bko7.r2-6.rko3.ro9j.b4-9jb10b11-12.k9-13.rbko2.rbko6 r1r8-10r12b1k4-5k10-11o7o9-10o12";
const TABS = ["tiles", "help", "play", "rules"];

/** Open one of the panels. */
function openTab(name, focus = false) {
  for (const tab of TABS) {
    const open = tab === name;
    byId(`tab-${tab}`).setAttribute("aria-selected", String(open));
    byId(`tab-${tab}`).tabIndex = open ? 0 : -1;
    byId(`panel-${tab}`).hidden = !open;
  }
  document.body.dataset.tab = name;
  // Hints are given where the reader is.
  byId(name === "play" ? "coach-here" : "panel-help").prepend(byId("coach"));
  note("tab", name);
  // A tile that was picked to be changed is none to be played.
  if (name === "play") {
    editing.picked = null;
    openPuzzles();
  }
  draw();
  if (focus) byId(`tab-${name}`).focus();
}

function tabKeys(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const at = TABS.findIndex((name) => event.target.id === `tab-${name}`);
  openTab(TABS[(at + step + TABS.length) % TABS.length], true);
}

/** A position whose sets are in order and whose jokers are told, as the edition and its deck have it. */
function settled(position, rules) {
  const inOrder = (sets) => sets.map((tiles) => arrange(tiles, deckOf(rules), onesOf(rules)));
  return { ...position, table: inOrder(position.table), others: inOrder(position.others) };
}

/** Take a position in one line. */
function fill(text) {
  const position = settled({ ...EMPTY, ...readLine(text) }, state().rules);
  editing.target = "rack";
  editing.picked = null;
  change(position);
}

function onPaste(event) {
  event.preventDefault();
  const box = byId("line");
  try {
    fill(box.value);
    box.value = "";
    byId("line-fault").textContent = "";
    box.removeAttribute("aria-invalid");
  } catch (error) {
    if (!(error instanceof NotationFault)) throw error;
    byId("line-fault").textContent = t("line_fault", { at: error.at });
    box.setAttribute("aria-invalid", "true");
  }
}

async function copyLink() {
  const address = new URL(link(), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    byId("copied").textContent = t("copied");
  } catch {
    byId("copied").textContent = address;
  }
}

/** Everything in the language chosen. */
function drawAll() {
  drawRules();
  drawHelp();
  drawReplay();
  drawPuzzle();
  respeakPlay();
  draw();
}

/** After each picture: the panel beside it, and how many faults there are. */
function afterDraw() {
  drawEditor();
  drawPlay();
  const wrong = overlaid()?.frame ? [] : problems();
  byId("faults").textContent = wrong.length ? t("faults", { n: wrong.length, sentence: wrong[0].text }) : "";
  const { table, rack } = state();
  byId("welcome").hidden = table.length > 0 || rack.length > 0;
}

async function speakAs(name) {
  await speak(name);
  byId("language").value = language();
  drawAll();
}

let addresses = 0;

/** Show what the address says; when it changes meanwhile, no more of it. */
async function fromAddress() {
  const mine = (addresses += 1);
  const good = restore(defaultEdition(), settled);
  const { rules } = state();
  if (!knobsOf(rules)) choose(defaultEdition());
  const wanted = { ...extras };
  await speakAs(extras.lang ?? preferred());
  if (mine !== addresses) return;
  resetHelp();
  leavePuzzle();
  beginPlay();
  openTab(TABS.includes(wanted.tab) ? wanted.tab : wanted.puzzle || wanted.play ? "play" : "tiles");
  drawAll();
  if (!good) say(t("bad_link"));
  else if (rules !== state().rules) say(t("bad_rules", { rules, instead: state().rules }));
  await restorePuzzle(wanted.puzzle);
  if (mine !== addresses) return;
  if (!restorePlay(wanted.play)) say(t("bad_turn"));
  await restoreHelp(wanted);
}

function wire() {
  startBoard();
  startEditor(fill);
  startReplay();
  startHelp(() => openTab("help"));
  startPlay();
  startPuzzles();
  onDraw(afterDraw);
  onChange(() => {
    resetHelp();
    drawEditions();
  });
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => openTab(name));
  byId("tabs").addEventListener("keydown", tabKeys);
  byId("paste").addEventListener("submit", onPaste);
  byId("copy-link").addEventListener("click", copyLink);
  byId("example").addEventListener("click", () => fill(EXAMPLE));
  byId("welcome-today").addEventListener("click", () => {
    openTab("play");
    today();
  });
  byId("language").append(...Object.entries(LANGUAGES).map(([value, name]) => el("option", { value, lang: value }, name)));
  byId("language").addEventListener("change", () => {
    note("lang", byId("language").value);
    resetHelp();
    speakAs(byId("language").value);
  });
  // What sticks to the panel must know how high it is.
  const measure = () => document.documentElement.style.setProperty("--dock", `${byId("dock").offsetHeight}px`);
  new ResizeObserver(measure).observe(byId("dock"));
  addEventListener("hashchange", fromAddress);
}

async function main() {
  wire();
  try {
    await speak(preferred());
    await loadEditions();
    await fromAddress();
  } catch (error) {
    say(error instanceof Problem ? error.message : String(error));
    if (!(error instanceof Problem)) throw error;
  }
  document.body.dataset.ready = "yes";
}

main();
