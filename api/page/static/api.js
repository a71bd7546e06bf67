// Questions to the service. What goes wrong becomes a Problem with a sentence.

import { t } from "./i18n.js";

/** A refusal or a failure: the sentence, and where the service names it, the place as a JSON pointer. */
export class Problem extends Error {
  constructor(sentence, place = null) {
    super(sentence);
    this.place = place;
  }
}

async function answered(response) {
  let document = null;
  try {
    document = await response.json();
  } catch {
    // What stands before the service may answer with a page of its own.
  }
  if (response.ok && document) return document;
  if (response.status === 503) throw new Problem(t("busy"));
  if (document?.detail) throw new Problem(t("refused", { sentence: document.detail }), document.place ?? null);
  throw new Problem(t("failed", { status: response.status }));
}

async function fetched(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new Problem(t("unreachable"));
  }
}

/** The answer to a POST of fields. */
export async function ask(call, fields) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) };
  return answered(await fetched(`v1/${call}`, options));
}

/** The answer to a GET. */
export async function read(address) {
  return answered(await fetched(address));
}
