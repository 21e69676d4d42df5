// What may stand in a memo: only what its network takes, and nothing that means something elsewhere.
import { expect, it } from 'vitest';
import type { AppContext } from '@maru/kit/server/context.ts';
import { checkDestination } from './check-destination.ts';

const context = { pool: { query: async () => ({ rows: [] }) }, config: { demo: false } } as unknown as AppContext;
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const memoOf = async (memo: string) => {
  try {
    return (await checkDestination(context, { site: 1, account: 2, chain: 'XRP', address: XRP, memo })).memo;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it.each([
  ['0', '0'],
  ['007', '7'],
  ['4294967295', '4294967295'],
  ['', null],
])('a tag %j is %j', async (memo, taken) => {
  expect(await memoOf(memo)).toBe(taken);
});

it.each(['4294967296', '-1', '1e3', '0x10', '1.0', ' 1', '1\n', '١', '=1+1', '1; DROP TABLE custody_withdrawal', '9007199254740993'])(
  '%j is no tag',
  async (memo) => {
    expect(await memoOf(memo)).toBe('MEMO_BAD');
  },
);
