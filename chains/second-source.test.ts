// What is large is believed of no node alone: a second one has to have it in the same block (issue 15, 2).
import { expect, it } from 'vitest';
import type { BlockReading, ChainReader, Incoming } from './chain.ts';
import { askedTwice } from './second-source.ts';
import { watching } from './testing/conformance.ts';

const LARGE = 1_000n;
const to = '0x52908400098527886E0F7030069857D2E4169EE7';
const arrival = (amount: bigint, change: Partial<Incoming> = {}): Incoming => ({
  txHash: '0xaa',
  place: -1,
  coin: 'ETH',
  to,
  memo: null,
  amount,
  from: null,
  ...change,
});
const block = { height: 7, hash: '0x7', parent: '0x6', timeMs: 0 };

function node(incoming: Incoming[], change: Partial<BlockReading> = {}) {
  let asked = 0;
  const reader = { chain: 'ETH', incoming: async () => (asked++, { block, incoming, ...change }) } as unknown as ChainReader;
  return { reader, asked: () => asked };
}
const read = (first: Incoming[], second: ReturnType<typeof node>) =>
  askedTwice(node(first).reader, second.reader, ({ amount }) => amount >= LARGE).incoming(7, watching(to));

it('the second is asked for what is large, and for nothing else', async () => {
  const second = node([]);
  expect((await read([arrival(LARGE - 1n)], second)).incoming).toHaveLength(1);
  expect(second.asked()).toBe(0);
  const agrees = node([arrival(LARGE)]);
  expect((await read([arrival(LARGE)], agrees)).incoming).toHaveLength(1);
  expect(agrees.asked()).toBe(1);
});

it.each<[string, Incoming[], Partial<BlockReading>]>([
  ['does not have it', [], {}],
  ['has another amount', [arrival(LARGE - 1n)], {}],
  ['has it for somebody else', [arrival(LARGE, { memo: '1' })], {}],
  ['has another block there', [arrival(LARGE)], { block: { ...block, hash: '0x8' } }],
])('a second that %s holds the line up', async (_, incoming, change) => {
  await expect(read([arrival(LARGE)], node(incoming, change))).rejects.toThrow(/the second node has another block 7/);
});
