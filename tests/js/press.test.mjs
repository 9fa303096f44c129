import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { load, openPage, part, settled } from "./page.mjs";

// One window for the whole file, as its outbox is one module.
const page = openPage();
await load("press.js");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  page.isThere = true;
  page.said.length = 0;
  page.found["form[data-sent]"] = null;
});

function makeForm({ inputs = [] } = {}) {
  const form = {
    ...part(),
    method: "post",
    dataset: {},
    fields: { request_id: "given", quantity: "1" },
    elements: { request_id: { value: "given" } },
    submitted: 0,
    told: [],
    getAttribute: () => "/staff/NIGHT/desk/P001/rebuy/",
    querySelectorAll: (selector) => (selector.startsWith("input") ? inputs : []),
    dispatchEvent: (event) => form.told.push(event.type),
    requestSubmit: () => {
      form.submitted += 1;
      submit(form);
    },
  };
  return form;
}

function submit(form) {
  const event = { target: form, defaultPrevented: false, submitter: null, preventDefault: () => (event.defaultPrevented = true) };
  page.happens("submit", event);
  return event;
}

test("a press goes out once the server has answered, and is noted until a page answers it", async () => {
  const form = makeForm();

  assert.ok(submit(form).defaultPrevented);
  await settled();

  assert.equal(form.submitted, 1);
  assert.equal(form.dataset.sent, "true");
  assert.equal(JSON.parse(sessionStorage.getItem("eventnight.onItsWay"))[0].fields[0][1], "given");
  assert.deepEqual(page.kept(), []);
});

test("a press without a server is kept with its fields, and the next one has a key of its own", async () => {
  page.isThere = false;
  const form = makeForm();

  submit(form);
  await settled();

  const [entry] = page.kept();
  assert.equal(entry.address, "http://hall/staff/NIGHT/desk/P001/rebuy/");
  assert.deepEqual(entry.fields, [["request_id", "given"], ["quantity", "1"]]);
  assert.notEqual(form.elements.request_id.value, "given");
  assert.deepEqual(form.told, ["eventnight:kept"]);
  assert.equal(form.submitted, 0);
});

test("a double press counts once", async () => {
  const form = makeForm();

  submit(form);
  const second = submit(form);
  await settled();
  const third = submit(form);

  assert.ok(second.defaultPrevented && third.defaultPrevented);
  assert.equal(form.submitted, 1);
});

test("a press waits for the one before it", () => {
  page.found["form[data-sent]"] = makeForm();

  const event = submit(makeForm());

  assert.ok(event.defaultPrevented);
  assert.match(page.said[0], /still on its way/);
});

test("a password is never written down", async () => {
  page.isThere = false;
  const form = makeForm({ inputs: [{ value: "card-night" }] });

  navigator.onLine = false;
  submit(form);
  await settled();
  navigator.onLine = true;

  assert.deepEqual(page.kept(), []);
  assert.match(page.said[0], /cannot wait here/);
});

test("whoever leaves before the answer finds the press kept, and it is not sent besides", async () => {
  const form = makeForm();
  const link = { hasAttribute: () => false, target: "", getAttribute: () => "/staff/NIGHT/" };

  submit(form);
  page.happens("click", { target: { closest: () => link } });
  await settled();

  assert.equal(page.kept().length, 1);
  assert.equal(form.submitted, 0);
});
