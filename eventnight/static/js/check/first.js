// The steps of eventnight-raffle-v1, the method of nights before the sheet.

import { RULES, checkPrizes, isInOrder, shareOf } from "./drawing.js";
import { bytesOf, hex, keyedHash, sha256 } from "./hash.js";
import { NotComplete, linesOf, rowsOf, textOf, unreadable, wholeOf } from "./published.js";
import { SEED_HELP, countText, hashText, listHelp, moneyText, potText } from "./words.js";

export const FIRST = "eventnight-raffle-v1";
const LEAST_CALLS = 20;

export function parseList(bytes) {
  return linesOf(bytes).map((line, at) => {
    const [bucket, number, holder, ...more] = line.split("\t");
    if (!bucket || !/^[0-9]{1,12}$/.test(number ?? "") || !holder || more.length || /[\r\x1f]/.test(bucket + holder)) {
      throw new Error(`Line ${at + 1} of the list is not bucket, number and holder.`);
    }
    return { bucket, number: Number(number), holder };
  });
}

// Its numbers have one spelling: a list that was printed again would be the same bytes.
function isCanonical(tickets, bytes) {
  const printed = tickets.map(({ bucket, number, holder }) => `${bucket}\t${number}\t${holder}\n`).join("");
  return isInOrder(tickets) && hex(new TextEncoder().encode(printed)) === hex(bytes);
}

function hasEnoughChance(entropy) {
  if (!entropy.startsWith("dice:")) return /^drand:[\w-]+:[0-9]+:[0-9a-f]{64}$/.test(entropy);
  const calls = entropy.slice("dice:".length).replaceAll(",", " ").split(/\s+/).filter(Boolean);
  const isDice = (call) => /^[1-6]+$/.test(call);
  if (!calls.every((call) => isDice(call) || /^(10|[2-9TJQKA])[CDHS]$/i.test(call))) return false;
  return calls.reduce((count, call) => count + (isDice(call) ? call.length : 1), 0) >= LEAST_CALLS;
}

function readFirst(proof) {
  if (!("seed" in proof)) throw new NotComplete("The seed is published after the last prize. Until then nothing can be repeated.");
  const [seed, event, entropy, promised, listed] = ["seed", "event", "entropy", "commitment", "list_sha256"].map((field) => textOf(proof, field));
  if (!/^([0-9a-f]{2})+$/i.test(seed)) throw unreadable('"seed" is not hex digits');
  const prizes = rowsOf(proof, "prizes");
  for (const prize of prizes) {
    textOf(prize, "prize");
    textOf(prize, "bucket");
    if (!RULES.includes(textOf(prize, "rule"))) throw unreadable(`"rule" is "${prize.rule}"`);
    for (const draw of rowsOf(prize, "draws")) if (draw.absent === true) textOf(draw, "holder");
  }
  return { seed: bytesOf(seed), event, entropy, promised, listed, prizes };
}

function checkPot(pot) {
  const [bucket, money, percent, claimed] = [textOf(pot, "bucket"), ...["money", "percent", "pot"].map((field) => wholeOf(pot, field))];
  if (percent < 1 || percent > 100 || money < 0) throw unreadable(`${percent} percent of ${money} cents is not a pot`);
  return { title: `Pot ${bucket}`, ok: claimed === shareOf(money, percent), detail: claimed === shareOf(money, percent) ? `${potText(money, percent, claimed)}.` : `${potText(money, percent, shareOf(money, percent))}; ${moneyText(claimed)} was published.` };
}

// Each step: what was checked, whether it agrees, and the figures. Whoever reads them stops at the first that does not.
export async function* firstSteps(proof, list) {
  const { seed, event, entropy, promised, listed, prizes } = readFirst(proof);
  const hashed = hex(await sha256(seed));
  yield { title: "The seed is the one promised before sales", ok: seed.length === 32 && hashed === promised, detail: hashText(promised, hashed), help: SEED_HELP };
  const hash = hex(await sha256(list));
  yield { title: "The list is the one published when sales closed", ok: hash === listed, detail: hashText(listed, hash), help: hash === listed ? "" : await listHelp(list, listed) };
  const tickets = parseList(list);
  yield { title: "The list is sorted, each ticket once", ok: isCanonical(tickets, list), detail: countText(tickets.length, "ticket") };
  yield { title: "The chance is at least 20 dice or cards, or a beacon", ok: hasEnoughChance(entropy), detail: entropy };
  yield { title: "Every prize was drawn once", ok: new Set(prizes.map((prize) => prize.prize)).size === prizes.length, detail: countText(prizes.length, "prize") };
  yield* checkPrizes(await keyedHash(seed, FIRST, event, listed, entropy), prizes, tickets);
  for (const pot of "pots" in proof ? rowsOf(proof, "pots") : []) yield checkPot(pot);
}
