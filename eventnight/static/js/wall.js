// Turns the wall: every quarter of a minute the page named by <link rel="next"> takes the place of what is shown. The
// strip of calls and the live stream go on as they are. A view that is gone leads back to the first one. While a prize is
// drawn the strip of calls says where: the wall goes there at once, and stays.

const TURN_MS = 15000;
const first = location.href;
let next = document.querySelector("link[rel=next]")?.href;

const drawAt = () => document.querySelector("[data-wall-now]")?.dataset.wallNow;
const isShown = (address) => document.getElementById("wall-view")?.dataset.live === `${address}part/`;

async function turn() {
  const draw = drawAt();
  if (document.hidden || (draw && isShown(draw))) return;
  await goTo(draw ? `${draw}?turn=1` : next);
}

async function goTo(address) {
  if (!address) return;
  try {
    const answer = await fetch(address, { cache: "no-cache" });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    else if (answer.status === 404) next = first;
  } catch {
    // The line is down: what is shown stays, and its clock runs on.
  }
}

function comeToTheDraw() {
  if (drawAt() && !isShown(drawAt())) turn();
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
comeToTheDraw();
document.addEventListener("eventnight:replaced", comeToTheDraw);
