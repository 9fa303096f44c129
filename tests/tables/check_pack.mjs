// Says of each pack on standard input what the page's check finds, a line each: JSON of the problems.
import { createInterface } from "node:readline";

const { packProblems } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const [pack, promised] = JSON.parse(line);
  console.log(JSON.stringify(await packProblems(pack, promised)));
}
