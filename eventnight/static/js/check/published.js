// Reading the published files: what is missing or of another kind is refused, never guessed.

// The draw is still going on: there is nothing to repeat yet.
export class NotComplete extends Error {}

const PART = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/g;

// Scripts have one kind of number; to the published draw 3.0 is not a ticket, and long numbers must not be rounded.
const onlyWhole = (part) => (part.startsWith('"') || /^-?[0-9]{1,15}$/.test(part) ? part : "null");

export function readProof(json) {
  let proof = null;
  try {
    proof = JSON.parse(json.replace(PART, onlyWhole));
  } catch {
    throw new Error("The file is not the published draw, proof.json.");
  }
  if (!isObject(proof)) throw unreadable("it holds no object");
  return proof;
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const unreadable = (why) => new Error(`This is not a published draw: ${why}.`);

export function textOf(row, field) {
  const value = row[field];
  // JSON can spell half a character, which no hash can take.
  if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) throw unreadable(`"${field}" is missing or is not text`);
  return value;
}

export function wholeOf(row, field) {
  if (!Number.isSafeInteger(row[field])) throw unreadable(`"${field}" is missing or is not a whole number`);
  return row[field];
}

export function rowsOf(row, field) {
  const value = row[field];
  if (!Array.isArray(value) || !value.every(isObject)) throw unreadable(`"${field}" is missing or is not a list of objects`);
  return value;
}

export function textsOf(row, field) {
  const value = row[field];
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string")) {
    throw unreadable(`"${field}" is missing or is not a list of texts`);
  }
  return value;
}

export function hexOf(row, field) {
  const value = textOf(row, field);
  if (!/^([0-9a-f]{2})*$/.test(value)) throw unreadable(`"${field}" is not hex digits in lower case`);
  return value;
}

export function linesOf(bytes) {
  const lines = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.pop() !== "") throw new Error("The list does not end with a line end.");
  return lines;
}
