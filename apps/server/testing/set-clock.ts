// Imported before everything else of a process (NODE_OPTIONS): its machine's clock is set by a file that holds the ms to add, as a hand or
// a time server would set it. The steady clock goes on, as a machine's does.
import { readFileSync } from 'node:fs';

const path = process.env.MARU_TEST_CLOCK ?? '';
const READ_EVERY_MS = 20;
const Machine = Date;
let readAt = Number.NEGATIVE_INFINITY;
let ahead = 0;

function now(): number {
  if (performance.now() - readAt > READ_EVERY_MS) {
    readAt = performance.now();
    // Caught while it is written it is empty: what was set stays.
    ahead = Number(readFileSync(path, 'utf8') || ahead);
  }
  return Machine.now() + ahead;
}

globalThis.Date = new Proxy(Machine, {
  construct: (_, words, target) => Reflect.construct(Machine, words.length === 0 ? [now()] : words, target),
  get: (_, name, self) => (name === 'now' ? now : Reflect.get(Machine, name, self)),
});
