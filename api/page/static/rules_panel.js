// The panel where the edition is chosen: by name, or by three questions that leave fewer and fewer of them.

import { el, byId } from "./dom.js";
import { t, counted } from "./i18n.js";
import { state, choose } from "./state.js";
import { QUESTIONS, fitting, knobsOf, jokerSentence, openingSentence } from "./editions.js";

const answers = {};

function question({ key, answers: known }) {
  const options = [...Object.keys(known), "unsure"].map((answer) => {
    const input = el("input", { type: "radio", name: key, value: answer });
    input.checked = (answers[key] ?? "unsure") === answer;
    input.addEventListener("change", () => {
      answers[key] = answer;
      drawEditions();
    });
    return el("label", { className: "option" }, input, el("span", {}, t(answer === "unsure" ? "unsure" : `${key}_${answer}`)));
  });
  return el("fieldset", {}, el("legend", {}, t(key)), ...options);
}

function edition({ name, source, knobs }) {
  const input = el("input", { type: "radio", name: "edition", value: name });
  input.checked = state().rules.split(",")[0] === name;
  input.addEventListener("change", () => choose(name));
  return el(
    "label",
    { className: "edition" },
    input,
    el(
      "span",
      {},
      el("strong", {}, name),
      el("span", { className: "source", lang: "en" }, source),
      el("span", {}, jokerSentence(knobs)),
      el("span", { className: "quiet" }, openingSentence(knobs)),
    ),
  );
}

/** The editions that are left, and how many. */
export function drawEditions() {
  const left = fitting(answers);
  byId("edition-count").textContent = left.length ? counted("editions_left", left.length) : t("editions_none");
  byId("edition-list").replaceChildren(...left.map(edition));
  const knobs = knobsOf(state().rules);
  byId("edition-now").textContent = state().rules;
  byId("edition-jokers").textContent = knobs ? jokerSentence(knobs) : "";
}

/** The whole panel, in the language chosen. */
export function drawRules() {
  byId("questions").replaceChildren(...QUESTIONS.map(question));
  drawEditions();
}
