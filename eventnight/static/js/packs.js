// The packs of a table, checked in this browser. Where this phone sat at the table, it has kept the promise itself.

import { packProblems } from "./check/pack.js";
import { promiseKept } from "./promises.js";

function show(place, lines, isGood) {
  place.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  place.className = isGood ? "small" : "small pack-wrong";
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-pack]");
  if (!button) return;
  const place = button.closest("li").querySelector("[data-pack-says]");
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(button.dataset.pack, { cache: "no-store" });
    if (!answer.ok) throw new Error("The pack could not be fetched. Try again in a moment.");
    const pack = await answer.json();
    const kept = promiseKept(pack.hand);
    const problems = await packProblems(pack, kept);
    const agrees = `Agrees: ${pack.shown.length} cards came from where the phones’ numbers put them, as promised.`;
    show(place, problems.length ? problems : [kept ? `${agrees} This phone had kept the promise.` : agrees], !problems.length);
  } catch (error) {
    show(place, [error.message], false);
  } finally {
    button.removeAttribute("aria-busy");
  }
});

for (const button of document.querySelectorAll("[data-pack]")) button.disabled = false;
