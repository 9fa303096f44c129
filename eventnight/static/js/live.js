// Keeps every [data-live] fragment as new as the event. The server says only the event's version; each fragment is then
// fetched with its ETag, up to a second later so that a full hall does not ask in the same instant. However many versions
// come meanwhile, a page asks once a second, and less often where answers are slow. A fragment that will change though
// nobody presses anything has data-changes; the server says in how many milliseconds, and it is fetched then.

const { event: code } = document.body.dataset;
const STEPS_MS = [1000, 2000, 4000, 8000, 15000];
const POLL_MS = 5000;
const QUIET_MS = 60000; // a line that has said nothing for so long is asked whether it still lives
const STREAMS_LOST_BEFORE_POLLING = 3;
const isQuick = document.body.dataset.liveQuick !== undefined; // a few phones around one table, which wait for each other
const SPREAD_MS = isQuick ? [0, 60] : [250, 900]; // at its beginning every server process knows the version
const PAUSE_MS = [isQuick ? 150 : 1000, 8000]; // from one refresh to the next: so many times what the last one took
const PAUSE_OF_ANSWER = 8;
const ANSWER_MS = 15000; // a request that says nothing for so long has failed
const PRESS_MS = 1000; // so long after a press the fragment under it is asked for again
const FAILED = -1;

let shown = Number(document.body.dataset.version ?? 0);
let failures = 0;
let stream = null;
let lastHeard = 0;
let polling = 0;
let waiting = 0; // the timer of the next refresh
let refreshing = false;
let refreshedAt = -Infinity;
let pause = PAUSE_MS[0];
const etags = new Map();
const changes = new Map(); // by address: the timer of a fragment that will change

function mark(state) {
  const words = { live: "Live", lost: "Reconnecting", slow: "Live, every 5 s" };
  for (const place of document.querySelectorAll("[data-live-mark]")) {
    place.hidden = false;
    place.classList.toggle("is-lost", state === "lost");
    if (place.textContent !== words[state]) place.textContent = words[state];
  }
}

function listen() {
  stream = new EventSource(`/live/${encodeURIComponent(code)}/`);
  lastHeard = performance.now();
  stream.addEventListener("open", () => {
    failures = 0;
    stopPolling();
    heard();
  });
  stream.addEventListener("version", (message) => {
    heard();
    moveTo(versionIn(JSON.parse(message.data)));
  });
  stream.addEventListener("error", retry);
}

function heard() {
  lastHeard = performance.now();
  mark("live");
}

function retry() {
  stream?.close();
  stream = null;
  mark("lost");
  const wait = STEPS_MS[Math.min(failures, STEPS_MS.length - 1)];
  failures += 1;
  if (failures >= STREAMS_LOST_BEFORE_POLLING) startPolling();
  setTimeout(() => stream ?? listen(), wait * (0.75 + Math.random() / 2));
}

function startPolling() {
  if (!polling) polling = setInterval(poll, POLL_MS);
}

function stopPolling() {
  clearInterval(polling);
  polling = 0;
}

async function poll() {
  try {
    const answer = await fetch(`/live/${encodeURIComponent(code)}/version`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const version = versionIn(await answer.json());
    lastHeard = performance.now();
    if (!stream) mark("slow");
    else if (version !== shown) retry(); // the stream slept through it
    moveTo(version);
  } catch {
    mark("lost");
  }
}

const versionIn = (said) => Number(said?.version ?? said);

function moveTo(version) {
  if (!Number.isFinite(version) || version === shown) return;
  shown = version;
  document.body.dataset.version = version;
  refreshSoon();
}

const spreadOut = () => SPREAD_MS[0] + Math.random() * (SPREAD_MS[1] - SPREAD_MS[0]);

function refreshSoon() {
  if (waiting || refreshing) return;
  waiting = setTimeout(refreshAll, Math.max(spreadOut(), refreshedAt + pause - performance.now()));
}

async function refreshAll() {
  const told = shown;
  waiting = 0;
  refreshing = true;
  refreshedAt = performance.now();
  const addresses = new Set([...document.querySelectorAll("[data-live]")].map((place) => place.dataset.live));
  const reached = await Promise.all([...addresses].map((address) => refresh(address, told)));
  const wanted = reached.includes(FAILED) ? pause * 2 : (performance.now() - refreshedAt) * PAUSE_OF_ANSWER;
  pause = Math.min(Math.max(wanted, PAUSE_MS[0]), PAUSE_MS[1]);
  refreshing = false;
  // In a rush the server answers with what it made a moment ago, and says so.
  if (shown !== told || reached.some((version) => version < told)) refreshSoon();
}

// The version that the fragment then reflects: what was asked for where the answer does not say.
async function refresh(address, told) {
  const known = etags.get(address);
  const headers = { "Event-Version": String(told), ...(known && { "If-None-Match": known }) };
  try {
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status >= 500 || answer.status === 429) return FAILED;
    // A newer card has replaced the link: the page says so where its board would stay as it was.
    if (answer.status === 404 && address.startsWith("/p/")) location.reload();
    askAtItsChange(address, answer.headers.get("Changes-In"));
    if (answer.status === 200) {
      if (answer.headers.get("ETag")) etags.set(address, answer.headers.get("ETag"));
      replace(address, await answer.text());
    }
    return Number(answer.headers.get("Event-Version") ?? told);
  } catch {
    mark("lost");
    return FAILED;
  }
}

// The wall at that moment, and a hall's phones shortly after it, so that they do not all ask in the same instant.
function askAtItsChange(address, wait) {
  clearTimeout(changes.get(address));
  changes.delete(address);
  if (wait === null) return;
  const spread = document.body.classList.contains("wall") ? 0 : spreadOut();
  changes.set(address, setTimeout(() => refreshChanged(address), Number(wait) + spread));
}

async function refreshChanged(address) {
  if (!current(address)) changes.delete(address);
  else if ((await refresh(address, shown)) === FAILED) askAtItsChange(address, PAUSE_MS[0]);
}

function watchChanges(place) {
  const within = [...place.querySelectorAll("[data-live][data-changes]")];
  if (place.matches?.("[data-live][data-changes]")) within.push(place);
  for (const { dataset } of within) if (!changes.has(dataset.live)) refreshChanged(dataset.live);
}

function current(address) {
  return document.querySelector(`[data-live="${CSS.escape(address)}"]`);
}

function replace(address, html) {
  const old = current(address);
  const template = document.createElement("template");
  template.innerHTML = html;
  const [fresh, ...beside] = template.content.children;
  // What comes beside it goes to its place by its id.
  for (const each of beside) document.getElementById(each.id)?.replaceWith(each);
  if (!old || !fresh || old.isEqualNode(fresh)) return;
  if (isPressed(old)) setTimeout(refreshSoon, PRESS_MS);
  if (isPressed(old) || isBeingEdited(old)) {
    etags.delete(address);
    return;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  const scrolled = [...old.querySelectorAll("[data-keep-scroll]")].map((e) => [e.id, e.scrollLeft, e.scrollTop]);
  keepUnfolded(old, fresh);
  old.replaceWith(fresh);
  for (const [id, left, top] of scrolled) document.getElementById(id)?.scrollTo(left, top);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  window.htmx?.process(fresh);
  document.dispatchEvent(new CustomEvent("eventnight:replaced", { detail: fresh }));
}

// What somebody has folded or unfolded stays so.
const byHand = new WeakSet();

document.addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (details) byHand.add(details);
});

const nameOf = (details) => details.id || details.querySelector("summary")?.textContent.replace(/[\d\s]+/g, "");

function keepUnfolded(old, fresh) {
  const kept = new Map();
  for (const details of old.querySelectorAll("details")) if (byHand.has(details)) kept.set(nameOf(details), details.open);
  for (const details of fresh.querySelectorAll("details")) {
    if (!kept.has(nameOf(details))) continue;
    details.open = kept.get(nameOf(details));
    byHand.add(details);
  }
}

// A press on its way from a button needs the button: replaced meanwhile, it would be swallowed.
const isPressed = (place) => Boolean(place.querySelector("form[data-sent='asking'], button:active"));

// Never under somebody's hands: a form that has been changed, or a dialog or sheet that is open, stays as it is.
function isBeingEdited(place) {
  if (place.querySelector("dialog[open], [popover]:popover-open")) return true;
  return [...place.querySelectorAll("input, select, textarea")].some((field) => {
    if (field.type === "hidden") return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.options) return field.selectedIndex !== Math.max([...field.options].findIndex((o) => o.defaultSelected), 0);
    return field.value !== field.defaultValue;
  });
}

if (code && (document.querySelector("[data-live]") || document.querySelector("[data-live-mark]"))) {
  listen();
  watchChanges(document);
  document.addEventListener("eventnight:replaced", (event) => watchChanges(event.detail));
  setInterval(() => stream && performance.now() - lastHeard > QUIET_MS && poll(), POLL_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - lastHeard > POLL_MS) poll();
  });
  addEventListener("online", () => {
    failures = 0;
    if (!stream) listen();
  });
}
