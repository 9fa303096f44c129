// Card keys write into a text input: "Ah Kd 9c". The input is the truth, so typing works as well as tapping.
// The deck writes into the input named by its data-target; [data-deck-for="id"] buttons point it at another one.
// At a desk a rank and a suit do what a tap on that card does.

import { isForPage } from "./keys.js";

const RANKS = { T: "10" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const JOKER = "Jk";

const inputOf = (deck) => document.getElementById(deck.dataset.target);
const cardsOf = (input) => [...input.value.matchAll(/(10|[2-9TJQKA])([shdc])|jk/gi)].map(([, rank, suit]) => (rank ? (rank === "10" ? "T" : rank.toUpperCase()) + suit.toLowerCase() : JOKER));

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-card]");
  if (key) press(key.closest("[data-deck]"), key.dataset.card);
  const pointer = event.target.closest?.("[data-deck-for]");
  if (pointer) pointAt(pointer.dataset.deckFor);
});

let typed = "";

document.addEventListener("keydown", (event) => {
  const deck = document.querySelector("[data-deck]");
  if (!deck || event.key.length > 1 || !isForPage(event)) return;
  typed = (typed + event.key).slice(-3);
  const card = [2, 3].flatMap((length) => cardsOf({ value: typed.slice(-length) })).find((each) => deck.querySelector(`[data-card="${each}"]:enabled`));
  if (!card) return;
  typed = "";
  press(deck, card);
});

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-cards]")) return;
  stillIn(event.target);
  showAll();
});

// With the button elsewhere, other seats have put in the blinds: what was filled in for these is taken out again.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-moves-posts]")) return;
  for (const input of event.target.form.querySelectorAll("[data-post]")) if (input.value === input.defaultValue) input.value = "";
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-cards]")) pointAt(event.target.id);
});

function press(deck, card) {
  const input = inputOf(deck);
  if (!input) return;
  const cards = cardsOf(input);
  const most = Number(input.dataset.cards || 52);
  const next = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card].slice(-most);
  input.value = next.join(" ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  showAll();
  if (next.length === most) moveOn(input);
}

// Whoever has cards to show is still in.
function stillIn(input) {
  const choice = document.getElementById(input.dataset.stillIn ?? "");
  if (choice && cardsOf(input).length) choice.checked = true;
}

// A full place hands over to the next one that is not; the last tap of a form that waits for nothing else sends it.
function moveOn(input) {
  const places = [...document.querySelectorAll("input[data-cards]")];
  const isOpen = (place) => cardsOf(place).length < Number(place.dataset.cards || 52);
  const next = places.slice(places.indexOf(input) + 1).find(isOpen);
  const form = input.closest("form[data-deck-sends]");
  if (next && (!form || form.contains(next))) pointAt(next.id);
  else if (form && !places.some((place) => form.contains(place) && isOpen(place))) form.requestSubmit(form.querySelector("[data-deck-send]"));
}

function pointAt(id) {
  for (const deck of document.querySelectorAll("[data-deck]")) deck.dataset.target = id;
  showAll();
}

function showAll() {
  const inputs = [...document.querySelectorAll("input[data-cards]")];
  for (const deck of document.querySelectorAll("[data-deck]")) {
    const target = inputOf(deck);
    const own = target ? cardsOf(target) : [];
    const others = new Set(inputs.filter((input) => input !== target).flatMap(cardsOf));
    for (const key of deck.querySelectorAll("[data-card]")) {
      key.disabled = key.hasAttribute("data-taken") || others.has(key.dataset.card);
      key.setAttribute("aria-pressed", String(own.includes(key.dataset.card)));
    }
    for (const heading of document.querySelectorAll("[data-deck-heading]")) heading.textContent = target?.labels?.[0]?.textContent ?? "";
  }
  for (const input of inputs) drawHand(input);
}

// The hand beside an input: <span class="hand" data-hand-of="id">, drawn like the server draws it.
function drawHand(input) {
  const hand = document.querySelector(`[data-hand-of="${CSS.escape(input.id)}"]`);
  if (!hand) return;
  const cards = cardsOf(input);
  const places = Math.max(Number(input.dataset.cards || 0), cards.length);
  const size = hand.dataset.size ? ` card-${hand.dataset.size}` : "";
  hand.replaceChildren(...Array.from({ length: places }, (_, at) => (cards[at] ? face(cards[at], size) : slot(size))));
}

function face(card, size) {
  const isJoker = card === JOKER;
  const [rank, suit] = isJoker ? [JOKER, "joker"] : [RANKS[card[0]] ?? card[0], SUITS[card[1]]];
  const element = Object.assign(document.createElement("span"), { className: `card ${suit}${size}` });
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", isJoker ? suit : `${rank} of ${suit}`);
  const pip = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  pip.setAttribute("class", "suit");
  pip.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${suit}`);
  pip.append(use);
  element.append(rank, pip);
  return element;
}

function slot(size) {
  const element = Object.assign(document.createElement("span"), { className: `card card-slot${size}` });
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", "empty place");
  return element;
}

document.addEventListener("eventnight:replaced", showAll);
if (document.querySelector("[data-deck]")) showAll();
