// SHA-256 and what a draw makes of it. A hall's network is often without HTTPS; there the browser does not hash itself.

const text = new TextEncoder();

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export async function sha256(bytes) {
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

// HMAC-SHA-256 (RFC 2104) over the parts, joined by the byte 1f; the keys here are 32 bytes and never longer than a block.
export async function keyedHash(key, ...parts) {
  const masked = (mask) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ mask);
  const inner = await sha256(Uint8Array.of(...masked(0x36), ...text.encode(parts.join("\x1f"))));
  return sha256(Uint8Array.of(...masked(0x5c), ...inner));
}
