// A hand that staff follow, or one that a player acts in: the usual sizes set the amount, the button says it, and a desk has keys for what is done.

import { isForPage } from "./keys.js";

const form = () => document.querySelector("form[data-raise]");

function showAmount() {
  const raise = form();
  const input = raise?.querySelector("input[name=to]:not([type=hidden])");
  if (!input) return;
  const amount = input.value.replaceAll(",", "");
  for (const preset of raise.querySelectorAll("[data-preset]")) preset.setAttribute("aria-pressed", String(preset.value === amount));
  raise.querySelector("[data-raise-to]").textContent = /^\d+$/.test(amount) ? Number(amount).toLocaleString("en-US") : input.value;
}

document.addEventListener("click", (event) => {
  const preset = event.target.closest?.("[data-preset]");
  if (!preset) return;
  event.preventDefault();
  const input = preset.form.querySelector("input[name=to]:not([type=hidden])");
  input.value = preset.value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", (event) => {
  if (event.target.closest?.("form[data-raise]")) showAmount();
});

// ---------- Keys ----------

const STEPS = { ArrowUp: 1, ArrowDown: 0 };

document.addEventListener("keydown", (event) => {
  if (!isForPage(event)) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : "";
  const button = key && document.querySelector(`:is(#hand-now, #seat-now) [aria-keyshortcuts="${CSS.escape(key)}"]`);
  const step = event.key in STEPS && form()?.querySelectorAll("[data-step-by]")[STEPS[event.key]];
  if (!button && !step) return;
  event.preventDefault();
  (button || step).click();
});

document.addEventListener("eventnight:replaced", showAmount);
showAmount();
