// The words of the page in the language chosen. Another language is one file in messages/ and one line here.

import { isJoker, colourOf, numberOf, meaningOf } from "./tiles.js";

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文" };

let messages = {};
let chosen = "en";

export const language = () => chosen;

/** The phrase of a key, `{name}` replaced by a value. */
export function t(key, values = {}) {
  const text = messages[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** One phrase for one, another for more: `key_one` or `key`. */
export const counted = (key, n, values = {}) => t(n === 1 ? `${key}_one` : key, { n, ...values });

/** A tile in words. */
export function tileWords(tile) {
  if (!isJoker(tile)) return t("tile", { colour: t(`colour_${colourOf(tile)}`), number: numberOf(tile) });
  const meaning = meaningOf(tile);
  if (!meaning) return t("joker");
  return meaning[0] === "?"
    ? t("joker_in_group", { number: meaning.slice(1) })
    : t("joker_as", { tile: tileWords(meaning) });
}

/** Tiles in words, one after another. */
export const tilesWords = (tiles) => tiles.map(tileWords).join(t("between"));

/** The language that the reader's browser asks for first, of those that there are. */
export function preferred() {
  for (const wanted of navigator.languages ?? []) {
    if (/^zh\b/i.test(wanted)) return "zh-Hans";
    const found = Object.keys(LANGUAGES).find((name) => name.split("-")[0] === wanted.split("-")[0].toLowerCase());
    if (found) return found;
  }
  return "en";
}

/** Load a language and write it into the page. */
export async function speak(name) {
  const wanted = name in LANGUAGES ? name : "en";
  const response = await fetch(`page/messages/${wanted}.json`);
  messages = await response.json();
  chosen = wanted;
  document.documentElement.lang = wanted;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}
