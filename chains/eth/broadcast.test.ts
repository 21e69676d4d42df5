// A node's no in the words of the nodes there are, each read as what it means for a payout.
import { expect, it } from 'vitest';
import { NodeError } from '../json-rpc.ts';
import { broadcastTo } from './broadcast.ts';
import type { EthNode } from './eth-node.ts';

const RAW = '0x02c0';

/** A node that answers every sending with these words, and has the transaction or has not. */
function nodeSaying(words: string, isThere: boolean): EthNode {
  const node: Partial<EthNode> = {
    async send() {
      throw new NodeError('eth_sendRawTransaction', -32_000, words);
    },
    receipt: async () => null,
    transaction: async () => (isThere ? ({} as Awaited<ReturnType<EthNode['transaction']>>) : null),
  };
  return node as EthNode;
}

it.each([
  'already known',
  'ALREADY_EXISTS: already known',
  'Known transaction',
  'known transaction: 0x12',
  'AlreadyKnown',
  'transaction already imported',
  'Transaction with the same hash was already imported.',
  'tx already in mempool',
  'transaction already exists in the pool',
])('"%s": it is known', async (words) => {
  expect(await broadcastTo(nodeSaying(words, false), RAW)).toEqual({ state: 'known' });
});

it.each([
  'nonce too low',
  'nonce too low: next nonce 5, tx nonce 4',
  'Nonce is too low',
  'NONCE_TOO_LOW',
  'OldNonce',
  'nonce too old',
  'Transaction nonce is too low. Try incrementing the nonce.',
  'nonce has already been used',
  'invalid nonce; got 3, expected 4',
  'Invalid transaction nonce',
  'Transaction nonce is lower than the current account nonce',
])('"%s": known where it is there itself, refused where another took its number', async (words) => {
  expect(await broadcastTo(nodeSaying(words, true), RAW)).toEqual({ state: 'known' });
  expect(await broadcastTo(nodeSaying(words, false), RAW)).toEqual({ state: 'refused', reason: `eth_sendRawTransaction: ${words}` });
});

it.each([
  'replacement transaction underpriced',
  'insufficient funds for gas * price + value',
  'intrinsic gas too low',
  'max fee per gas less than block base fee',
  'invalid sender',
])('"%s": refused, whether it is there or not', async (words) => {
  for (const isThere of [true, false]) expect(await broadcastTo(nodeSaying(words, isThere), RAW)).toMatchObject({ state: 'refused' });
});

it('a connection that fails says nothing of the transaction', async () => {
  const node: Partial<EthNode> = {
    async send() {
      throw new TypeError('fetch failed');
    },
  };
  await expect(broadcastTo(node as EthNode, RAW)).rejects.toThrow('fetch failed');
});
