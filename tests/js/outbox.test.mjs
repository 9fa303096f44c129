import assert from "node:assert/strict";
import { test } from "node:test";

import { NETWORK_GONE, answer, load, openPage, part } from "./page.mjs";

const SIGN_IN = "input[type=password][autocomplete='current-password']";
const REFUSAL = "[data-form-errors], [data-refusal]";

const entry = (id, facts = {}) => ({
  id,
  by: "ruth",
  at: 0,
  address: `http://hall/${id}/`,
  page: "http://hall/",
  says: id,
  fields: [["request_id", `key-${id}`], ["csrfmiddlewaretoken", "old"]],
  ...facts,
});
const keeping = (...entries) => ({ "eventnight.kept": JSON.stringify(entries) });
const idsOf = (page) => page.kept().map(({ id }) => id);

test("what is kept is sent in order, once, with the key of its form and the sign-in of now", async () => {
  const page = openPage({ stored: keeping(entry("one"), entry("two")) });
  const { sendKept } = await load("outbox.js");

  await sendKept();
  await sendKept();

  assert.deepEqual(page.sent, [
    { address: "http://hall/one/", fields: { request_id: "key-one", csrfmiddlewaretoken: "new" } },
    { address: "http://hall/two/", fields: { request_id: "key-two", csrfmiddlewaretoken: "new" } },
  ]);
  assert.deepEqual(page.kept(), []);
});

test("what somebody else kept on this device stays theirs", async () => {
  const page = openPage({ stored: keeping(entry("hers", { by: "nora" })) });
  const { sendKept } = await load("outbox.js");

  await sendKept();

  assert.deepEqual(page.sent, []);
  assert.deepEqual(idsOf(page), ["hers"]);
});

for (const [name, given] of [
  ["a connection that breaks", NETWORK_GONE],
  ["a server at fault", answer(503)],
  ["too many at once", answer(429)],
]) {
  test(`${name} keeps the entry and those behind it`, async () => {
    const page = openPage({ stored: keeping(entry("one"), entry("two")), answers: [given] });
    const { sendKept } = await load("outbox.js");

    await sendKept();

    assert.equal(page.sent.length, 1);
    assert.deepEqual(idsOf(page), ["one", "two"]);

    await sendKept();

    assert.deepEqual(page.sent.map(({ fields }) => fields.request_id), ["key-one", "key-one", "key-two"]);
    assert.deepEqual(page.kept(), []);
  });
}

test("a refused entry stays with its reason, is not sent again and holds nobody up", async () => {
  const refused = answer(409, part("", { [REFUSAL]: part("Alma has\n   100 chips.") }));
  const page = openPage({ stored: keeping(entry("one"), entry("two")), answers: [refused] });
  const { sendKept } = await load("outbox.js");

  await sendKept();
  await sendKept();

  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.kept().map(({ id, refused: why }) => [id, why]), [["one", "Alma has 100 chips."]]);
});

test("a refusal that asks is kept with what it asks", async () => {
  const form = { ...part("", { "button[type=submit]": part("\n  Sell 1,000 chips\n") }), elements: { again: { value: "seen" } } };
  const refused = answer(422, part("", { [REFUSAL]: { ...part("Sold just now."), closest: () => form } }));
  const page = openPage({ stored: keeping(entry("one")), answers: [refused] });
  const { sendKept } = await load("outbox.js");

  await sendKept();

  const [{ again, yes }] = page.kept();
  assert.deepEqual([again, yes], ["seen", "Sell 1,000 chips"]);
});

test("a page that asks to sign in takes nothing", async () => {
  const page = openPage({ stored: keeping(entry("one")), answers: [answer(200, part("", { [SIGN_IN]: part() }))] });
  const { sendKept } = await load("outbox.js");

  await sendKept();

  assert.equal(page.kept()[0].needs, "Sign in again, and it is sent.");
});

test("of two windows one sends, and the other once the first has been silent for long", async () => {
  const page = openPage({ stored: { ...keeping(entry("one")), "eventnight.kept.sender": Date.now() + 10_000 } });
  const { sendKept } = await load("outbox.js");

  await sendKept();
  assert.deepEqual(page.sent, []);

  localStorage.setItem("eventnight.kept.sender", Date.now() - 1);
  await sendKept();
  assert.equal(page.sent.length, 1);
});

test("a page that is being left keeps the press and sends nothing; the page that comes sends it", async () => {
  const page = openPage();
  const left = await load("outbox.js");
  left.noteOnItsWay(entry("one"));

  left.keepForNextPage(entry("one"));
  await left.sendKept();

  assert.deepEqual(page.sent, []);
  assert.deepEqual(idsOf(page), ["one"]);
  assert.equal(sessionStorage.size, 0);

  const { sendKept } = await load("outbox.js");
  await sendKept();

  assert.equal(page.sent.length, 1);
  assert.deepEqual(page.kept(), []);
});

for (const [navigation, found] of [["reload", ["one"]], ["back_forward", ["one"]], ["navigate", []]]) {
  test(`after ${navigation}, a press without an answer is ${found.length ? "kept" : "answered"}`, async () => {
    const page = openPage({ navigation, isThere: false });
    const { noteOnItsWay, openOutbox } = await load("outbox.js");
    noteOnItsWay(entry("one"));

    openOutbox();

    assert.deepEqual(idsOf(page), found);
    assert.equal(sessionStorage.size, 0);
  });
}

test("what cannot be read counts as nothing kept", async () => {
  const page = openPage({ stored: { "eventnight.kept": "[{" } });
  const { keep } = await load("outbox.js");

  keep(entry("one"));

  assert.deepEqual(idsOf(page), ["one"]);
});

test("a key is a UUID, and never the same", async () => {
  openPage();
  const { newKey } = await load("outbox.js");

  const keys = Array.from({ length: 100 }, newKey);

  assert.ok(keys.every((key) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(key)));
  assert.equal(new Set(keys).size, keys.length);
});
