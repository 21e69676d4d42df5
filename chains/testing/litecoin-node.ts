// A litecoind of a test's own on a chain of its own (regtest): started, mined on, reorganised, and gone when the test is.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod/mini';
import { NodeClient } from '../bitcoin/node-client.ts';
import { toDecimalText } from '../bitcoin/satoshi.ts';
import { freePort } from './free-port.ts';

/** A node that a test makes things happen on, by the calls of Bitcoin Core. */
export interface BitcoinTestNode {
  url: string;
  client: NodeClient;
  /** Pays from the node's own wallet; not mined yet. Its hash. */
  pay(address: string, satoshi: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** The last blocks never were, and what stood in them waits again; a longer branch of `blocks` takes their place. */
  reorganise(depth: number, blocks: number): Promise<void>;
  stop(): Promise<void>;
}

/** Mined coins ripen after 100 blocks. */
const FIRST_BLOCKS = 101;
const DEADLINE_MS = 120_000;
const text = z.string();

const flags = (folder: string, port: number) => [
  '-regtest',
  '-server',
  '-txindex=1',
  '-listen=0',
  `-datadir=${folder}`,
  `-rpcport=${port}`,
  '-rpcuser=test',
  '-rpcpassword=test',
  '-fallbackfee=0.0001',
  // Else its extension blocks begin at 432, which nobody here can mine.
  '-vbparams=mweb:-2:-2',
  // Off by default in this fork, on in Bitcoin and Dogecoin.
  '-mempoolreplacement=1',
];

/** `stop`: how the node ends. */
export function testNode(url: string, stop: () => Promise<void>): BitcoinTestNode {
  const client = new NodeClient({ url });
  return {
    url,
    client,
    pay: (address, satoshi) => client.call('sendtoaddress', [address, toDecimalText(satoshi)], text),
    mine: (blocks) => mine(client, blocks),
    reorganise: (depth, blocks) => reorganise(client, depth, blocks),
    stop,
  };
}

export async function startLitecoind(program: string): Promise<BitcoinTestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-litecoind-'));
  const port = await freePort();
  const child = spawn(program, flags(folder, port), { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://test:test@127.0.0.1:${port}/`;
  const node = testNode(url, async () => {
    process.off('exit', kill);
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await answers(node.client, child);
  await node.client.call('createwallet', ['test'], z.object({ name: text }));
  await node.mine(FIRST_BLOCKS);
  return node;
}

async function answers(client: NodeClient, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      await client.call('getblockcount', [], z.number());
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) throw error;
      await wait(20);
    }
  }
}

/** To a fresh address each time: a block to the same one can be byte by byte the one that was just undone. */
async function mine(client: NodeClient, blocks: number): Promise<void> {
  const address = await client.call('getnewaddress', [], text);
  await client.call('generatetoaddress', [blocks, address], z.array(text));
}

async function reorganise(client: NodeClient, depth: number, blocks: number): Promise<void> {
  const height = await client.call('getblockcount', [], z.number());
  const first = await client.call('getblockhash', [height - depth + 1], text);
  await client.call('invalidateblock', [first], z.null());
  const address = await client.call('getnewaddress', [], text);
  // Empty ones, so that what was undone is seen to wait.
  for (let i = 0; i < blocks; i++) await client.call('generateblock', [address, []], z.object({ hash: text }));
}
