// What was pressed without a connection is kept on this device, shown as such, and sent when the server answers again, in
// order, with the key that its form was given: however often it is sent, it counts once.

import { lastSignedIn } from "./signed_in.js";

const KEPT = "eventnight.kept";
const ON_ITS_WAY = "eventnight.onItsWay";
const ANSWER_MS = 4000;
const RETRY_MS = 5000;
const SENDING_MS = 15000; // so long one window alone sends, and then another may

const NOT_NOW = [408, 425, 429]; // and whatever is the server's own fault: later it may take the same press

// Who sees their entries. The page of a server that could not take the press knows nobody, nor does the one without a
// connection.
const isNotTaken = document.body.hasAttribute("data-not-taken");
export const me = document.querySelector("meta[name='staff']")?.content ?? whoElse();
const bar = document.querySelector("[data-connection]");
let isReached = navigator.onLine;
let isSending = false;
let nextSendsUntil = 0; // a page that is being left sends nothing: it would be stopped, or its word of it never read

function whoElse() {
  if (isNotTaken) return read(sessionStorage, ON_ITS_WAY)[0]?.by ?? "";
  return document.body.hasAttribute("data-offline") ? lastSignedIn() : "";
}

// ---------- What is kept ----------

function read(store, name) {
  try {
    return JSON.parse(store.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

function write(entries) {
  localStorage.setItem(KEPT, JSON.stringify(entries));
  show();
}

export const keep = (entry) => write([...read(localStorage, KEPT), entry]);
const kept = () => read(localStorage, KEPT).filter((entry) => entry.by === me);
const change = (id, facts) => write(read(localStorage, KEPT).map((entry) => (entry.id === id ? { ...entry, ...facts } : entry)));
const drop = (id) => write(read(localStorage, KEPT).filter((entry) => entry.id !== id));

// Pages may come over plain HTTP in the hall, where crypto.randomUUID is missing.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// ---------- What is on its way ----------

export const noteOnItsWay = (entry) => sessionStorage.setItem(ON_ITS_WAY, JSON.stringify([entry]));
const forgetOnItsWay = () => sessionStorage.removeItem(ON_ITS_WAY);

// A press whose answer never came, or was that the server cannot take it now: whoever goes back or reloads finds it among
// the kept ones, and its key tells the server whether it has arrived. Any other page that opens is the answer.
export function keepLost() {
  nextSendsUntil = 0;
  const [entry] = read(sessionStorage, ON_ITS_WAY);
  forgetOnItsWay();
  if (entry) keep(entry);
}

// Who goes on before the answer takes the press along to the page that comes.
export function keepForNextPage(entry) {
  nextSendsUntil = Date.now() + SENDING_MS;
  keep(entry);
  forgetOnItsWay();
}

// ---------- Sending what was kept ----------

export const isLost = () => !isReached;

export async function isServerThere() {
  isReached = navigator.onLine && (await answers());
  show();
  return isReached;
}

async function answers() {
  try {
    await fetch("/live/time", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false;
  }
}

export async function sendKept() {
  const waiting = () => kept().find((entry) => !entry.refused);
  if (isSending || Date.now() < nextSendsUntil || !waiting() || !(await isServerThere()) || !mayISend()) return;
  isSending = true;
  for (let entry = waiting(); entry; entry = waiting()) if (!(await send(entry))) break;
  isSending = false;
  localStorage.removeItem(`${KEPT}.sender`);
}

// Two windows of one browser share what is kept; one sends.
function mayISend() {
  const until = Number(localStorage.getItem(`${KEPT}.sender`) ?? 0);
  if (until > Date.now()) return false;
  localStorage.setItem(`${KEPT}.sender`, Date.now() + SENDING_MS);
  return true;
}

// False: the server could not take it now; it stays.
async function send(entry) {
  let answer;
  try {
    answer = await fetch(entry.address, { method: "POST", body: new URLSearchParams(withToken(entry.fields)), signal: AbortSignal.timeout(SENDING_MS) });
  } catch {
    isReached = false;
    show();
    return false;
  }
  if (answer.status >= 500 || NOT_NOW.includes(answer.status)) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.querySelector("input[type=password][autocomplete='current-password']")) {
    change(entry.id, { needs: "Sign in again, and it is sent." });
    return false;
  }
  const refusal = page.querySelector("[data-form-errors], [data-refusal]");
  if (answer.ok && !refusal) {
    drop(entry.id);
    tell(page, entry);
  } else {
    const question = refusal?.closest("form");
    change(entry.id, {
      again: question?.elements.again?.value,
      yes: textOf(question?.querySelector("button[type=submit]")),
      refused: textOf(refusal) || `The server refused it (${answer.status}).`,
    });
  }
  return true;
}

// The key of the sign-in may have changed since the form was made.
function withToken(fields) {
  const token = document.querySelector("meta[name='csrf-token']")?.content;
  return fields.map(([name, value]) => [name, token && name === "csrfmiddlewaretoken" ? token : value]);
}

function tell(page, entry) {
  say(`Sent now: ${textOf(page.querySelector("[data-toast] > span")) ?? entry.says}`);
}

export const textOf = (element) => element?.textContent.replace(/\s+/g, " ").trim();

export const say = (text) => document.dispatchEvent(new CustomEvent("eventnight:toast", { detail: text }));
export const fail = (text) => document.dispatchEvent(new CustomEvent("eventnight:failed", { detail: text }));

// ---------- What is shown ----------

function show() {
  if (!bar) return;
  const entries = kept();
  const refused = entries.filter((entry) => entry.refused).length;
  const waiting = entries.length - refused;
  bar.hidden = isReached && entries.length === 0;
  bar.querySelector("[data-connection-lost]").hidden = isReached;
  const list = bar.querySelector("[data-kept]");
  list.hidden = entries.length === 0;
  if (refused > 0) list.open = true;
  const words = [waiting && `${counted(waiting)} kept here`, refused && `${counted(refused)} refused`];
  list.querySelector("summary").textContent = words.filter(Boolean).join(", ");
  list.querySelector("ul").replaceChildren(...entries.map(lineOf));
}

export const timeOf = (at) => new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }).format(at);

const counted = (number) => (number === 1 ? "1 entry" : `${number} entries`);

function lineOf(entry) {
  const line = bar.querySelector("template").content.firstElementChild.cloneNode(true);
  line.querySelector("[data-kept-says]").textContent = entry.says;
  line.querySelector("[data-kept-state]").textContent = entry.refused ? `Refused. ${entry.refused}` : `${timeOf(entry.at)}. ${entry.needs ?? "It is sent once the server answers."}`;
  line.querySelector("a").href = entry.page;
  const button = line.querySelector("button");
  button.textContent = entry.refused ? "Understood" : "Do not send";
  button.addEventListener("click", () => drop(entry.id));
  if (entry.refused && entry.again) line.querySelector(".buttons").prepend(againButton(entry));
  return line;
}

// Something of the kind was sold to the same guest a moment before: whoever pressed says whether this is meant too.
function againButton(entry) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: entry.yes ?? "Sell again" });
  button.addEventListener("click", () => {
    const fields = entry.fields.filter(([name]) => name !== "again");
    change(entry.id, { refused: undefined, again: undefined, yes: undefined, fields: [...fields, ["again", entry.again]] });
    sendKept();
  });
  return button;
}

// ---------- Beginning ----------

// The page has opened: what was lost before is kept, and what waits is sent, now and whenever the server is back.
export function openOutbox() {
  addEventListener("offline", () => {
    isReached = false;
    show();
  });
  addEventListener("online", async () => {
    await isServerThere();
    sendKept();
  });
  addEventListener("storage", show);
  addEventListener("pagehide", () => {
    if (isSending) localStorage.removeItem(`${KEPT}.sender`);
  });
  setInterval(() => {
    if (!isReached || kept().some((entry) => !entry.refused)) isServerThere().then((there) => there && sendKept());
  }, RETRY_MS);

  const [navigation] = performance.getEntriesByType("navigation");
  if (isNotTaken || document.body.hasAttribute("data-offline") || ["back_forward", "reload"].includes(navigation?.type)) keepLost();
  else forgetOnItsWay();
  show();
  sendKept();
}
