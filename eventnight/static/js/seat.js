// A seat at a table where the system deals: the phone adds its number when its player is ready, and counts the turn down.

import { keepPromise } from "./promises.js";

const NUMBER_BYTES = 32;
const SHORT_SECONDS = 5;

document.addEventListener("submit", (event) => {
  const field = event.target.matches("form[data-ready]") && event.target.elements.number;
  if (!field || field.value) return;
  keepPromise(event.target.dataset.ready, event.target.dataset.root);
  const bytes = crypto.getRandomValues(new Uint8Array(NUMBER_BYTES));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}, { capture: true });

// ---------- The time of a turn ----------

const ends = new WeakMap();
let wasTurn = isTurn();

function isTurn() {
  return Boolean(document.querySelector(".seat-dock.is-turn"));
}

function count() {
  for (const ring of document.querySelectorAll(".ring[data-seconds]")) {
    if (!ends.has(ring)) ends.set(ring, performance.now() + Number(ring.dataset.seconds) * 1000);
    const left = ring.dataset.paused === undefined
      ? Math.max(Math.ceil((ends.get(ring) - performance.now()) / 1000), 0)
      : Number(ring.dataset.seconds);
    ring.querySelector("text").textContent = left;
    ring.setAttribute("aria-label", `${left} seconds left`);
    ring.classList.toggle("is-short", left <= SHORT_SECONDS);
    const share = Math.min((left / Number(ring.dataset.whole)) * 100, 100);
    ring.querySelector(".ring-left").setAttribute("stroke-dasharray", `${share} 100`);
  }
}

function tellTurn() {
  if (isTurn() && !wasTurn) navigator.vibrate?.(200);
  wasTurn = isTurn();
  document.title = document.title.replace(/^(Your turn: )?/, wasTurn ? "Your turn: " : "");
}

document.addEventListener("eventnight:replaced", () => {
  count();
  tellTurn();
});
setInterval(count, 250);
count();
tellTurn();
