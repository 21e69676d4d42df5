// The four squares of a brand: each from its own fact, and nothing said of what is not known.
import { expect, test } from 'vitest';
import { brandHealth, type HealthFacts } from './brand-health.ts';

const fine: HealthFacts = { isReady: true, feeds: ['live', 'closed'], lag: { behind: 3, ageMs: 40 }, isProven: true };
const of = (facts: Partial<HealthFacts>) => Object.values(brandHealth({ ...fine, ...facts }));

test.each([
  ['all is well', {}, ['FINE', 'FINE', 'FINE', 'FINE']],
  ['the engine takes no commands', { isReady: false }, ['DOWN', 'FINE', 'FINE', 'FINE']],
  ['one symbol of two is stale', { feeds: ['live', 'away'] }, ['FINE', 'SLOW', 'FINE', 'FINE']],
  ['no open symbol is live', { feeds: ['away', 'away', 'closed'] }, ['FINE', 'DOWN', 'FINE', 'FINE']],
  ['every market is closed', { feeds: ['closed'] }, ['FINE', 'FINE', 'FINE', 'FINE']],
  ['no market runs here', { feeds: undefined }, ['FINE', null, 'FINE', 'FINE']],
  ['lists are behind', { lag: { behind: 1_001, ageMs: 900 } }, ['FINE', 'FINE', 'SLOW', 'FINE']],
  ['lists stand', { lag: { behind: 4, ageMs: 60_001 } }, ['FINE', 'FINE', 'DOWN', 'FINE']],
  ['the ledger differs', { isProven: false }, ['FINE', 'FINE', 'FINE', 'DOWN']],
  ['the right to the ledger is missing', { isProven: null }, ['FINE', 'FINE', 'FINE', null]],
] as const)('%s', (_, facts, squares) => {
  expect(of(facts)).toEqual(squares);
});
