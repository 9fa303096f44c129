// What was just drawn lies under a veil for a moment, then its number and its name are seen at once; no digit is shown
// before. It is stored before any page shows it, and screen readers have it at once. The style sheet veils and unveils,
// so that a script that comes late, or never, hides nothing for longer. Here: nobody sees the same veil twice, and a
// panel that is renewed under its veil goes on with it.

const SEEN = "eventnight-draws";
const VEILS = ["drawn", "veil"]; // the animations of drawings.css
const begun = new Map();
const now = () => document.timeline.currentTime; // as the animations count

const seen = () => new Set(JSON.parse(sessionStorage.getItem(SEEN) ?? "[]"));

function isNew(key) {
  const known = seen();
  if (known.has(key)) return false;
  sessionStorage.setItem(SEEN, JSON.stringify([...known.add(key)]));
  return true;
}

// The time since the veil came down; a page that was painted before this script ran has begun without it.
function sinceBegin(key, veils) {
  if (isNew(key)) begun.set(key, now() - Math.max(0, ...veils.map((veil) => veil.currentTime ?? 0)));
  return now() - (begun.get(key) ?? -Infinity);
}

function unveil(root) {
  for (const place of root.querySelectorAll("[data-draw]")) {
    const veils = place.getAnimations({ subtree: true }).filter((each) => VEILS.includes(each.animationName));
    const since = sinceBegin(place.dataset.draw, veils);
    for (const veil of veils) veil.currentTime = Math.min(since, veil.effect.getComputedTiming().endTime);
  }
}

unveil(document);
document.addEventListener("eventnight:replaced", (event) => unveil(event.detail));
