// Idempotency inside the state: (account, key) -> first answer, for 24 hours of engine time or the newest rows, whichever is less (I9).
import * as layout from './layout.ts';
import { type EngineState, REQUEST } from './state.ts';
import { DAY_MS } from './time.ts';

const { META_REQUEST_COUNT, META_REQUEST_FIRST, META_SEQ, META_TIME } = layout;

const WINDOW_MS = DAY_MS;
const ACCOUNT = 0;
const KEY_HI = 1;
const KEY_LO = 2;
const BODY = 3;
const SEQ = 4;
const TIME = 5;
const COMMAND = 6;
const ORDER_ID = 7;
const FILLED_LOTS = 8;
const FILLED_COST = 9;
const STATUS = 10;

export interface FirstAnswer {
  body: number;
  seq: number;
  command: number;
  orderId: number;
  filledLots: number;
  filledCost: number;
  status: number;
}

const answer: FirstAnswer = { body: 0, seq: 0, command: 0, orderId: 0, filledLots: 0, filledCost: 0, status: 0 };

function slotOf(mask: number, account: number, hi: number, lo: number): number {
  const h = Math.imul(account + 1, 0x9e3779b1) ^ Math.imul(hi | 0, 0x85ebca6b) ^ Math.imul(lo | 0, 0x2c1b3c6d);
  return (h ^ (h >>> 15)) & mask;
}

/** The first answer to this key, undefined when there is none in the window. The object is reused by the next call. */
export function findRequest(s: EngineState, account: number, hi: number, lo: number): FirstAnswer | undefined {
  const table = s.requestTable;
  const mask = table.length - 1;
  for (let at = slotOf(mask, account, hi, lo); table[at] !== 0; at = (at + 1) & mask) {
    const row = (table[at] - 1) * REQUEST;
    const r = s.requests;
    if (r[row + ACCOUNT] !== account || r[row + KEY_HI] !== hi || r[row + KEY_LO] !== lo) continue;
    if (s.meta[META_TIME] - r[row + TIME] > WINDOW_MS) return undefined;
    answer.body = r[row + BODY];
    answer.seq = r[row + SEQ];
    answer.command = r[row + COMMAND];
    answer.orderId = r[row + ORDER_ID];
    answer.filledLots = r[row + FILLED_LOTS];
    answer.filledCost = r[row + FILLED_COST];
    answer.status = r[row + STATUS];
    return answer;
  }
  return undefined;
}

/** Of a request of several commands, one key each: sequence of the first that is known (0 = none), and whether one had another body. */
export function firstOfRequest(
  s: EngineState,
  account: number,
  keys: readonly (readonly [number, number])[],
  body: number,
): { seq: number; isOther: boolean } {
  let seq = 0;
  let isOther = false;
  for (const [hi, lo] of keys) {
    const first = findRequest(s, account, hi, lo);
    if (first === undefined) continue;
    isOther ||= first.body !== body;
    if (seq === 0 || first.seq < seq) seq = first.seq;
  }
  return { seq, isOther };
}

/** Remembers an accepted request; the oldest rows go when they are over the window or the ring is full. */
export function rememberRequest(
  s: EngineState,
  account: number,
  hi: number,
  lo: number,
  body: number,
  command: number,
  orderId: number,
  filledLots: number,
  filledCost: number,
  status: number,
): void {
  const r = s.requests;
  const ring = s.capacity.requests;
  while (s.meta[META_REQUEST_COUNT] > 0) {
    const oldest = s.meta[META_REQUEST_FIRST];
    if (s.meta[META_REQUEST_COUNT] < ring && s.meta[META_TIME] - r[oldest * REQUEST + TIME] <= WINDOW_MS) break;
    leaveTable(s, oldest);
    s.meta[META_REQUEST_FIRST] = oldest + 1 === ring ? 0 : oldest + 1;
    s.meta[META_REQUEST_COUNT]--;
  }
  const sum = s.meta[META_REQUEST_FIRST] + s.meta[META_REQUEST_COUNT]++;
  const entry = sum >= ring ? sum - ring : sum;
  const row = entry * REQUEST;
  r[row + ACCOUNT] = account;
  r[row + KEY_HI] = hi;
  r[row + KEY_LO] = lo;
  r[row + BODY] = body;
  r[row + SEQ] = s.meta[META_SEQ];
  r[row + TIME] = s.meta[META_TIME];
  r[row + COMMAND] = command;
  r[row + ORDER_ID] = orderId;
  r[row + FILLED_LOTS] = filledLots;
  r[row + FILLED_COST] = filledCost;
  r[row + STATUS] = status;
  enterRequest(s, entry);
}

/** Puts a ring row into the table; also used to rebuild it after a load. */
export function enterRequest(s: EngineState, entry: number): void {
  const table = s.requestTable;
  const mask = table.length - 1;
  const row = entry * REQUEST;
  let at = slotOf(mask, s.requests[row + ACCOUNT], s.requests[row + KEY_HI], s.requests[row + KEY_LO]);
  while (table[at] !== 0) at = (at + 1) & mask;
  table[at] = entry + 1;
}

// Backward-shift deletion: no tombstones, so probes stay short for ever.
function leaveTable(s: EngineState, entry: number): void {
  const table = s.requestTable;
  const mask = table.length - 1;
  const r = s.requests;
  let hole = slotOf(mask, r[entry * REQUEST + ACCOUNT], r[entry * REQUEST + KEY_HI], r[entry * REQUEST + KEY_LO]);
  while (table[hole] !== entry + 1) hole = (hole + 1) & mask;
  for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
    const row = (table[at] - 1) * REQUEST;
    const home = slotOf(mask, r[row + ACCOUNT], r[row + KEY_HI], r[row + KEY_LO]);
    if (((at - home) & mask) >= ((at - hole) & mask)) {
      table[hole] = table[at];
      hole = at;
    }
  }
  table[hole] = 0;
}
