// Whoever works with the keyboard goes on where they were, or where the page's own work begins (data-start): the page that
// answers them would begin before its menu.

const PLACE = "eventnight.place";

// What lies around a control, the nearest first.
function placesAround(control) {
  const ids = [];
  for (let place = control.closest("[id]"); place; place = place.parentElement?.closest("[id]")) ids.push(place.id);
  return ids;
}

function keepPlace(control) {
  if (!control?.matches(":focus-visible") || control.closest("nav, .skip")) return;
  sessionStorage.setItem(PLACE, JSON.stringify({ page: location.pathname, ids: placesAround(control) }));
}

document.addEventListener("submit", () => keepPlace(document.activeElement));
document.addEventListener("click", (event) => {
  if (event.target.closest?.("a[href]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) keepPlace(document.activeElement);
});

function goOn() {
  const kept = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (!kept || document.activeElement !== document.body) return;
  const { page, ids } = JSON.parse(kept);
  const around = page === location.pathname ? ids.filter((id) => id !== "main").map((id) => document.getElementById(id)) : [];
  const place = around.find(Boolean) ?? document.querySelector("[data-start]") ?? document.getElementById("main");
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: place.id === "main" });
}

goOn();
