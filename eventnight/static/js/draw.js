// A number that has just been drawn rolls for a moment before it stands. It is stored before any page shows it: what rolls
// is decoration over the result, which screen readers have at once, and nobody sees it roll twice.

const ROLLS_MS = 1800;
const STEP_MS = 70;
const SEEN = "eventnight-draws";
const ends = new Map();

const seen = () => new Set(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));

function isNew(key) {
  const known = seen();
  if (known.has(key)) return false;
  sessionStorage.setItem(SEEN, JSON.stringify([...known.add(key)]));
  return true;
}

const anyNumber = (like) => like.replace(/[0-9]/g, () => Math.floor(Math.random() * 10));

function roll(place, end) {
  if (!place.isConnected) return;
  if (performance.now() >= end) {
    place.removeAttribute("data-rolling");
    return;
  }
  place.dataset.rolling = anyNumber(place.textContent.trim());
  setTimeout(roll, STEP_MS, place, end);
}

// A panel that is renewed while its number rolls goes on rolling.
function play(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const place of root.querySelectorAll("[data-draw]")) {
    const key = place.dataset.draw;
    if (isNew(key)) ends.set(key, performance.now() + ROLLS_MS);
    if (ends.has(key)) roll(place, ends.get(key));
  }
}

play(document);
document.addEventListener("eventnight:replaced", (event) => play(event.detail));
