// The steps of eventnight-raffle-v2: a draw from a sheet, which fixes prizes, order, rule, pots and the chance that comes.

import { isSigned } from "./beacon.js";
import { checkPrizes, shareOf } from "./drawing.js";
import { bytesOf, hex, keyedHash, sha256 } from "./hash.js";
import { NotComplete, hexOf, isObject, rowsOf, textOf, textsOf, unreadable, wholeOf } from "./published.js";
import { SECOND, parseSheet } from "./sheet.js";
import { SEED_HELP, countText, firstDifference, hashText, listHelp, moneyText, potText, ruleText } from "./words.js";

const STATUSES = ["frozen", "drawing", "done"];
const CALLED = { dice: "[1-6]", cards: "[2-9TJQKA][cdhs]" };

function requireDone(proof) {
  const status = textOf(proof, "status");
  if (!STATUSES.includes(status)) throw unreadable(`"status" is "${status}"`);
  if (status !== "done") throw new NotComplete(`The draw is at "${status}", and its seed is published after the last prize. Check it again when it is done.`);
}

async function readSecond(proof) {
  requireDone(proof);
  if (!["boolean", "undefined"].includes(typeof proof.missed)) throw unreadable('"missed" is neither true nor false');
  for (const people of ["thrown_by", "watched_by"]) textsOf(proof, people);
  const [event, promised, listed, entropy] = ["event", "commitment", "list_sha256", "entropy"].map((field) => textOf(proof, field));
  const [prizes, pots] = [rowsOf(proof, "prizes"), rowsOf(proof, "pots")];
  for (const prize of prizes) for (const draw of rowsOf(prize, "draws")) if (draw.absent === true) textOf(draw, "holder");
  return { seed: bytesOf(hexOf(proof, "seed")), event, promised, listed, entropy, prizes, pots, missed: proof.missed === true, beacon: await readBeaconOf(proof) };
}

async function readBeaconOf(proof) {
  if (!("beacon" in proof)) return null;
  if (!isObject(proof.beacon)) throw unreadable('"beacon" is not an object');
  const [chain, round, signature] = [textOf(proof.beacon, "chain"), wholeOf(proof.beacon, "round"), hexOf(proof.beacon, "signature")];
  const randomness = hex(await sha256(bytesOf(signature)));
  if (textOf(proof.beacon, "randomness") !== randomness) throw unreadable('"randomness" is not the SHA-256 of the signature');
  return { chain, round, signature, randomness };
}

const areSame = (claimed, fixed) =>
  claimed.length === fixed.length && fixed.every((row, at) => Object.entries(row).every(([field, value]) => claimed[at][field] === value));

function dueRound(sheet, missed) {
  if (!sheet.beacon) return null;
  return { chain: sheet.beacon.chain, round: missed ? sheet.beacon.successor : sheet.beacon.round };
}

function isDueRound(due, beacon, missed) {
  if (!due) return !beacon && !missed;
  return Boolean(beacon) && beacon.chain === due.chain && beacon.round === due.round;
}

// The chance has one spelling: exactly so many dice or cards, and the round's randomness.
function isSpelled({ calls }, beacon, entropy) {
  const drand = beacon && `drand:${beacon.chain}:${beacon.round}:${beacon.randomness}`;
  if (!calls) return entropy === drand;
  const called = `^${calls.kind}:${CALLED[calls.kind]}(?: ${CALLED[calls.kind]}){${calls.number - 1}}$`;
  const [thrown, rest] = beacon ? [entropy.slice(0, -drand.length - 1), entropy.slice(-drand.length - 1)] : [entropy, ""];
  return new RegExp(called).test(thrown) && rest === (beacon ? `;${drand}` : "");
}

const awaited = ({ calls, beacon }) =>
  [calls && `${calls.number} ${calls.kind}`, beacon && `round ${beacon.round} (if missed ${beacon.successor}) of the beacon`].filter(Boolean).join(" and ");

export async function* secondSteps(proof, list) {
  const { seed, event, promised, listed, entropy, prizes, pots, missed, beacon } = await readSecond(proof);
  const hashed = hex(await sha256(seed));
  yield { title: "The seed is the one promised before sales", ok: seed.length === 32 && hashed === promised, detail: hashText(promised, hashed), help: SEED_HELP };
  const hash = hex(await sha256(list));
  yield { title: "The sheet is the one published when sales closed", ok: hash === listed, detail: hashText(listed, hash), help: hash === listed ? "" : await listHelp(list, listed) };
  const sheet = parseSheet(list);
  yield { title: "The sheet is of this night and this promise", ok: sheet.event === event && sheet.commitment === promised, detail: `Night ${sheet.event}, sales closed ${sheet.closed}, ${countText(sheet.tickets.length, "ticket")}` };
  const fixed = sheet.prizes.map((prize) => ({ ...prize, rule: sheet.rule }));
  const samePrizes = areSame(prizes, fixed);
  const prizeText = ({ prize, bucket, rule }) => `${prize} from bucket ${bucket}, where ${ruleText(rule) ?? rule}`;
  yield { title: "The prizes are those of the sheet, in its order", ok: samePrizes, detail: samePrizes ? `${countText(fixed.length, "prize")}; ${ruleText(sheet.rule)}` : firstDifference("Prize", prizes, fixed, prizeText) };
  const shares = sheet.pots.map(({ bucket, money, percent }) => ({ bucket, money, percent, pot: shareOf(money, percent) }));
  const samePots = areSame(pots, shares);
  const tellPot = ({ bucket, money, percent, pot }) => (pot === shareOf(money, percent) ? `${bucket}: ${potText(money, percent, pot)}` : `${bucket}: ${moneyText(pot)} of ${moneyText(money)}`);
  yield { title: "The pots are those of the sheet", ok: samePots, detail: samePots ? shares.map(tellPot).join("; ") || "No pots" : firstDifference("Pot", pots, shares, tellPot) };
  const due = dueRound(sheet, missed);
  yield { title: "The chance is what the sheet fixed, in its one spelling", ok: isDueRound(due, beacon, missed) && isSpelled(sheet, beacon, entropy), detail: `Fixed when sales closed: ${awaited(sheet)}. Brought: ${entropy}` };
  if (beacon) yield { title: "The beacon signed its round", ok: await isSigned(beacon), detail: beacon.signature };
  yield* checkPrizes(await keyedHash(seed, SECOND, event, listed, entropy), prizes, sheet.tickets);
}
