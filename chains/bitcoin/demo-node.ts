// A small node of one's own for the demo, where no real one can be: JSON-RPC over HTTP, true signatures, a chain that forks; in memory, and in a file of its steps where one is named.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hex } from '@scure/base';
import { utils } from '@scure/btc-signer';
import { z } from 'zod/mini';
import { openDemoJournal } from '../demo-journal.ts';
import { calls, type DemoParts } from './demo/calls.ts';
import { DemoChain, Refusal } from './demo/demo-chain.ts';
import { DemoPurse } from './demo/demo-purse.ts';
import type { BitcoinNetwork } from './network.ts';

export interface DemoNodeOptions {
  network: BitcoinNetwork;
  /** A block every so often; without it blocks are only made when asked for (generatetoaddress). */
  blockEveryMs?: number;
  /** Where its steps are kept, so that it is the same chain after a restart; without it nothing is. */
  statePath?: string;
  now?: () => number;
}

export interface DemoNode {
  url: string;
  /** Test coins, from what the node has mined, in so many outputs; the transaction's hash, which is in the next block. */
  send(to: string, amount: bigint, outputs?: number): string;
  mine(blocks?: number): void;
  close(): Promise<void>;
}

/** Some that are ripe from the beginning: test coins for the first who ask. */
const RIPE_BLOCKS = 20;
/** So many blocks after the last payment there is nobody who waits for another. */
const RESTS_AFTER = 300;
const MOST_BYTES = 4 * 1024 * 1024;

const stepShape = z.union([
  z.object({ key: z.string() }),
  z.object({ accept: z.string() }),
  z.object({ mine: z.object({ script: z.string(), ids: z.array(z.string()), time: z.number() }) }),
  z.object({ undo: z.string() }),
]);

function openParts({ network, statePath, now = Date.now }: DemoNodeOptions): DemoParts {
  const journal = openDemoJournal(statePath, stepShape);
  const chain = new DemoChain(network, now);
  const [first] = journal.past;
  const key = first !== undefined && 'key' in first ? hex.decode(first.key) : utils.randomPrivateKeyBytes();
  if (first === undefined) journal.write({ key: hex.encode(key) });
  const purse = new DemoPurse(chain, key);
  chain.repeat(journal.past.flatMap((step) => ('key' in step ? [] : [step])));
  chain.tell = (step) => journal.write(step);
  while ((chain.blockAt(0) === undefined ? 0 : chain.tip.height + 1) < network.ripeAfter + RIPE_BLOCKS) chain.mine(purse.script);
  return { chain, purse };
}

export async function startDemoNode(options: DemoNodeOptions): Promise<DemoNode> {
  const parts = openParts(options);
  const { chain, purse } = parts;
  const server = createServer(async (request, response) => {
    const { status, text } = await answer(parts, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = mining(parts, options.blockEveryMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send: (to, amount, outputs) => purse.pay(to, amount, outputs),
    mine(blocks = 1) {
      for (let i = 0; i < blocks; i++) chain.mine(purse.script);
    },
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function mining({ chain, purse }: DemoParts, everyMs: number | undefined): NodeJS.Timeout | undefined {
  if (everyMs === undefined) return undefined;
  let busy = chain.tip.height;
  return setInterval(() => {
    if (chain.waiting.length > 0) busy = chain.tip.height;
    if (chain.tip.height - busy < RESTS_AFTER) chain.mine(purse.script);
  }, everyMs).unref();
}

async function answer(parts: DemoParts, request: IncomingMessage): Promise<{ status: number; text: string }> {
  let asked: unknown;
  try {
    asked = JSON.parse(await bodyOf(request));
  } catch {
    return { status: 500, text: JSON.stringify({ result: null, error: { code: -32700, message: 'Parse error' }, id: null }) };
  }
  if (Array.isArray(asked)) return { status: 200, text: JSON.stringify(asked.map((one) => answerTo(parts, one))) };
  const told = answerTo(parts, asked);
  return { status: told.error === null ? 200 : 500, text: JSON.stringify(told) };
}

interface Told {
  result: unknown;
  error: { code: number; message: string } | null;
  id: unknown;
}

function answerTo(parts: DemoParts, asked: unknown): Told {
  const { method, params = [], id = null } = (asked ?? {}) as { method?: unknown; params?: unknown; id?: unknown };
  const found = typeof method === 'string' && Object.hasOwn(calls, method) ? calls[method] : undefined;
  if (found === undefined) return { result: null, error: { code: -32601, message: 'Method not found' }, id };
  try {
    return { result: found(parts, params), error: null, id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { result: null, error: { code: error.code, message: error.message }, id };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MOST_BYTES) throw new Error('too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
