// Messages and errors: each leaves on its own once it has been read, or once its matter is mended.

const MESSAGE_MS = 4000;
const KEPT = ":hover, :focus-within";
const place = () => document.getElementById("messages");

// ---------- What was done: gone after a while, unless somebody is at it or on the way to it with the keyboard ----------

const leaving = new Map();
const isKept = (message) => document.hidden || message.matches(KEPT);

function retire(message) {
  clearTimeout(leaving.get(message));
  leaving.set(message, setTimeout(() => (isKept(message) ? retire(message) : remove(message)), MESSAGE_MS));
}

function remove(message) {
  clearTimeout(leaving.get(message));
  leaving.delete(message);
  message.remove();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") [...leaving.keys()].forEach(retire);
  // Where no field has an undo of its own, the key leads to the button; it presses nothing.
  const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  const undo = isUndo && !event.target.matches("input, textarea, select, [contenteditable]") && place()?.querySelector("form button");
  if (!undo) return;
  event.preventDefault();
  undo.focus();
});

const isDone = (message) => message.matches("[data-toast]:not([data-stays])");

function retireNew(root) {
  for (const message of root.querySelectorAll("[data-toast]")) if (isDone(message) && !leaving.has(message)) retire(message);
}

// ---------- What failed: stays until the next press is answered, or is closed ----------

function say(text, { stays = false } = {}) {
  if (!place()) return;
  const message = document.createElement("div");
  message.className = "toast";
  message.dataset.toast = "";
  message.append(Object.assign(document.createElement("span"), { textContent: text }));
  if (stays) {
    message.dataset.stays = "";
    const close = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Close" });
    close.addEventListener("click", () => remove(message));
    message.append(close);
  }
  [...place().children].forEach(remove);
  place().append(message);
  if (!stays) retire(message);
}

document.addEventListener("eventnight:toast", (event) => say(event.detail));
document.addEventListener("eventnight:failed", (event) => say(event.detail, { stays: true }));
document.addEventListener("htmx:sendError", () => say("That did not reach the server. Nothing was saved: try again.", { stays: true }));
document.addEventListener("htmx:responseError", () => say("The server could not answer. Look before you enter it again.", { stays: true }));

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) place()?.querySelectorAll("[data-stays], [data-refusal]").forEach(remove);
});

document.addEventListener("htmx:afterSettle", (event) => retireNew(event.detail.elt));

// ---------- Errors of a form: gone as soon as what they are about is entered again ----------

function mend(field) {
  const { form } = field;
  if (!form) return;
  const group = field.type === "radio" ? [...form.elements].filter((each) => each.name === field.name) : [field];
  for (const each of group) each.removeAttribute("aria-invalid");
  const said = new Set((field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id.endsWith("_error")));
  const around = field.closest(".field, fieldset")?.querySelector(".field-error");
  if (around) said.add(around.id);
  for (const id of said) document.getElementById(id)?.remove();
  for (const list of form.querySelectorAll("[data-form-errors]")) {
    for (const line of list.querySelectorAll("p")) {
      const link = line.querySelector("a[href^='#']");
      if (!link || group.some((each) => each.id === link.hash.slice(1))) line.remove();
    }
    if (!list.querySelector("p")) list.remove();
  }
  form.querySelectorAll("[data-refusal]").forEach(remove);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.matches("input:not([type=hidden]), select, textarea")) mend(event.target);
  });
}

// Nobody reads a page that is still on its way.
if (document.readyState === "complete") retireNew(document);
else addEventListener("load", () => retireNew(document));
