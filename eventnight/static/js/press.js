// One press counts once: it is asked whether the server is there, sent then, and kept in the outbox otherwise.

import { fail, isServerThere, keep, keepForNextPage, keepLost, me, newKey, noteOnItsWay, openOutbox, say, sendKept, textOf } from "./outbox.js";

let unanswered = null; // what was pressed, until a page answers it

function entryOf(form, submitter) {
  const fields = [...new FormData(form, submitter)];
  const subject = document.querySelector("[data-subject]")?.dataset.subject ?? textOf(document.querySelector("h1"));
  const words = [subject, textOf(form.querySelector("h2")), textOf(submitter ?? form.querySelector("button"))];
  return {
    id: newKey(),
    by: me,
    at: Date.now(),
    address: new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location).href,
    page: location.href,
    says: [...new Set(words.filter(Boolean))].join(": "),
    fields,
  };
}

// ---------- A press ----------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method === "dialog") return;
  if (form.method === "get") {
    keepUnanswered();
    return;
  }
  if (form.dataset.sent === "asking" || form.dataset.sent === "true") {
    event.preventDefault();
    return;
  }
  // Sent now, it would stop the one before it on its way.
  if (form.dataset.sent !== "released" && document.querySelector("form[data-sent]")) {
    event.preventDefault();
    say("The request before this one is still on its way. Try again in a moment.");
    return;
  }
  if (form.dataset.sent === "released" || (cannotWait(form) && navigator.onLine)) {
    form.dataset.sent = "true";
    // After the browser has read the form: a disabled button would not be sent with it.
    setTimeout(() => setBusy(form, true));
    return;
  }
  event.preventDefault();
  form.dataset.sent = "asking";
  event.submitter?.setAttribute("aria-busy", "true");
  press(form, event.submitter);
});

// A fragment that is the same for the same night has no key in it.
function giveKey(form) {
  if (!("keyed" in form.dataset) || form.elements.request_id) return;
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "request_id", value: newKey() }));
}

async function press(form, submitter) {
  giveKey(form);
  unanswered = entryOf(form, submitter);
  const isThere = await isServerThere();
  if (!unanswered) return; // kept meanwhile
  if (isThere) {
    if (form.elements.request_id) noteOnItsWay(unanswered);
    else unanswered = null;
    form.dataset.sent = "released";
    form.requestSubmit(submitter);
    return;
  }
  unanswered = null;
  setBusy(form, false);
  if (cannotWait(form)) {
    fail("No connection, and a file or a password cannot wait here. Nothing was saved: try again once you are back online.");
    return;
  }
  keep(entryOf(form, submitter));
  // The next press of this form is another entry.
  const key = form.elements.request_id;
  if (key) key.value = newKey();
  form.dispatchEvent(new CustomEvent("eventnight:kept", { bubbles: true, detail: submitter }));
}

// A password is never written down, and a file would not fit.
const cannotWait = (form) => [...form.querySelectorAll("input[type=file], input[type=password]")].some((input) => input.value);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.matches("form")) setTimeout(() => setBusy(event.detail.elt, true));
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt.matches("form")) setTimeout(() => setBusy(event.detail.elt, false));
});

const BUTTONS = "button:not([type='button'])";

// Those inside it, and those that stand elsewhere on the page, such as in the dock.
function buttonsOf(form) {
  const elsewhere = form.id ? document.querySelectorAll(`${BUTTONS}[form="${form.id}"]`) : [];
  return [...form.querySelectorAll(BUTTONS), ...elsewhere];
}

function setBusy(form, isBusy) {
  if (!isBusy) delete form.dataset.sent;
  for (const button of buttonsOf(form)) {
    if (isBusy && button.disabled) continue;
    if (!isBusy && !button.hasAttribute("aria-busy")) continue;
    button.disabled = isBusy;
    if (isBusy) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}

addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  document.querySelectorAll("form[data-sent]").forEach((form) => setBusy(form, false));
  keepLost();
  sendKept();
});

// Whoever leaves without waiting for the answer finds the press among the kept ones: sent again with its key, it counts
// once whether it had arrived or not.
function keepUnanswered() {
  if (!unanswered) return;
  keepForNextPage(unanswered);
  unanswered = null;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isLeaving = link && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (isLeaving && !link.hasAttribute("download") && !link.target && !link.getAttribute("href").startsWith("#")) keepUnanswered();
});

// Not every browser still tells a page that is left that its question was stopped.
addEventListener("pagehide", () => {
  if (document.querySelector("form[data-sent='asking']")) keepUnanswered();
});

openOutbox();
