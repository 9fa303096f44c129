// As much of a browser's page as the scripts of presses ask for: what listens, what is stored, what the server answers.

const SCRIPTS = new URL("../../eventnight/static/js/", import.meta.url);
export const NETWORK_GONE = new TypeError("Failed to fetch");

export class Store extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, value) => this.set(name, String(value));
  removeItem = (name) => this.delete(name);
}

// A part of a page: what its selectors find, and its text.
export const part = (text = "", found = {}) => ({
  textContent: text,
  elements: {},
  querySelector: (selector) => found[selector] ?? null,
  closest: () => null,
});

export const answer = (status, page = part()) => ({ status, ok: status < 400, text: async () => page });

// answers: for each press that reaches the server, in order; a thrown one is a connection that broke.
export function openPage({ staff = "ruth", token = "new", navigation = "navigate", isThere = true, answers = [], stored = {} } = {}) {
  const page = { listeners: {}, said: [], sent: [], isThere, answers: [...answers], found: {}, all: {} };
  const listen = (type, listener) => (page.listeners[type] ??= []).push(listener);
  page.found["meta[name='staff']"] = { content: staff };
  page.found["meta[name='csrf-token']"] = { content: token };
  Object.assign(globalThis, {
    addEventListener: listen,
    localStorage: new Store(Object.entries(stored)),
    sessionStorage: new Store(),
    location: new URL("http://hall/staff/NIGHT/desk/"),
    DOMParser: class { parseFromString = (parsed) => parsed; },
    FormData: class { constructor(form) { return Object.entries(form.fields); } },
    fetch: async (address, request) => {
      if (!page.isThere) throw NETWORK_GONE;
      if (address === "/live/time") return answer(200);
      page.sent.push({ address, fields: Object.fromEntries(request.body) });
      const given = page.answers.shift() ?? answer(200);
      if (given === NETWORK_GONE) throw given;
      return given;
    },
    document: {
      body: { hasAttribute: (name) => name === "data-not-taken" && page.isNotTaken === true },
      addEventListener: listen,
      dispatchEvent: (event) => page.said.push(event.detail),
      querySelector: (selector) => page.found[selector] ?? null,
      querySelectorAll: (selector) => page.all[selector] ?? [],
      getElementById: (id) => page.found[`#${id}`] ?? null,
    },
    setInterval: () => 0,
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  globalThis.performance.getEntriesByType = () => [{ type: navigation }];
  page.kept = () => JSON.parse(localStorage.getItem("eventnight.kept") ?? "[]");
  page.happens = (type, event = {}) => page.listeners[type].forEach((listener) => listener(event));
  return page;
}

let opened = 0;
// A window of its own: the module as it is when a page has just loaded.
export const load = (script) => import(new URL(`${script}?${(opened += 1)}`, SCRIPTS));
export const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
