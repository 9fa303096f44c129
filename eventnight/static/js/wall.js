// Turns the wall: every quarter of a minute the page named by <link rel="next"> takes the place of what is shown. The
// strip of calls and the live stream go on as they are. A view that is gone leads back to the first one.

const TURN_MS = 15000;
const first = location.href;
let next = document.querySelector("link[rel=next]")?.href;

async function turn() {
  if (document.hidden || !next) return;
  try {
    const answer = await fetch(next, { cache: "no-cache" });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    else if (answer.status === 404) next = first;
  } catch {
    // The line is down: what is shown stays, and its clock runs on.
  }
}

function show(page) {
  next = page.querySelector("link[rel=next]")?.href;
  document.title = page.title;
  const fresh = page.querySelector("main");
  document.querySelector("main").replaceWith(fresh);
  document.querySelector(".wall-head h1").replaceWith(page.querySelector(".wall-head h1"));
  document.dispatchEvent(new CustomEvent("eventnight:replaced", { detail: fresh }));
}

setInterval(turn, TURN_MS);
