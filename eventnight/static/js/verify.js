// Repeats a published raffle draw from its two files. It trusts nothing but those files: every number is worked out
// again, and the first thing that does not agree is named.

import { FIRST, firstSteps } from "./check/first.js";
import { NotComplete, readProof, textOf } from "./check/published.js";
import { secondSteps } from "./check/second.js";
import { SECOND } from "./check/sheet.js";
import { DIFFER_HELP } from "./check/words.js";

export function verifySteps(proof, list) {
  const method = textOf(proof, "method");
  if (method === SECOND) return secondSteps(proof, list);
  if (method === FIRST) return firstSteps(proof, list);
  throw new Error(`The draw names the method ${method}; this page knows ${FIRST} and ${SECOND}.`);
}

// What the files come to: "agrees", "differs", "not complete" or "unreadable". onStep: told of every step.
export async function verdictOn(readFiles, onStep) {
  try {
    const [proof, list] = await readFiles();
    for await (const step of verifySteps(readProof(proof), list)) {
      onStep(step);
      if (!step.ok) return "differs";
    }
    return "agrees";
  } catch (error) {
    const isEarly = error instanceof NotComplete;
    onStep({ title: isEarly ? "The draw is not complete" : "The check stopped", ok: null, detail: error.message });
    return isEarly ? "not complete" : "unreadable";
  }
}

// ---------- The page ----------

// From files that were saved, where the page has places for them: then nothing is fetched, and no network is needed.
async function savedFiles(place) {
  const [proof, list] = ["proof", "list"].map((name) => place.querySelector(`[data-verify-${name}]`)?.files[0]);
  return proof && list ? [await proof.text(), new Uint8Array(await list.arrayBuffer())] : null;
}

async function fetchFiles(place) {
  if (!place.dataset.proof) throw new Error("Choose both saved files first: proof.json and list.txt.");
  const proof = await fetch(place.dataset.proof, { cache: "no-store" });
  if (!proof.ok) throw new Error("The published draw could not be fetched. Try again in a moment.");
  const list = await fetch(place.dataset.list, { cache: "no-store" });
  // Before sales close there is no list yet; the draw itself says how far it is.
  if (!list.ok && list.status !== 404) throw new Error("The list of tickets could not be fetched. Try again in a moment.");
  return [await proof.text(), new Uint8Array(await list.arrayBuffer())];
}

function showStep(steps, { title, ok, detail, help }) {
  const item = document.createElement("li");
  const words = document.createElement("div");
  const said = ok === null ? "" : ok ? "Agrees: " : "Does not agree: ";
  const heading = Object.assign(document.createElement("b"), { textContent: said + title });
  words.append(heading, Object.assign(document.createElement("p"), { className: "hash", textContent: detail }));
  if (ok === false) words.append(Object.assign(document.createElement("p"), { textContent: help || DIFFER_HELP }));
  item.append(Object.assign(document.createElement("span"), { textContent: ok ? "✓" : "✗", ariaHidden: "true" }), words);
  steps.append(item);
}

const BADGES = {
  agrees: ["playing", "Verified"],
  differs: ["danger", "Does not agree"],
  "not complete": ["waiting", "Not yet complete"],
  unreadable: ["danger", "Not checked"],
};

function showBadge(place, kind, words) {
  const badge = place.querySelector("[data-verify-badge]");
  badge.className = `badge badge-${kind}`;
  badge.textContent = words;
}

async function run(place) {
  const steps = place.querySelector("[data-verify-steps]");
  steps.replaceChildren();
  showBadge(place, "called", "Checking");
  const readFiles = async () => (await savedFiles(place)) ?? fetchFiles(place);
  showBadge(place, ...BADGES[await verdictOn(readFiles, (step) => showStep(steps, step))]);
}

if (globalThis.document) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-verify-run]");
    if (button) run(button.closest("[data-verify]"));
  });
}
