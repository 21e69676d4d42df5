// The demo's node answers as the real one does: same calls, same kinds of answers, same codes of refusals; nothing of its own.
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { startDemoNode } from '../bitcoin/demo-node.ts';
import { btcDemo } from '../bitcoin/network.ts';
import { NodeError } from '../json-rpc.ts';
import { type BitcoinTestNode, testNode } from './litecoin-node.ts';

type Shape = string | { [key: string]: Shape } | Shape[];

/** Which kind each part is of; of a list its first one says it. */
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

const text = z.string();
const anything = z.unknown();

/** One story told by a node: a payment that waits, is mined and is undone. By call, what was answered or refused. */
async function story({ client, pay, mine, reorganise }: BitcoinTestNode): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  const ask = async (name: string, method: string, ...params: unknown[]) => {
    told[name] = await client.call(method, params, anything).catch((error: unknown) => {
      if (error instanceof NodeError) return { refused: error.code };
      throw error;
    });
    return told[name];
  };
  const address = await client.call('getnewaddress', [], text);
  const paid = await pay(address, 150_000_000n);
  const waiting = (await ask('what waits', 'getrawtransaction', paid, true)) as { hex: string };
  await ask('what waits again', 'sendrawtransaction', waiting.hex);
  await mine(1);
  const tip = (await ask('the newest hash', 'getbestblockhash')) as string;
  const mined = (await ask('what was mined', 'getrawtransaction', paid, true)) as {
    vout: { value: string; n: number; scriptPubKey: { hex: string } }[];
  };
  const { n, scriptPubKey } = mined.vout.find(({ value }) => value === '1.50000000')!;
  await ask('its bytes', 'getrawtransaction', paid);
  await ask('its output', 'gettxout', paid, n, false);
  await ask('an output that is none', 'gettxout', paid, 99, false);
  await ask('all of a script', 'scantxoutset', 'start', [`raw(${scriptPubKey.hex})`]);
  await ask('the block', 'getblock', tip, 2);
  await ask('the header', 'getblockheader', tip);
  await ask('the chain', 'getblockchaininfo');
  await ask('the count', 'getblockcount');
  await ask('a hash by height', 'getblockhash', 1);
  await ask('the first header', 'getblockheader', await client.call('getblockhash', [0], text));
  await ask('above the tip', 'getblockhash', 1_000_000);
  await ask('a block of nobody', 'getblockheader', 'ab'.repeat(32));
  await ask('a transaction of nobody', 'getrawtransaction', 'ab'.repeat(32), true);
  await ask('what was mined again', 'sendrawtransaction', waiting.hex);
  await ask('bytes that are none', 'sendrawtransaction', 'ff'.repeat(60));
  await ask('no such call', 'nosuchcall');
  await ask('another kind of argument', 'getblockhash', 'one');
  await reorganise(1, 2);
  await ask('the header of what was undone', 'getblockheader', tip);
  await ask('what waits once more', 'getrawtransaction', paid, true);
  return told;
}

/** Of the real node's parts, those that the other tells too. */
function within(shape: Shape, like: Shape): Shape {
  if (Array.isArray(shape)) return Array.isArray(like) && like.length > 0 ? shape.map((part) => within(part, like[0])) : shape;
  if (typeof shape === 'string' || typeof like === 'string' || Array.isArray(like)) return shape;
  return Object.fromEntries(Object.entries(shape).flatMap(([key, part]) => (key in like ? [[key, within(part, like[key])]] : [])));
}

/** Parts that the adapter reads (bitcoin/node-answers.ts): the small node may leave out others, never these. */
const read: Record<string, string[]> = {
  'what waits': ['txid', 'hex', 'vin', 'vout'],
  'what was mined': ['txid', 'hex', 'blockhash'],
  'the block': ['hash', 'confirmations', 'height', 'version', 'merkleroot', 'time', 'nonce', 'bits', 'previousblockhash', 'tx'],
  'the header': ['hash', 'confirmations', 'height', 'version', 'merkleroot', 'time', 'nonce', 'bits', 'previousblockhash'],
  'its output': ['confirmations', 'value', 'scriptPubKey', 'coinbase'],
  'all of a script': ['total_amount'],
  'the chain': ['chain', 'blocks', 'bestblockhash'],
};

export function sameShapes(start: () => Promise<BitcoinTestNode>): void {
  describe('answers of the demo node and of litecoind', () => {
    it('have the same shapes, call by call, and the same codes where they refuse', async () => {
      const demo = await startDemoNode({ network: btcDemo });
      try {
        const real = await story(await start());
        const small = await story(testNode(demo.url, demo.close));
        expect(Object.keys(small)).toEqual(Object.keys(real));
        for (const [name, answer] of Object.entries(small)) {
          const shape = shapeOf(answer);
          expect({ name, shape }).toEqual({ name, shape: within(shapeOf(real[name]), shape) });
          if (typeof shape === 'object' && 'refused' in shape) expect({ name, answer }).toEqual({ name, answer: real[name] });
        }
        for (const [name, parts] of Object.entries(read)) {
          expect(Object.keys(small[name] as object)).toEqual(expect.arrayContaining(parts));
          expect(Object.keys(real[name] as object)).toEqual(expect.arrayContaining(parts));
        }
        expect((small['the header of what was undone'] as { confirmations: number }).confirmations).toBe(-1);
        expect((real['the header of what was undone'] as { confirmations: number }).confirmations).toBe(-1);
      } finally {
        await demo.close();
      }
    });
  });
}
