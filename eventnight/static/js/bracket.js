// The drawing of a bracket: it opens on the round that is played, and zooms by buttons and keys. Without this file it is
// as wide as it is drawn, and its rounds are reached by their tabs.

const STEPS = [0.25, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "full", f: "fit" };
const AT_STAKE = ".match-playing, .match-called, .match-ready";

const zooms = new Map(); // by pan: how large it is shown
const places = new Map(); // by pan: how far it was panned, which a fresh drawing has forgotten

const drawingIn = (pan) => pan.querySelector("svg.bracket");
const naturalWidth = (pan) => drawingIn(pan).viewBox.baseVal.width;
const zoomOf = (pan) => zooms.get(pan.id) ?? 1;
const matchesIn = (pan) => [...pan.querySelectorAll(".match")];
const leftOf = (match) => match.querySelector("rect").x.baseVal.value;
const leftsOf = (pan) => [...new Set(matchesIn(pan).map(leftOf))].sort((one, other) => one - other); // a round each

function show(pan, zoom) {
  const drawing = drawingIn(pan);
  const { width, height } = drawing.viewBox.baseVal;
  const middle = (pan.scrollLeft + pan.clientWidth / 2) / zoomOf(pan);
  zooms.set(pan.id, zoom);
  drawing.setAttribute("width", width * zoom);
  drawing.setAttribute("height", height * zoom);
  pan.querySelector(".bracket-stops").hidden = zoom !== 1; // they are as far apart as the rounds at 100 %
  pan.scrollLeft = middle * zoom - pan.clientWidth / 2;
  const bar = document.querySelector(`[data-zoom-of="${pan.id}"]`);
  bar.querySelector("[data-zoom-now]").textContent = `${Math.round(zoom * 100)} %`;
}

const WAYS = {
  in: (pan) => STEPS.find((step) => step > zoomOf(pan) + 0.01) ?? STEPS.at(-1),
  out: (pan) => STEPS.findLast((step) => step < zoomOf(pan) - 0.01) ?? STEPS[0],
  fit: (pan) => Math.min(1, pan.clientWidth / naturalWidth(pan)),
  full: () => 1,
};

function toRound(pan, number) {
  const lefts = leftsOf(pan);
  pan.scrollLeft = (lefts[number - 1] - lefts[0]) * zoomOf(pan);
}

// A late round stands in the middle of a tall drawing, beneath the foot of a phone.
function open(pan) {
  const round = Number(pan.dataset.roundNow);
  toRound(pan, round);
  const left = leftsOf(pan)[round - 1];
  const matches = matchesIn(pan).filter((match) => leftOf(match) === left);
  if (matches.some((match) => match.getBoundingClientRect().bottom <= innerHeight)) return;
  const match = matches.find((one) => one.matches(AT_STAKE)) ?? matches[0];
  match?.scrollIntoView({ block: "center", inline: "nearest" });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (button) {
    const pan = document.getElementById(button.parentElement.dataset.zoomOf);
    show(pan, WAYS[button.dataset.zoom](pan));
  }
  const tab = event.target.closest?.("a[href^='#round-']");
  const stop = tab && document.getElementById(tab.getAttribute("href").slice(1));
  if (!stop) return;
  event.preventDefault();
  toRound(stop.closest(".bracket-pan"), Number(tab.getAttribute("href").split("-").at(-1)));
});

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  if (!way || !event.target.matches?.(".bracket-pan") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  show(event.target, WAYS[way](event.target));
});

document.addEventListener(
  "scroll",
  (event) => {
    if (event.target.matches?.(".bracket-pan")) places.set(event.target.id, event.target.scrollLeft);
  },
  true,
);

document.addEventListener("eventnight:replaced", (event) => {
  for (const pan of event.detail.querySelectorAll(".bracket-pan")) {
    const place = places.get(pan.id);
    show(pan, zoomOf(pan));
    if (place !== undefined) pan.scrollLeft = place;
  }
});

if (!location.hash) document.querySelectorAll(".bracket-pan").forEach(open);
