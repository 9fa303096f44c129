// The pack of a hand that the system dealt: every card that was opened lies where the phones' numbers put it, and was
// promised there before. Written apart from the engine's own check.

import { bytesOf, hex, sha256 } from "./hash.js";

const SPACE = 2n ** 256n;
const LABEL = "eventnight-draw-v1";
const BETWEEN = Uint8Array.of(0x1f);
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];
const text = new TextEncoder();

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// Fair numbers from a seed: those too large to give every place the same chance are skipped.
function drawFrom(seed) {
  const prefix = joined(text.encode(LABEL), BETWEEN, text.encode(seed), BETWEEN);
  let counter = 0;
  return async (limit) => {
    const count = BigInt(limit);
    const fair = (SPACE / count) * count;
    for (;;) {
      const value = BigInt(`0x${hex(await sha256(joined(prefix, text.encode(String(counter)))))}`);
      counter += 1;
      if (value < fair) return Number(value % count);
    }
  };
}

async function shuffled(size, seed) {
  const below = drawFrom(seed);
  const order = Array.from({ length: size }, (_, at) => at);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// For each card of the deck, its place in the order that the system promised.
export function movesOf({ hand, numbers, cards }) {
  const told = Object.entries(numbers).sort(([a], [b]) => Number(a) - Number(b)).map(([seat, number]) => `${seat}:${number}`);
  return shuffled(cards.length, `numbers ${hand} ${told.join(" ")}`);
}

async function rootOf(leaf, place, size, proof) {
  let [found, at, wide] = [leaf, place, size];
  const left = [...proof];
  while (wide > 1) {
    if ((at ^ 1) < wide) {
      if (!left.length) return null;
      const beside = bytesOf(left.shift());
      found = await sha256(at % 2 ? joined(NODE, beside, found) : joined(NODE, found, beside));
    }
    [at, wide] = [Math.floor(at / 2), Math.floor((wide + 1) / 2)];
  }
  return left.length ? null : hex(found);
}

async function isPromised(pack, { place, card, salt, proof }) {
  const entry = [bytesOf(salt), text.encode(pack.hand), text.encode(String(place)), text.encode(card)];
  const leaf = await sha256(joined(LEAF, ...entry.flatMap((part, at) => (at ? [BETWEEN, part] : [part]))));
  return (await rootOf(leaf, place, pack.cards.length, proof)) === pack.promise.root;
}

// What does not agree, one sentence each. promised: the root as somebody kept it before the hand, where they did.
export async function packProblems(pack, promised = "") {
  const problems = [];
  const opened = pack.shown ?? [];
  if (!opened.length) return ["No card of this pack was opened, so nothing can be checked."];
  if (promised && promised !== pack.promise.root) problems.push("It is not the pack that your phone was promised before the hand.");
  if (new Set(opened.map((each) => each.number)).size < opened.length || new Set(opened.map((each) => each.card)).size < opened.length)
    problems.push("A card, or a place in the deck, is shown twice.");
  const moves = await movesOf(pack);
  for (const each of opened) {
    const name = `Card ${each.number + 1} of the deck, ${each.card},`;
    if (!pack.cards.includes(each.card)) problems.push(`${name} is not in the pack.`);
    else if (moves[each.number] !== each.place) problems.push(`${name} does not come from the place that the phones’ numbers give.`);
    else if (!(await isPromised(pack, each))) problems.push(`${name} is not the card that was promised there.`);
  }
  return problems;
}
