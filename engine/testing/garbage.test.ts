// No record, however absurd its words, throws or leaves a trace of a refusal: a fault would stop a site, so only its host may cause one.
import { describe, expect, test } from 'vitest';
import { apply } from '../apply.ts';
import { CommandKind, encodeCommand, HEADER_WORDS } from '../wire/command.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { META_SEQ, META_TIME } from '../layout.ts';
import { selfCheck } from '../self-check.ts';
import type { EngineState } from '../state.ts';
import { stateHash } from '../state-hash.ts';
import { Random } from './random.ts';
import { checkRefusal } from './refusal-check.ts';
import { Simulation } from './simulator.ts';

const ABSURD = [
  0,
  -1,
  1,
  2,
  3,
  0.5,
  -0.5,
  255,
  511,
  512,
  513,
  2 ** 31,
  2 ** 32,
  -(2 ** 31),
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e300,
  -1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/** A real record with some of its words made absurd; kind, time and length stay what they are. */
function garbled(record: Float64Array, random: Random): Float64Array {
  const words = Float64Array.from(record);
  const count = random.between(1, 3);
  for (let k = 0; k < count; k++) {
    const at = random.below(words.length - 2) + 2;
    if (at !== 11) words[at] = random.pick(ABSURD);
  }
  return words;
}

describe('garbage in', () => {
  test.each([1, 2, 3, 4])('seed %i: 4,000 garbled records are answered, and what is refused leaves no trace', (seed) => {
    const run = new Simulation(seed);
    const random = new Random(seed + 500);
    const sink = new EventBuffer(256);
    // A living site first.
    const records: Float64Array[] = [];
    for (let i = 0; i < 600; i++) records.push(run.step());
    expect([run.report.violations, run.report.differences]).toEqual([[], []]);
    const { state } = run;
    let refused = 0;
    for (let i = 0; i < 4_000; i++) {
      const record = garbled(random.pick(records), random);
      record[1] = state.time;
      const before = i % 10 === 0 ? restHash(state) : '';
      sink.clear();
      const code = apply(state, record, 0, state.seq + 1, sink);
      if (code === 0) continue;
      refused += 1;
      expect(checkRefusal(record[0] as CommandKind, code)).toEqual([]);
      if (before !== '') expect(restHash(state)).toBe(before);
    }
    expect(refused).toBeGreaterThan(500);
    expect(selfCheck(state)).toEqual([]);
    expect(brokenNumbers(state)).toEqual([]);
  });

  test('every kind with every field absurd, one at a time', () => {
    const run = new Simulation(9);
    for (let i = 0; i < 300; i++) run.step();
    const { state } = run;
    const sink = new EventBuffer(256);
    const base = { time: state.time, account: 0, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
    const place = encodeCommand({
      ...base,
      kind: CommandKind.PlaceOrder,
      side: 0,
      positionSide: 0,
      type: 0,
      timeInForce: 0,
      selfTrade: 0,
      reduceOnly: false,
      price: 100,
      lots: 10,
      slippage: 0,
      clientOrderId: '',
    });
    for (const kind of Object.values(CommandKind)) {
      for (let field = 2; field < HEADER_WORDS; field++) {
        if (field === 11) continue;
        for (const value of ABSURD) {
          const record = Float64Array.from(place);
          record[0] = kind;
          record[1] = state.time;
          record[field] = value;
          sink.clear();
          apply(state, record, 0, state.seq + 1, sink);
        }
      }
    }
    expect(selfCheck(state)).toEqual([]);
    expect(brokenNumbers(state)).toEqual([]);
  });
});

/** Figures of the state that are no safe integers: a fraction or a NaN that slipped in would spread. */
function brokenNumbers(state: EngineState): string[] {
  const { ledger, risk, live, positionLots, positionCost, positionLife, orderFacts, exposureSums, ladders, meta } = state;
  const arrays = {
    ledger,
    risk,
    live,
    positionLots,
    positionCost,
    positionLife,
    orderFacts,
    exposureSums,
    prices: ladders.prices,
    lots: ladders.lots,
    meta,
  };
  const broken: string[] = [];
  for (const [name, values] of Object.entries(arrays)) {
    const at = values.findIndex((value) => !Number.isSafeInteger(value));
    if (at >= 0) broken.push(`${name}[${at}] is ${values[at]}`);
  }
  return broken;
}

/** Hash of everything but sequence and time, which every command moves. */
function restHash(state: EngineState): string {
  const { seq, time } = state;
  state.meta[META_SEQ] = 0;
  state.meta[META_TIME] = 0;
  const hash = stateHash(state);
  state.meta[META_SEQ] = seq;
  state.meta[META_TIME] = time;
  return hash;
}
