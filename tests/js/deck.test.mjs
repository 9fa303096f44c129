import assert from "node:assert/strict";
import { test } from "node:test";

import { load, openPage } from "./page.mjs";

const page = openPage();
await load("deck.js");

const named = (name, more) => ({ matches: (selector) => selector === name, dataset: {}, ...more });

test("whoever has cards entered is in, and a place without a card says nothing", () => {
  const seats = { a: { checked: false }, b: { checked: false } };
  page.found = { "#a": seats.a, "#b": seats.b };

  page.happens("input", { target: named("[data-cards]", { value: "Ah", dataset: { stillIn: "a" } }) });
  page.happens("input", { target: named("[data-cards]", { value: "A", dataset: { stillIn: "b" } }) });

  assert.deepEqual(seats, { a: { checked: true }, b: { checked: false } });
});

test("a button that is moved takes out the blinds that were filled in, and nothing that was typed", () => {
  const inputs = [
    { value: "5", defaultValue: "5" },
    { value: "40", defaultValue: "10" },
  ];
  const form = { querySelectorAll: (selector) => (selector === "[data-post]" ? inputs : []) };

  page.happens("change", { target: named("[data-end]", { form }) });
  assert.deepEqual(inputs.map((input) => input.value), ["5", "40"]);
  page.happens("change", { target: named("[data-moves-posts]", { form }) });

  assert.deepEqual(inputs.map((input) => input.value), ["", "40"]);
});
