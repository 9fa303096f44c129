// A euchre hand as it is tapped in: says what it is worth before it is sent, from the table of outcomes that the server
// made. An entry that waits for the connection moves the score on this phone and makes room for the next hand.

const HANDS = "form[data-hand]";

function chosen(form) {
  const data = new FormData(form);
  const makers = form.querySelector("[name='makers']:checked");
  const tricks = data.get("tricks");
  const revoke = data.get("revoke_by") ?? "";
  if (!makers || (tricks === null && !revoke)) return null;
  const alone = (...names) => (names.some((name) => data.get(name)) ? "alone" : "");
  const outcomes = JSON.parse(form.querySelector("script[type='application/json']").textContent);
  const worth = outcomes[`${tricks ?? 0}/${alone("makers_alone", "lone_maker")}/${alone("defender_alone")}/${revoke}`];
  const defenders = [...form.querySelectorAll("[name='makers']")].find((option) => option !== makers);
  const scorers = worth.makers ? makers : defenders;
  const points = worth.makers || worth.defenders;
  const team = scorers.closest("label").textContent.trim();
  return { ...worth, points, number: scorers.value, says: `${team} ${points} point${points === 1 ? "" : "s"}, ${worth.word}` };
}

function show(form) {
  const hand = chosen(form);
  const place = form.querySelector("[data-hand-says]");
  const save = form.querySelector("[data-hand-save]");
  form.dataset.saves ??= save.textContent;
  place.textContent = "Choose the makers and their tricks: the points appear here.";
  save.textContent = form.dataset.saves;
  if (!hand) return;
  const before = scoreOf(hand.number);
  const after = form.dataset.target && before !== null ? ` Score ${scoreWith(hand)}${before + hand.points >= form.dataset.target ? ", which wins the game" : ""}.` : "";
  place.replaceChildren(Object.assign(document.createElement("b"), { textContent: hand.says }), `. ${hand.rule}.${after}`);
  save.textContent = `${form.dataset.saves}: ${hand.points} point${hand.points === 1 ? "" : "s"}, ${hand.word}`;
}

const placeOf = (number) => document.querySelector(`[data-points-of="${number}"]`);
const scoreOf = (number) => (placeOf(number) ? Number(placeOf(number).textContent) : null);
const scoreWith = (hand) => [...document.querySelectorAll("[data-points-of]")].map((place) => Number(place.textContent) + (place === placeOf(hand.number) ? hand.points : 0)).join("-");

// The cards of a team lie as the server saw its score: until it sees the next one, the number alone says it.
function showScore(place, score) {
  place.textContent = score;
  place.removeAttribute("aria-hidden");
  place.parentElement.querySelector(".spare-cards")?.remove();
}

// The hand waits in this browser: the next one has the next number, and nobody is known to deal it.
function makeRoom(form, submitter) {
  const hand = submitter?.name === "ended" ? null : chosen(form);
  if (hand) {
    const score = scoreOf(hand.number) + hand.points;
    showScore(placeOf(hand.number), score);
    if (score >= form.dataset.target) {
      form.replaceChildren("The game is over on this phone. It is reported here once the connection is back.");
      return;
    }
  }
  form.reset();
  const none = form.querySelector("[name='dealer'][value='']");
  if (none) none.checked = true;
  const number = form.elements.number;
  const next = Number(number.value) + 1;
  form.dataset.saves = form.dataset.saves?.replace(number.value, next) ?? `Save hand ${next}`;
  number.value = next;
  show(form);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.(HANDS);
  if (!form) return;
  if (event.target.name === "lone_maker" && event.target.value) form.elements.makers_alone.checked = true;
  if (event.target.name === "makers_alone" && !event.target.checked) form.elements.lone_maker.value = "";
  show(form);
});
document.addEventListener("eventnight:kept", (event) => {
  if (event.target.matches(HANDS) && event.target.dataset.target) makeRoom(event.target, event.detail);
});
document.querySelectorAll(HANDS).forEach(show);
