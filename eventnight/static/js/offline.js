// Going on without a connection. Where the address is secure a worker answers; elsewhere browsers allow none, and a link
// that is followed while the line is known to be lost leaves the page as it is.

import { isLost, isServerThere, say, timeOf } from "./outbox.js";
import { lastSignedIn } from "./signed_in.js";

const PAGES = "eventnight.pages"; // as worker.js names it
const ASK_MS = 5000;

const isOfflinePage = document.body.hasAttribute("data-offline");
const keptAt = Number(document.querySelector("meta[name='kept-at']")?.content ?? 0);
const dialog = document.querySelector("[data-line-lost]");
let wanted = null; // what opens once the server answers
if (isOfflinePage || keptAt) wanted = location.pathname === "/offline/" ? `${location.origin}/` : location.href;

navigator.serviceWorker?.register("/worker.js").catch(() => {
  // A browser that refuses it shows its own page without a connection.
});

async function goOn() {
  if (!wanted || !(await isServerThere()) || !wanted) return;
  const isHere = wanted === location.href;
  const address = wanted;
  wanted = null;
  if (isHere) location.reload();
  else location.assign(address);
}

setInterval(goOn, ASK_MS);
addEventListener("online", goOn);
goOn();

// ---------- What is pressed ----------

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-try-again]")) {
    await goOn();
    if (isLost()) say("Still no connection.");
    return;
  }
  const link = event.target.closest?.("a[href]");
  if (!link || !isLost() || !dialog?.showModal || navigator.serviceWorker?.controller || !isPlain(event, link)) return;
  event.preventDefault();
  wanted = link.href;
  dialog.showModal();
});

dialog?.addEventListener("close", () => {
  wanted = null;
});

function isPlain(event, link) {
  const isElsewhere = link.origin !== location.origin || link.target || link.hasAttribute("download");
  const isHere = link.getAttribute("href").startsWith("#");
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isElsewhere && !isHere;
}

// ---------- What is shown ----------

const keptSays = document.querySelector("[data-connection-kept]");
if (keptAt && keptSays) {
  const words = keptSays.content.cloneNode(true);
  words.querySelector("time").textContent = timeOf(keptAt);
  document.querySelector("[data-connection-lost]").replaceChildren(words);
}

async function listPages() {
  const place = document.querySelector("[data-pages-before]");
  const addresses = await (await caches.open(PAGES)).keys();
  const lines = await Promise.all(addresses.map(lineOf));
  place.querySelector("ul").replaceChildren(...lines.reverse());
  place.hidden = lines.length === 0;
}

async function lineOf({ url }) {
  const page = await (await caches.open(PAGES)).match(url, { ignoreVary: true });
  const line = document.querySelector("[data-pages-before] template").content.firstElementChild.cloneNode(true);
  const link = line.querySelector("a");
  link.href = url;
  link.textContent = new DOMParser().parseFromString(await page.text(), "text/html").title;
  line.querySelector("time").textContent = timeOf(Number(page.headers.get("Kept-At")));
  return line;
}

if (isOfflinePage) {
  document.querySelector("[data-signed-in]").hidden = !lastSignedIn();
  if (globalThis.caches) listPages();
}
