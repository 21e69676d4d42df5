// Another chain's node behind the same port, within a run and before the line has twelve blocks: known by its network alone, at once (issue 15, 4).
import { startEthDemoNode, type EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { openEthReader } from '@maru/chains/eth/reader.ts';
import type { ChainReader } from '@maru/chains/chain.ts';
import { type LyingProxy, lieAbout } from '@maru/chains/testing/lying-proxy.ts';
import { custodyFeature } from '@maru/custody/server/feature.ts';
import { sayFault } from '@maru/custody/server/watch/block-line.ts';
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestExchange, type TestExchange } from './testing/test-exchange.ts';

let exchange: TestExchange;
let ours: EthDemoNode;
let others: EthDemoNode[];
let port: LyingProxy;
let reader: ChainReader;
/** Who stands behind the port now. */
let behind: EthDemoNode;

beforeAll(async () => {
  let another: EthDemoNode;
  [exchange, ours, another] = await Promise.all([
    openTestExchange({ more: [custodyFeature] }),
    startEthDemoNode({ chainId: 1 }),
    startEthDemoNode({ chainId: 5 }),
  ]);
  behind = ours;
  // Of the same id, and begun anew at another moment.
  const { timeMs } = (await (await openEthReader({ ...ours, chainId: 1n })).blockAt(0)) as { timeMs: number };
  await vi.waitUntil(() => Date.now() - timeMs > 2_000);
  others = [another, await startEthDemoNode({ chainId: 1 })];
  port = await lieAbout(
    ours.url,
    (answer) => answer,
    () => behind.url,
  );
  reader = await openEthReader({ url: port.url, chainId: 1n, coins: ours.coins });
});
afterAll(() => Promise.all([exchange?.stop(), port?.close(), ours?.close(), ...(others ?? []).map((node) => node.close())]));
beforeEach(() => void (behind = ours));

const pool = () => exchange.server.context.pool;
const follow = () => followChain({ pool: pool(), reader, now: () => Date.now(), goesOn: () => true });
const state = async () =>
  (
    await pool().query(
      `SELECT scanned_height, halted_ms IS NOT NULL AS halted, (SELECT json_agg(hash ORDER BY height) FROM custody_block) AS hashes FROM custody_head`,
    )
  ).rows[0];

it.each([0, 1])('a young line: nothing of it is read, and it goes on once the node is ours again (%i)', async (at) => {
  await ours.mine(1);
  await follow();
  const before = await state();
  expect(before.halted).toBe(false);
  await others[at].mine(30);
  behind = others[at];
  await expect(follow()).rejects.toThrow(/not of the chain that was followed: that was of network 1, the node is of/);
  expect(await state()).toEqual({ ...before, halted: true });
  behind = ours;
  await ours.mine(1);
  await follow();
  expect(await state()).toMatchObject({ scanned_height: before.scanned_height + 1, halted: false });
});

it('of an older line the network is asked for again once the node was away', async () => {
  await ours.mine(20);
  await follow();
  await sayFault(pool(), 'ETH', 'connection refused', Date.now());
  // A node that has our blocks and says another id.
  const wrongId: ChainReader = { ...reader, network: async () => ({ name: '5' }) };
  const given = { pool: pool(), reader: wrongId, now: () => Date.now(), goesOn: () => true };
  await expect(followChain(given)).rejects.toThrow(/the node is of 5/);
  await follow();
  expect((await state()).halted).toBe(false);
});
