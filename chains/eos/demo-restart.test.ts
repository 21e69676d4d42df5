// The demo's EOS is the same one after a restart.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eosCoins, HOT, HOT_PATH, publicKeyOf } from '../testing/eos-under-test.ts';
import { startEosDemoNode } from './demo-node.ts';
import { openEosReader } from './reader.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-demo-eos-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(blockEveryMs?: number) {
  const node = await startEosDemoNode({
    issues: eosCoins.map((coin) => ({ ...coin, amount: 10n ** 12n })),
    accounts: { [HOT]: publicKeyOf(HOT_PATH) },
    statePath: join(folder, 'eos.log'),
    ...(blockEveryMs === undefined ? {} : { blockEveryMs }),
  });
  return { node, reader: openEosReader({ url: node.url, chainId: node.chainId, coins: eosCoins }) };
}

it('goes on where it was, and mines by itself', async () => {
  const [eos] = eosCoins;
  const first = await open();
  first.node.mine(6);
  first.node.send(HOT, eos, 10_000n, 'a');
  first.node.mine(1);
  first.node.send(HOT, eos, 20_000n, 'b');
  first.node.mine(2);
  first.node.createAccount('latecomer123', publicKeyOf("m/44'/194'/0'/0/3"));
  first.node.send('latecomer123', eos, 1n, '');
  first.node.mine(1);
  first.node.reorganise(3);
  const before = await first.reader.tip();
  expect(await first.reader.balanceOf(HOT, 'EOS')).toBe(10_000n);
  await first.node.close();

  appendFileSync(join(folder, 'eos.log'), '{"mine":{"timeMs":17');
  const second = await open();
  expect(second.node.chainId).toBe(first.node.chainId);
  expect(await second.reader.tip()).toEqual(before);
  second.node.mine(1);
  expect(await second.reader.balanceOf(HOT, 'EOS')).toBe(30_000n);
  expect(await second.reader.balanceOf('latecomer123', 'EOS')).toBe(1n);
  await second.node.close();

  const third = await open(5);
  const hash = third.node.send(HOT, eos, 5_000n, 'c');
  await expect.poll(async () => (await third.reader.outcomeOf(hash))?.state).toBe('mined');
  expect(await third.reader.balanceOf(HOT, 'EOS')).toBe(35_000n);
  await third.node.close();
});
