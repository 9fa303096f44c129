// Reads publications as JSON lines (proof: text, listed: base64) and writes what the check page says of each.
import { createInterface } from "node:readline";

const { verdictOn } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const { proof, listed } = JSON.parse(line);
  const files = async () => [proof, new Uint8Array(Buffer.from(listed, "base64"))];
  console.log(await verdictOn(files, () => {}));
}
