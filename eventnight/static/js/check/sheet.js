// The sheet of eventnight-raffle-v2: all that a draw depends on, in one file with one spelling.

import { chainOf, timeOf } from "./beacon.js";
import { RULES, compareText, isInOrder } from "./drawing.js";
import { linesOf } from "./published.js";

export const SECOND = "eventnight-raffle-v2";

const WHOLE = /^(0|[1-9][0-9]{0,14})$/;
const HEX = /^[0-9a-f]{64}$/;
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

const refused = (line) => new Error(`Line ${line} of the list cannot be read: it was changed, or the file is another one. Save it again from the night's page.`);

// Reads the lines in their order; every field of a line is checked by the test beside its name.
class Lines {
  constructor(rows) {
    [this.rows, this.at] = [rows, 0];
  }

  some(kind, ...tests) {
    const found = [];
    while (this.at < this.rows.length && kind.every((word, at) => this.rows[this.at][at] === word)) {
      const fields = this.rows[this.at].slice(kind.length);
      if (fields.length !== tests.length || !tests.every((test, at) => test(fields[at]))) throw this.refused();
      found.push(fields);
      this.at += 1;
    }
    return found;
  }

  one(kind, test) {
    const found = this.some([kind], test);
    if (found.length !== 1) throw this.refused();
    return found[0][0];
  }

  refused() {
    return refused(this.at + 1);
  }
}

const isCode = (text) => text !== "" && !CONTROL.test(text);
const isWhole = (text) => WHOLE.test(text);
const isNumber = (text) => isWhole(text) && text !== "0";
const isCount = (text) => isWhole(text) && Number(text) >= 20 && Number(text) <= 200;
const isPercent = (text) => isWhole(text) && Number(text) >= 1 && Number(text) <= 100;
const isKnownChain = (text) => Boolean(chainOf(text));

function isTime(text) {
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text.replace("Z", ".000Z");
}

export function parseSheet(bytes) {
  const [method, ...lines] = linesOf(bytes);
  if (method !== SECOND) throw new Error(`The sheet does not begin with ${SECOND}.`);
  const reader = new Lines([[method], ...lines.map((line) => line.split("\t"))]);
  reader.at = 1;
  const sheet = {
    event: reader.one("event", isCode),
    commitment: reader.one("commitment", (text) => HEX.test(text)),
    closed: reader.one("closed", isTime),
    rule: reader.one("rule", (text) => RULES.includes(text)),
    calls: readCalls(reader),
    beacon: readBeacon(reader),
    prizes: reader.some(["prize"], isCode, isCode).map(([prize, bucket]) => ({ prize, bucket })),
    pots: reader.some(["pot"], isCode, isWhole, isPercent).map(([bucket, money, percent]) => ({ bucket, money: Number(money), percent: Number(percent) })),
    tickets: reader.some(["ticket"], isCode, isNumber, isCode).map(([bucket, number, holder]) => ({ bucket, number: Number(number), holder })),
  };
  if (reader.at < reader.rows.length) throw reader.refused();
  requireWhole(sheet);
  return sheet;
}

function readCalls(reader) {
  const found = ["dice", "cards"].flatMap((kind) => reader.some(["chance", kind], isCount).map(([number]) => ({ kind, number: Number(number) })));
  if (found.length > 1) throw reader.refused();
  return found[0] ?? null;
}

function readBeacon(reader) {
  const found = reader.some(["chance", "drand"], isKnownChain, isNumber, isNumber);
  if (found.length > 1) throw reader.refused();
  return found.map(([chain, round, successor]) => ({ chain, round: Number(round), successor: Number(successor) }))[0] ?? null;
}

function requireWhole({ closed, calls, beacon, prizes, pots, tickets }) {
  if (!prizes.length || !tickets.length || !(calls || beacon)) throw new Error("The sheet has no prizes, no tickets or no chance.");
  if (new Set(prizes.map((prize) => prize.prize)).size < prizes.length) throw new Error("A prize is on the sheet twice.");
  if (!isInOrder(tickets)) throw new Error("The tickets are not in their order, each once.");
  if (pots.some((pot, at) => at > 0 && compareText(pots[at - 1].bucket, pot.bucket) >= 0)) throw new Error("The pots are not in their order, each once.");
  if (!beacon) return;
  if (beacon.successor <= beacon.round) throw new Error("The round that follows a missed one is not a later one.");
  if (timeOf(beacon.chain, beacon.successor) > LAST_SECOND) throw new Error("The round is due in no year that a calendar holds.");
  if (timeOf(beacon.chain, beacon.round) <= Date.parse(closed) / 1000) throw new Error(`Round ${beacon.round} was due before the sales closed.`);
}
