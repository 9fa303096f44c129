// What every page can do beyond plain HTML. Without this file all pages still work.
// Everything is delegated from the document, so that replaced fragments need no set-up of their own.

import "./keyboard.js";
import "./says.js";
import "./toasts.js";

const ASKING = "form[data-sent='asking']";
const FIRST_ERRORS = "[data-form-errors], [aria-invalid='true'], [data-refusal]";

// ---------- Requests by htmx ----------

document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector("meta[name='csrf-token']")?.content;
  if (token) event.detail.headers["X-CSRFToken"] = token;
});

// A refusal is content too: a refused form comes back in its place, a refused action among the messages.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status < 400 || xhr.status >= 500) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
  if (!xhr.responseText.includes("data-refusal")) return;
  const messages = document.getElementById("messages");
  if (!messages) return;
  event.detail.target = messages;
  event.detail.swapOverride = "innerHTML";
});

// What is pressed stays under the finger until the press has been answered: the button would be gone, and the press with it.
for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
  document.addEventListener(swap, (event) => {
    const { target } = event.detail;
    const pressed = document.querySelector("button:active");
    const isAsking = target.closest(ASKING) || target.querySelector(ASKING) || target.querySelector("button")?.form?.matches(ASKING);
    if (isAsking || target.contains(pressed) || (pressed?.form && target.contains(pressed.form))) event.detail.shouldSwap = false;
  });
}

document.addEventListener("htmx:afterSettle", (event) => focusFirstError(event.detail.elt));

function focusFirstError(place) {
  const first = place.querySelector?.(FIRST_ERRORS);
  if (!first) return;
  if (!first.matches("input, select, textarea, [tabindex]")) first.tabIndex = -1;
  first.focus();
}

// ---------- Presses ----------

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest?.(selector);
  const opener = on("[data-open]");
  const dialog = opener && document.getElementById(opener.dataset.open);
  if (dialog?.showModal) {
    event.preventDefault();
    dialog.showModal();
  }
  const closer = on("[data-close]");
  if (closer?.closest("dialog")) {
    event.preventDefault();
    closer.closest("dialog").close();
  }

  const back = on("[data-back]");
  if (back && history.length > 1 && document.referrer.startsWith(location.origin)) {
    event.preventDefault();
    history.back();
  }

  const step = on("[data-step-by]");
  if (step) stepField(step.closest("[data-step]"), Number(step.dataset.stepBy));

  const key = on("[data-key]");
  if (key) pressKey(key.closest("[data-keypad]").querySelector("input"), key.dataset.key);
});

const DIGITS = /^\d+$/;
const THOUSANDS = /^\d{1,3}(,\d{3})+$/;

// What is not a number stays as it was typed: the page and the server say what is wrong with it.
function stepField(field, by) {
  const input = field.querySelector("input");
  if (input.value && !DIGITS.test(input.value)) return setValue(input, input.value);
  const least = Number(field.dataset.least ?? 0);
  const most = Number(field.dataset.most ?? Infinity);
  setValue(input, Math.min(Math.max(Number(input.value) + by, least), most));
}

function pressKey(input, key) {
  const digits = THOUSANDS.test(input.value) ? input.value.replaceAll(",", "") : input.value;
  const next = key === "erase" ? digits.slice(0, -1) : (digits + key).replace(/^0+(?=\d)/, "").slice(0, Math.max(digits.length, 9));
  setValue(input, next);
}

function setValue(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-submit-on-change]");
  if (form) form.requestSubmit();
});

focusFirstError(document);

// ---------- The tab of this page is in sight, however many stand before it ----------

function showTabs(place) {
  for (const tab of place.querySelectorAll(".tabs [aria-current]")) {
    const [inside, around] = [tab, tab.parentElement].map((element) => element.getBoundingClientRect());
    tab.parentElement.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2;
  }
}

showTabs(document);
document.addEventListener("eventnight:replaced", (event) => showTabs(event.detail));

// ---------- Fields that belong to no choice: while their select has a value they are neither seen nor sent ----------

function showParts() {
  for (const part of document.querySelectorAll("[data-unless]")) {
    const isChosen = Boolean(document.getElementById(part.dataset.unless)?.value);
    part.hidden = part.disabled = isChosen;
  }
}

showParts();
document.addEventListener("change", showParts);

// ---------- Money counted by note and coin, chips by colour ----------

document.addEventListener("input", (event) => {
  const pieces = event.target.closest?.("[data-pieces]");
  if (!pieces) return;
  let worth = 0;
  for (const input of pieces.querySelectorAll("[data-worth]")) worth += Number(input.dataset.worth) * (DIGITS.test(input.value || "0") ? Number(input.value) : NaN);
  const sum = pieces.dataset.pieces === "chips" ? worth.toLocaleString("en-US") : (worth / 100).toFixed(2);
  pieces.querySelector("[data-pieces-sum]").textContent = Number.isNaN(worth) ? "—" : sum; // one of them is not a number
});
