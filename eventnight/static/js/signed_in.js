// Who is signed in on this device, as the last page said that knew it: a public page knows nobody. When somebody leaves,
// or another takes the device over, the pages kept for hours without a connection go with them.

const SIGNED_IN = "eventnight.signedIn";
const PAGES = "eventnight.pages"; // as worker.js names it

const said = document.querySelector("meta[name='staff']")?.content;

export const lastSignedIn = () => localStorage.getItem(SIGNED_IN) ?? "";

// The browser shows a page of before again without asking the server: it may be of somebody who has left.
function leaveIfOfAnother() {
  if (said === undefined || said === lastSignedIn()) return;
  document.body.replaceChildren();
  location.reload();
}

function note() {
  if (said === undefined || said === localStorage.getItem(SIGNED_IN)) return;
  localStorage.setItem(SIGNED_IN, said);
  globalThis.caches?.delete(PAGES);
}

const [navigation] = performance.getEntriesByType("navigation");
if (navigation?.type === "back_forward" && localStorage.getItem(SIGNED_IN) !== null) leaveIfOfAnother();
else note();
addEventListener("pageshow", (event) => event.persisted && leaveIfOfAnother());
