// Each rule at its threshold and a hair below it; the strictest outcome wins; what only is written down asks for nobody.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { expect, it } from 'vitest';
import { judge, reasonOf, type RiskFacts } from './judge.ts';
import type { RuleRow } from '../rules/site-rules.ts';

const USDT = 1_000_000;
const now = 1_800_000_000_000;
const quiet: RiskFacts = {
  amount: 100,
  lookedAt: 1000,
  value: 100 * USDT,
  before: 3,
  dayCount: 1,
  dayValue: 100 * USDT,
  isInside: false,
  isHeld: false,
  isOperator: false,
  device: { sinceMs: now - 30 * DAY_MS, hasOther: true },
  dayResult: 0,
  weekDeposits: 0,
  weekTraded: undefined,
  sanctions: [],
  won: 138_200,
  travelFrom: 1_000_000,
  now,
};
const rule = (name: RuleRow['rule'], threshold: number | null, outcome: RuleRow['outcome'] = 'WAIT'): RuleRow => ({
  rule: name,
  threshold,
  outcome,
});
const rules: RuleRow[] = [
  rule('AMOUNT', null),
  rule('FIRST', 25),
  rule('MANY', 10),
  rule('VELOCITY', 500 * USDT),
  rule('NEW_DEVICE', 50 * USDT),
  rule('WIN', 1000 * USDT),
  rule('NO_TRADE', 60 * USDT),
  rule('SANCTIONED', null, 'TWO'),
  rule('TRAVEL', null, 'PASS'),
  rule('HELD', null),
];
const fired = (change: Partial<RiskFacts>) => judge({ ...quiet, ...change }, rules).fired.map((one) => one.rule);

it('a quiet withdrawal passes', () => {
  expect(judge(quiet, rules)).toEqual({ result: 'PASS', fired: [] });
});

it.each<[string, Partial<RiskFacts>, Partial<RiskFacts>]>([
  ['AMOUNT', { amount: 1001 }, { amount: 1000 }],
  ['FIRST', { before: 0, amount: 251 }, { before: 0, amount: 250 }],
  ['MANY', { dayCount: 11 }, { dayCount: 10 }],
  ['VELOCITY', { dayValue: 500 * USDT + 1 }, { dayValue: 500 * USDT }],
  ['NEW_DEVICE', { device: { sinceMs: now - DAY_MS + 1, hasOther: true } }, { device: { sinceMs: now - DAY_MS, hasOther: true } }],
  ['NEW_DEVICE', { device: undefined }, { device: undefined, value: 50 * USDT - 1 }],
  ['NEW_DEVICE', { device: { sinceMs: now, hasOther: true } }, { device: { sinceMs: now, hasOther: false } }],
  ['WIN', { dayResult: 1000 * USDT }, { dayResult: 1000 * USDT - 1 }],
  ['WIN', { dayResult: 1000 * USDT }, { dayResult: undefined }],
  ['NO_TRADE', { weekDeposits: 100 * USDT }, { weekDeposits: 100 * USDT, weekTraded: 100 * USDT }],
  ['NO_TRADE', { weekDeposits: 100 * USDT, weekTraded: 100 * USDT - 1 }, { weekDeposits: 59 * USDT }],
  ['SANCTIONED', { sanctions: ['OFAC'] }, { sanctions: [] }],
  ['TRAVEL', { won: 1_000_000 }, { won: 999_999 }],
  ['TRAVEL', { won: undefined }, { won: undefined, travelFrom: null }],
  ['HELD', { isHeld: true }, { isHeld: false }],
])('%s fires from its threshold on', (name, at, below) => {
  expect(fired(at)).toEqual([name]);
  expect(fired(below)).toEqual([]);
});

it('the strictest outcome wins, and what is only written down is no reason', () => {
  const all = judge({ ...quiet, sanctions: ['OFAC'], amount: 1001, won: 2_000_000 }, rules);
  expect(all.result).toBe('TWO');
  expect(reasonOf(all)).toBe('AMOUNT,SANCTIONED');
  const written = judge({ ...quiet, won: 2_000_000 }, rules);
  expect([written.result, reasonOf(written)]).toEqual(['PASS', '']);
});

it('a rule that the site has switched off says nothing', () => {
  expect(judge({ ...quiet, amount: 5000, before: 0 }, []).result).toBe('PASS');
});
