// Repeats a published raffle draw from its two files. It trusts nothing but those files: every number is worked out
// again, and the first thing that does not agree is named.

const METHOD = "eventnight-raffle-v1";
const LEAST_DICE = 20;
const SPACE = 2n ** 256n;
const text = new TextEncoder();

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// Browsers hash only on pages from HTTPS or from the machine itself; a hall's network is often neither.
async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return hashByHand(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const PRIMES = [2];
for (let number = 3; PRIMES.length < 64; number += 2) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const ROUND_WORDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

// SHA-256 as FIPS 180-4 describes it.
export function hashByHand(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const state = [...FIRST_STATE];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [near, far] = [words[at - 2], words[at - 15]];
      words[at] = words[at - 16] + words[at - 7] + (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_WORDS[at] + words[at]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at] + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

function bytesOf(digits) {
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new Error("The seed is not hex digits.");
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

// HMAC-SHA-256 (RFC 2104); the keys here are 32 bytes and never longer than a block.
async function keyedHash(key, ...parts) {
  const masked = (mask) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ mask);
  const inner = await sha256(Uint8Array.of(...masked(0x36), ...text.encode(parts.join("\x1f"))));
  return sha256(Uint8Array.of(...masked(0x5c), ...inner));
}

// Numbers too large to give every ticket the same chance are skipped.
export async function drawIndex(key, prize, attempt, tickets) {
  const count = BigInt(tickets);
  const fair = (SPACE / count) * count;
  for (let counter = 0; ; counter += 1) {
    const value = BigInt(`0x${hex(await keyedHash(key, prize, String(attempt), String(counter)))}`);
    if (value < fair) return Number(value % count);
  }
}

export function parseList(bytes) {
  const lines = new TextDecoder("utf-8", { fatal: true }).decode(bytes).split("\n");
  if (lines.pop() !== "") throw new Error("The list does not end with a line end.");
  return lines.map((line, at) => {
    const [bucket, number, holder, ...more] = line.split("\t");
    if (!bucket || !/^[0-9]+$/.test(number ?? "") || !holder || more.length) {
      throw new Error(`Line ${at + 1} of the list is not bucket, number and holder.`);
    }
    return { bucket, number: Number(number), holder };
  });
}

// By code point, as the list was sorted: the browser's own order of strings goes by halves of characters.
function compareText(left, right) {
  const [a, b] = [[...left], [...right]].map((letters) => letters.map((letter) => letter.codePointAt(0)));
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}

const inOrder = (a, b) => compareText(a.bucket, b.bucket) || a.number - b.number || compareText(a.holder, b.holder);

function isCanonical(tickets) {
  return tickets.every((ticket, at) => at === 0 || inOrder(tickets[at - 1], ticket) < 0);
}

function hasEnoughChance(entropy) {
  if (!entropy.startsWith("dice:")) return /^drand:[\w-]+:[0-9]+:[0-9a-f]{64}$/.test(entropy);
  const calls = entropy.slice("dice:".length).replaceAll(",", " ").split(/\s+/).filter(Boolean);
  const isDice = (call) => /^[1-6]+$/.test(call);
  if (!calls.every((call) => isDice(call) || /^(10|[2-9TJQKA])[CDHS]$/i.test(call))) return false;
  return calls.reduce((count, call) => count + (isDice(call) ? call.length : 1), 0) >= LEAST_DICE;
}

function eligibleFor(prize, tickets, won) {
  const winners = new Set(prize.rule === "one_prize_per_person" ? won.map((ticket) => ticket.holder) : []);
  return tickets.filter((ticket) => ticket.bucket === prize.bucket && !won.includes(ticket) && !winners.has(ticket.holder));
}

// Yields a step for each prize and adds its winner to `won`; who may win the next depends on it.
async function checkPrize(key, prize, tickets, won) {
  const absent = new Set(prize.draws.filter((draw) => draw.absent).map((draw) => draw.holder));
  let remaining = eligibleFor(prize, tickets, won);
  let attempt = 0;
  let winner = null;
  while (remaining.length > 0 && !winner) {
    const index = await drawIndex(key, prize.prize, attempt, remaining.length);
    const ticket = remaining[index];
    const claimed = prize.draws[attempt];
    const drawn = { attempt, eligible: remaining.length, index, ticket: ticket.number, holder: ticket.holder, absent: absent.has(ticket.holder) };
    for (const [what, value] of Object.entries(drawn)) {
      if (claimed?.[what] !== value) return { ok: false, detail: `Attempt ${attempt}: ${what} ${claimed?.[what] ?? "nothing"} was published, ${value} is drawn.` };
    }
    if (drawn.absent) remaining = remaining.filter((other) => other.holder !== ticket.holder);
    else winner = ticket;
    attempt += 1;
  }
  if (prize.draws.length !== attempt) return { ok: false, detail: `${prize.draws.length} numbers were published, ${attempt} are drawn.` };
  if (!winner) return { ok: true, detail: "No ticket was left that could win it." };
  won.push(winner);
  const last = prize.draws[attempt - 1];
  return { ok: true, detail: `Attempt ${last.attempt}: index ${last.index} of ${last.eligible} is ticket ${winner.number}, ${winner.holder}.` };
}

// Each step: what was checked, whether it agrees, and the figures. It stops at the first that does not.
export async function* verifySteps(proof, list) {
  if (proof.method !== METHOD) throw new Error(`The draw names the method ${proof.method}; this page knows ${METHOD}.`);
  const promised = hex(await sha256(bytesOf(proof.seed)));
  yield { title: "The seed is the one promised before sales", ok: promised === proof.commitment, detail: promised };
  const listed = hex(await sha256(list));
  yield { title: "The list is the one published when sales closed", ok: listed === proof.list_sha256, detail: listed };
  const tickets = parseList(list);
  yield { title: "The list is sorted, each ticket once", ok: isCanonical(tickets), detail: `${tickets.length} tickets` };
  yield { title: "The chance is at least 20 dice or cards, or a beacon", ok: hasEnoughChance(proof.entropy), detail: proof.entropy };
  yield { title: "Every prize was drawn once", ok: new Set(proof.prizes.map((prize) => prize.prize)).size === proof.prizes.length, detail: `${proof.prizes.length} prizes` };
  const key = await keyedHash(bytesOf(proof.seed), METHOD, proof.event, proof.list_sha256, proof.entropy);
  const won = [];
  for (const prize of proof.prizes) yield { title: `Prize ${prize.prize}`, ...(await checkPrize(key, prize, tickets, won)) };
  for (const { bucket, money, percent, pot } of proof.pots ?? []) {
    yield { title: `Pot ${bucket}`, ok: pot === Math.floor((money * percent) / 100), detail: `${percent} percent of ${money} cents, rounded down, are ${pot}.` };
  }
}

// ---------- The page ----------

// From files that were saved, where the page has places for them: then nothing is fetched, and no network is needed.
async function savedFiles(place) {
  const [proof, list] = ["proof", "list"].map((name) => place.querySelector(`[data-verify-${name}]`)?.files[0]);
  if (!proof || !list) return null;
  try {
    return [requireSeed(JSON.parse(await proof.text())), new Uint8Array(await list.arrayBuffer())];
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`${proof.name} is not the published draw, proof.json.`) : error;
  }
}

function requireSeed(proof) {
  if (!proof.seed) throw new Error("The seed is published after the last prize. Until then nothing can be repeated.");
  return proof;
}

async function fetchFiles(place) {
  if (!place.dataset.proof) throw new Error("Choose both saved files first: proof.json and list.txt.");
  const answer = await fetch(place.dataset.proof, { cache: "no-store" });
  if (!answer.ok) throw new Error("The published draw could not be fetched. Try again in a moment.");
  const proof = requireSeed(await answer.json());
  const list = await fetch(place.dataset.list, { cache: "no-store" });
  if (!list.ok) throw new Error("The list of tickets could not be fetched. Try again in a moment.");
  return [proof, new Uint8Array(await list.arrayBuffer())];
}

function showStep(steps, { title, ok, detail }) {
  const item = document.createElement("li");
  const words = document.createElement("div");
  const heading = Object.assign(document.createElement("b"), { textContent: `${ok ? "Agrees" : "Does not agree"}: ${title}` });
  words.append(heading, Object.assign(document.createElement("p"), { className: "hash", textContent: detail }));
  item.append(Object.assign(document.createElement("span"), { textContent: ok ? "✓" : "✗", ariaHidden: "true" }), words);
  steps.append(item);
}

function showBadge(place, kind, words) {
  const badge = place.querySelector("[data-verify-badge]");
  badge.className = `badge badge-${kind}`;
  badge.textContent = words;
}

async function run(place) {
  const steps = place.querySelector("[data-verify-steps]");
  steps.replaceChildren();
  showBadge(place, "called", "Checking");
  try {
    for await (const step of verifySteps(...((await savedFiles(place)) ?? (await fetchFiles(place))))) {
      showStep(steps, step);
      if (!step.ok) return showBadge(place, "danger", "Does not agree");
    }
    showBadge(place, "playing", "Verified");
  } catch (error) {
    showStep(steps, { title: "the check stopped", ok: false, detail: error.message });
    showBadge(place, "danger", "Not checked");
  }
}

if (globalThis.document) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-verify-run]");
    if (button) run(button.closest("[data-verify]"));
  });
}
