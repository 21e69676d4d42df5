// The demo's chain is the same one after a restart, and mines by itself while somebody may wait for it.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watching } from '../testing/conformance.ts';
import { testNode } from '../testing/litecoin-node.ts';
import { extendedPublicKeyAt } from '../testing/phrase-keys.ts';
import { startDemoNode } from './demo-node.ts';
import { deriverOf } from './deriver.ts';
import { type BitcoinNetwork, btcDemo, dogeDemo } from './network.ts';
import { bitcoinReader } from './reader.ts';

const COIN = 100_000_000n;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-demo-chain-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(network: BitcoinNetwork, statePath: string) {
  const node = await startDemoNode({ network, statePath });
  return { node, reader: bitcoinReader({ network, url: node.url }) };
}

describe.each([btcDemo, dogeDemo])('a demo chain of $chain', (network) => {
  const address = deriverOf(network).addressAt(extendedPublicKeyAt(network.accountPath), 3);

  it('goes on where it was: blocks, what was undone, what waits, and the purse', async () => {
    const path = join(folder, `${network.chain}.log`);
    const first = await open(network, path);
    first.node.send(address, COIN);
    first.node.mine();
    first.node.send(address, 2n * COIN);
    first.node.mine(2);
    await testNode(first.node.url, first.node.close).reorganise(2, 3);
    const hash = first.node.send(address, 3n * COIN);
    const before = await first.reader.tip();
    const paid = await first.reader.balanceOf(address, network.chain);
    expect(paid).toBe(COIN);
    await first.node.close();

    // Written in part when it was killed.
    appendFileSync(path, '{"mine":{"script":"00');
    const second = await open(network, path);
    expect(await second.reader.tip()).toEqual(before);
    expect(await second.reader.balanceOf(address, network.chain)).toBe(paid);
    expect(await second.reader.outcomeOf(hash)).toMatchObject({ state: 'pending' });
    second.node.mine();
    expect(await second.reader.balanceOf(address, network.chain)).toBe(6n * COIN);
    const { tip } = await second.reader.tip();
    expect((await second.reader.incoming(tip.height, watching(address))).incoming).toHaveLength(2);
    second.node.send(address, COIN);
    second.node.mine();
    const last = await second.reader.tip();
    await second.node.close();

    const third = await open(network, path);
    expect(await third.reader.tip()).toEqual(last);
    await third.node.close();
    expect(readFileSync(path, 'utf8').split('\n').at(-2)).toMatch(/^\{"mine":.*\}\}$/);
  });

  it('mines by itself', async () => {
    const node = await startDemoNode({ network, blockEveryMs: 5 });
    const reader = bitcoinReader({ network, url: node.url });
    const { tip } = await reader.tip();
    const hash = node.send(address, COIN);
    await expect.poll(async () => (await reader.outcomeOf(hash))?.state).toBe('mined');
    await expect.poll(async () => (await reader.tip()).tip.height).toBeGreaterThan(tip.height + 2);
    await node.close();
  });
});
