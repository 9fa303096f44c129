// What the steps say, for guests: numbers with their nouns, and what a step that does not agree leads to.

import { hex, sha256 } from "./hash.js";

const RULE_WORDS = {
  one_prize_per_person: "nobody can win more than one of them",
  ticket_leaves: "a ticket can win once, its holder more often",
};
const FIELD_WORDS = {
  attempt: "the number of the call",
  eligible: "how many tickets could win",
  index: "the place in the list",
  ticket: "the ticket",
  holder: "the holder",
  absent: "whether the holder was absent",
};
const FROM_ONE = ["attempt", "index"]; // people count from 1

export const ruleText = (rule) => RULE_WORDS[rule];

export const countText = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const moneyText = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

export const potText = (money, percent, pot) => `${percent}% of ${moneyText(money)}, rounded down to the cent, is ${moneyText(pot)}`;

const valueText = (field, value) => {
  if (value === undefined || value === null) return "nothing";
  if (value === true || value === false) return value ? "yes" : "no";
  return FROM_ONE.includes(field) && Number.isInteger(value) ? String(value + 1) : String(value);
};

export const differText = (attempt, field, published, drawn) =>
  `Call ${attempt + 1}, ${FIELD_WORDS[field]}: ${valueText(field, published)} was published, but the draw gives ${valueText(field, drawn)}.`;

export const callText = ({ attempt, eligible, index, ticket, holder, absent }) =>
  `Call ${attempt + 1}: place ${index + 1} of the ${countText(eligible, "ticket")} that could win is ticket ${ticket}, ${holder}${absent ? ", who was absent" : ", the winner"}.`;

export const hashText = (published, found) => (published === found ? found : `Published: ${published}. From these files: ${found}.`);

const FETCH_AGAIN = "Save both files again from the night's page, without opening them in an editor. If it still differs, show this page to the organiser: the files were changed after they were published.";

const withLineEnds = (bytes) => bytes.filter((byte, at) => byte !== 13 || bytes[at + 1] !== 10);

function withLastEnd(bytes) {
  const ended = new Uint8Array(bytes.length + 1);
  ended.set(bytes);
  ended[bytes.length] = 10;
  return ended;
}

const WAYS_TO_CHANGE = [
  ["its line ends are those of Windows", withLineEnds],
  ["it begins with a byte order mark", (bytes) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.slice(3) : bytes)],
  ["its last line has lost its end", withLastEnd],
];

// Why the list is not the published one, where it is only another saving of it; else what to do.
export async function listHelp(bytes, published) {
  for (const [how, undo] of WAYS_TO_CHANGE) {
    if (hex(await sha256(undo(bytes))) !== published) continue;
    return `Only the way it was saved differs: ${how}. An editor or a mail programme did that. Save the list again from the night's page, without opening it.`;
  }
  return FETCH_AGAIN;
}

export const SEED_HELP = "The seed that was published after the draw is not the one promised before sales, so this draw proves nothing. Show this page to the organiser.";
export const DIFFER_HELP = FETCH_AGAIN;

// The first row that is not the same, as "Prize 3: the list says …, the published draw says …".
export function firstDifference(noun, claimed, fixed, tell) {
  const at = fixed.findIndex((row, place) => !claimed[place] || Object.entries(row).some(([field, value]) => claimed[place][field] !== value));
  const place = at < 0 ? fixed.length : at;
  const said = (row) => (row ? tell(row) : "nothing");
  return `${noun} ${place + 1}: the list says ${said(fixed[place])}; the published draw says ${said(claimed[place])}.`;
}
