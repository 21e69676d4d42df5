// The worked cases of the trading rules, run exactly, at scale 8, through the very formulas that the engine and the browser use.
import { describe, expect, test } from 'vitest';
import { exampleBrackets, examples, type Example } from './worked-examples.ts';
import { riskRunners } from './example-runners-risk.ts';
import { tradeRunners } from './example-runners-trade.ts';

const runners = { ...tradeRunners, ...riskRunners };

/** Areas whose rooms are not built yet, by the later piece of work that will run them. Counted below, never skipped silently. */
const later: Readonly<Record<string, string>> = {
  copy: 'copy trading',
  profit_share: 'copy trading',
  metrics: 'copy trading',
  adl: 'stepwise liquidation and ADL',
  powerball: 'rounds',
  updown: 'rounds',
  staking: 'staking',
  affiliate: 'partner commissions',
};

/** Composites are compared within one unit per rounded term: two closes have released cost at the third step of this published run. */
const composites: Readonly<Record<string, string>> = { 'SEQ-P01': '0.00000002' };

const now = examples.filter((e) => !(e.area in later));

describe('worked examples', () => {
  test('every area is either run here or named with the work that will run it', () => {
    const counts: Record<string, number> = {};
    for (const e of examples) {
      const owner = later[e.area] ?? 'now';
      counts[owner] = (counts[owner] ?? 0) + 1;
    }
    expect(counts).toEqual({
      now: 93,
      'copy trading': 17,
      'stepwise liquidation and ADL': 2,
      rounds: 14,
      staking: 6,
      'partner commissions': 7,
    });
    for (const e of now) expect(runners).toHaveProperty(e.fn);
  });

  test('brackets of the cases are the brackets of the listed symbols', () => {
    expect(Object.keys(exampleBrackets)).toEqual(['BTCUSDT', 'ETHUSDT', 'CHZUSDT']);
  });

  test.each(now.map((e) => [e.id, e.fn, e] as const))('%s %s', (_id, fn, example) => {
    const actual = runners[fn](example.inputs);
    for (const [field, expected] of Object.entries(example.expected)) {
      expect(
        deviation(actual[field], expected, example),
        `${field}: ${JSON.stringify(actual[field])} for ${JSON.stringify(expected)}`,
      ).toBe('none');
    }
  });
});

// Compares decimal texts exactly, as integers of 10^-20.
function deviation(actual: unknown, expected: unknown, example: Example): string {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return 'another length';
    for (let i = 0; i < expected.length; i++) {
      const found = deviation(actual[i], expected[i], example);
      if (found !== 'none') return `[${i}] ${found}`;
    }
    return 'none';
  }
  if (actual === expected) return 'none';
  if (typeof actual !== 'string' || typeof expected !== 'string') return `${String(actual)} for ${String(expected)}`;
  const gap = fine(actual) - fine(expected);
  const tolerance = fine(composites[example.id] ?? example.tolerance);
  return gap <= tolerance && -gap <= tolerance ? 'none' : `off by ${gap}`;
}

function fine(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`no decimal: ${text}`);
  const value = BigInt(match[2] + (match[3] ?? '').padEnd(20, '0'));
  return match[1] === '-' ? -value : value;
}
