// The editions as the service knows them, and what each says of jokers, in a sentence.

import { read } from "./api.js";
import { t } from "./i18n.js";

let all = { default: "", rules: [], decks: {} };

export async function loadEditions() {
  all = await read("v1/rules");
}

export const defaultEdition = () => all.default;
export const editions = () => all.rules;

/** The knobs of an edition, also of one with changes: `book-1978,joker_set=split`. */
export function knobsOf(name) {
  const [base, ...changes] = name.split(",");
  const found = all.rules.find((edition) => edition.name === base.trim());
  const changed = changes.map((part) => part.split("=").map((word) => word.trim()));
  return found && { ...found.knobs, ...Object.fromEntries(changed) };
}

const basic = (name) => knobsOf(name) ?? knobsOf(all.default);
export const deckOf = (name) => all.decks[basic(name).deck] ?? all.decks.standard;
export const onesOf = (name) => basic(name).ones;
/** Is the table everybody's, as it is not in games with sets of one's own? */
export const isCommon = (name) => basic(name).game === "sabra";
export const pointsOf = (name) => Number(basic(name).initial_meld_points);

/** What may be done with jokers on the table. */
export function jokerSentence(knobs) {
  if (knobs.joker_clear === "yes") return t("jokers_free");
  const source = knobs.group_of_three === "both" ? "both" : knobs.replacement_source;
  return t("jokers", {
    set: t(`jokers_${knobs.joker_set}`),
    source: t(`jokers_source_${source}`),
    reuse: t(`jokers_reuse_${knobs.joker_reuse}`),
  });
}

/** How a player opens. */
export function openingSentence(knobs) {
  return t("opening", {
    points: knobs.initial_meld_points,
    jokers: t(`opening_jokers_${knobs.initial_meld_jokers}`),
    on: t(`opening_on_${knobs.same_turn_manipulation}`),
  });
}

/** The questions for those who do not know their edition: each answer says which knobs fit it. */
export const QUESTIONS = [
  {
    key: "ask_apart",
    answers: { yes: (knobs) => knobs.joker_set === "split", no: (knobs) => knobs.joker_set === "locked" },
  },
  {
    key: "ask_free",
    answers: {
      free: (knobs) => knobs.joker_clear === "yes",
      any: (knobs) => knobs.joker_clear === "no" && knobs.replacement_source === "any",
      rack: (knobs) => knobs.joker_clear === "no" && knobs.replacement_source === "rack",
    },
  },
  {
    key: "ask_reuse",
    answers: {
      anywhere: (knobs) => knobs.joker_reuse === "anywhere",
      new_set: (knobs) => knobs.joker_reuse === "new_set",
      with_rack: (knobs) => /rack/.test(knobs.joker_reuse),
    },
  },
];

/** The editions that fit the answers given, `{ask_apart: "yes"}`. */
export function fitting(answers) {
  return all.rules.filter(({ knobs }) =>
    QUESTIONS.every(({ key, answers: known }) => known[answers[key]]?.(knobs) ?? true),
  );
}
