// A public beacon's round: when it was due, and whether its chain signed it. Only a draw with a beacon loads the curve.

import { sha256 } from "./hash.js";

const SCHEME = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"; // RFC 9380, signatures in G1
const SIGNATURE_DIGITS = 96;
const CHAINS = new Map([
  [
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    {
      name: "quicknet",
      genesis: 1692803367,
      period: 3,
      publicKey:
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    },
  ],
]);

export const chainOf = (hash) => CHAINS.get(hash);

// In seconds since 1970.
export function timeOf(chain, round) {
  const { genesis, period } = chainOf(chain);
  return genesis + (round - 1) * period;
}

// A page that was saved holds the curve's script in itself: a file loads no module.
async function loadCurve() {
  const held = globalThis.document?.querySelector("[data-verify-curve]")?.textContent;
  return held ? import(`data:text/javascript,${encodeURIComponent(held)}`) : import("../../vendor/bls12-381.js");
}

export async function isSigned({ chain, round, signature }) {
  if (signature.length !== SIGNATURE_DIGITS) return false;
  const { verifyShort } = await loadCurve();
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(round));
  const message = await sha256(new Uint8Array(number.buffer));
  try {
    return verifyShort(signature, message, chainOf(chain).publicKey, SCHEME);
  } catch {
    return false; // these bytes are no point of the curve
  }
}
