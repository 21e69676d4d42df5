// What may stand in a memo: only what its network takes, and nothing that means something elsewhere.
import { expect, it } from 'vitest';
import { xAddressOf } from '@maru/chains/address/x-address.ts';
import type { ChainName } from '@maru/chains/chain.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { checkDestination } from './check-destination.ts';

const context = { pool: { query: async () => ({ rows: [] }) }, config: { demo: false } } as unknown as AppContext;
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const placeOf = async (chain: ChainName, address: string, memo?: string) => {
  try {
    const place = await checkDestination(context, { site: 1, account: 2, chain, address, memo });
    return [place.address, place.memo];
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const memoOf = async (memo: string) => {
  const place = await placeOf('XRP', XRP, memo);
  return typeof place === 'string' ? place : place[1];
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

it('an X-address is taken apart: what is signed is the plain address with its tag', async () => {
  const withTag = xAddressOf(XRP, 77) as string;
  expect(await placeOf('XRP', withTag)).toEqual([XRP, '77']);
  expect(await placeOf('XRP', withTag, '77')).toEqual([XRP, '77']);
  expect(await placeOf('XRP', withTag, '78')).toBe('MEMO_BAD');
  const without = xAddressOf(XRP, null) as string;
  expect([await placeOf('XRP', without), await placeOf('XRP', without, '5')]).toEqual([
    [XRP, null],
    [XRP, '5'],
  ]);
});

it('Bech32 in capitals is written small, as the bytes have it; other capitals stay', async () => {
  const [witness, old] = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'];
  expect(await placeOf('BTC', witness.toUpperCase())).toEqual([witness, null]);
  expect(await placeOf('BTC', old)).toEqual([old, null]);
});
