// How numbers are drawn: the same for every method.

import { hex, keyedHash } from "./hash.js";
import { callText, countText, differText } from "./words.js";

const SPACE = 2n ** 256n;
export const RULES = ["one_prize_per_person", "ticket_leaves"];

// Numbers too large to give every ticket the same chance are skipped.
export async function drawIndex(key, prize, attempt, tickets) {
  const count = BigInt(tickets);
  const fair = (SPACE / count) * count;
  for (let counter = 0; ; counter += 1) {
    const value = BigInt(`0x${hex(await keyedHash(key, prize, String(attempt), String(counter)))}`);
    if (value < fair) return Number(value % count);
  }
}

// By code point, as the list was sorted: the browser's own order of strings goes by halves of characters.
export function compareText(left, right) {
  const [a, b] = [[...left], [...right]].map((letters) => letters.map((letter) => letter.codePointAt(0)));
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}

// Sorted by bucket and number, and each of them once.
export function isInOrder(tickets) {
  const order = (a, b) => compareText(a.bucket, b.bucket) || a.number - b.number;
  return tickets.every((ticket, at) => at === 0 || order(tickets[at - 1], ticket) < 0);
}

export const shareOf = (money, percent) => Number((BigInt(money) * BigInt(percent)) / 100n);

function eligibleFor(prize, tickets, won) {
  const winners = new Set(prize.rule === "one_prize_per_person" ? won.map((ticket) => ticket.holder) : []);
  return tickets.filter((ticket) => ticket.bucket === prize.bucket && !won.includes(ticket) && !winners.has(ticket.holder));
}

// A step for a prize; its winner joins `won`, for who may win the next depends on it.
export async function checkPrize(key, prize, tickets, won) {
  const absent = new Set(prize.draws.filter((draw) => draw.absent === true).map((draw) => draw.holder));
  let remaining = eligibleFor(prize, tickets, won);
  let attempt = 0;
  let winner = null;
  while (remaining.length > 0 && !winner) {
    const index = await drawIndex(key, prize.prize, attempt, remaining.length);
    const ticket = remaining[index];
    const claimed = prize.draws[attempt];
    const drawn = { attempt, eligible: remaining.length, index, ticket: ticket.number, holder: ticket.holder, absent: absent.has(ticket.holder) };
    for (const [what, value] of Object.entries(drawn)) {
      if (claimed?.[what] !== value) return { ok: false, detail: differText(attempt, what, claimed?.[what], value) };
    }
    if (drawn.absent) remaining = remaining.filter((other) => other.holder !== ticket.holder);
    else winner = ticket;
    attempt += 1;
  }
  if (prize.draws.length !== attempt) return { ok: false, detail: `${countText(prize.draws.length, "call")} published, but the draw takes ${attempt}.` };
  const calls = prize.draws.map(callText);
  if (!winner) return { ok: true, detail: [...calls, "No ticket was left that could win it."].join(" ") };
  won.push(winner);
  return { ok: true, detail: calls.join(" ") };
}

export async function* checkPrizes(key, prizes, tickets) {
  const won = [];
  for (const prize of prizes) yield { title: `Prize ${prize.prize}`, ...(await checkPrize(key, prize, tickets, won)) };
}
