// A seat at a table where the system deals: the phone adds its number when its player is ready, and counts the turn down.

import { keepPromise } from "./promises.js";

const NUMBER_BYTES = 32;
const SHORT_SECONDS = 5;
const READY_AGAIN_MS = 2000;

function addNumber(form) {
  const field = form.elements.number;
  if (field.value) return;
  keepPromise(form.dataset.ready, form.dataset.root);
  const bytes = crypto.getRandomValues(new Uint8Array(NUMBER_BYTES));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-ready]")) addNumber(event.target);
}, { capture: true });

// Where hand follows hand nobody presses anything. A number that did not arrive is sent again.
let sending = false;

async function getReady() {
  const form = document.querySelector("form[data-ready][data-by-itself]");
  if (!form || sending) return;
  sending = true;
  addNumber(form);
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  } catch {
    // Offline: the next round of the clock tries again.
  } finally {
    setTimeout(() => { sending = false; }, READY_AGAIN_MS);
  }
}

// ---------- Staff see that this phone is there ----------

const { phone } = document.body.dataset;
const SAY_AGAIN_MS = 10000;

function sayHere() {
  if (phone && !document.hidden) fetch(`/live/here?phone=${phone}`, { cache: "no-store" }).catch(() => {});
}

sayHere();
setInterval(sayHere, SAY_AGAIN_MS);
document.addEventListener("visibilitychange", sayHere);

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

// Somebody who changes seats is at another table, and stakes rise with the clock.
function nameTable() {
  const seat = document.querySelector(".seat-page[data-table]");
  const head = document.querySelector(".seat-head");
  if (!seat || !head) return;
  for (const [part, text] of [["h1", seat.dataset.table], [".label", seat.dataset.stakes]]) {
    const place = head.querySelector(part);
    if (place && place.textContent !== text) place.textContent = text;
  }
}

document.addEventListener("eventnight:replaced", () => {
  count();
  tellTurn();
  nameTable();
  getReady();
});
setInterval(() => {
  count();
  getReady();
}, 250);
count();
tellTurn();
getReady();
