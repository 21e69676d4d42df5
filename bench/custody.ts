// Custody under load, with a whole server, watcher and signer: deposits of a full block until credited, a block of strangers' transfers scanned.
//
// `--chain=ETH` or `--chain=BTC` runs one of both; `--members=` and `--deposits=` change the size.
import { followChain } from '@maru/custody/server/watch/follow-chain.ts';
import type { EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { btcStage, ethStage, type StageChain } from '../apps/server/testing/stage-chains.ts';
import { ethPayments, ethStrangers, ownPayments, type PayMany } from './custody/blocks.ts';
import { accountOf, openCustodyBench, SITE } from './custody/stage.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const option = (name: string): string | undefined => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('chain');
const MEMBERS = Number(option('members') ?? (isSmoke ? 200 : 10_000));
const DEPOSITS = Number(option('deposits') ?? (isSmoke ? 50 : 1_000));
const FOREIGN = isSmoke ? 100 : 2_000;
const PASSES = isSmoke ? 2 : 7;
const ASKED = { credited: 5_000, scanned: 300 };

interface Under {
  name: string;
  chain: StageChain<unknown>;
  payMany: PayMany;
  strangers(count: number): Promise<string[]>;
}

const bench = await openCustodyBench(MEMBERS);
try {
  for (const open of [openEth, openBtc]) {
    const under = await open();
    if (under === undefined) continue;
    try {
      await onChain(under);
    } finally {
      await under.chain.close();
    }
  }
} finally {
  await bench.stop();
}

async function openEth(): Promise<Under | undefined> {
  if (only !== undefined && only !== 'ETH') return undefined;
  const chain = await ethStage(() => bench.pool);
  const payMany = await ethPayments(chain.node as EthDemoNode);
  return { name: 'eth', chain, payMany, strangers: async (count) => ethStrangers(count) };
}

async function openBtc(): Promise<Under | undefined> {
  if (only !== undefined && only !== 'BTC') return undefined;
  const chain = await btcStage(() => bench.pool);
  const strangers = async (count: number) => {
    const found: string[] = [];
    for (let i = 0; i < count; i++) found.push((await chain.stranger()).address);
    return found;
  };
  return { name: 'btc', chain, payMany: ownPayments(chain, 100_000n), strangers };
}

async function onChain(under: Under): Promise<void> {
  const { chain, name } = under;
  const began = performance.now();
  const addresses = await bench.openChain(chain);
  console.log(`  ${name}: ${addresses.length} addresses made in ${Math.round(performance.now() - began)} ms`);
  const follow = () => followChain({ pool: bench.pool, reader: chain.reader, now: bench.now, goesOn: () => true });
  await follow();
  await scanned(under, follow);
  await credited(under, addresses);
}

async function scanned({ name, chain, payMany, strangers }: Under, follow: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    await payMany(await strangers(FOREIGN));
    await chain.mine(1);
    const began = performance.now();
    const blocks = await follow();
    times.push(performance.now() - began);
    if (blocks !== 1) throw new Error(`${blocks} blocks were read, not one`);
  }
  print(`custody-scan-${name}`, times, ASKED.scanned);
}

async function credited({ name, chain, payMany }: Under, addresses: readonly string[]): Promise<void> {
  const stop = bench.run([chain], { watcher: true });
  try {
    const before = await creditedCount(chain);
    const step = Math.max(1, Math.floor(addresses.length / DEPOSITS));
    await payMany(Array.from({ length: DEPOSITS }, (_, i) => addresses[i * step]));
    await chain.mine(1);
    const ms = await bench.until('deposits are credited', async () => (await creditedCount(chain)) - before >= DEPOSITS);
    print(`custody-credit-${name}`, [ms], ASKED.credited);
  } finally {
    await stop();
  }
}

function creditedCount({ chain }: StageChain<unknown>): Promise<number> {
  return bench.count(
    `FROM custody_deposit d JOIN custody_arrival a ON a.arrival_id = d.deposit_id
     WHERE d.site_id = $1 AND a.chain = $2 AND d.account >= $3 AND d.state IN ('CREDITED', 'UNLOCKED')`,
    [SITE, chain, accountOf(0)],
  );
}

function print(name: string, times: number[], asked: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const value = medianOf(sorted);
  printBench({ name, value, unit: 'ms', min: sorted[0], median: value, yardstick: asked, ratio: value / asked });
}
