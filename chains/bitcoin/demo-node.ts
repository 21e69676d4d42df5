// A small node of one's own for the demo, where no real one can be: JSON-RPC over HTTP, true signatures, a chain that forks; all in memory.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls, type DemoParts } from './demo/calls.ts';
import { DemoChain, Refusal } from './demo/demo-chain.ts';
import { DemoPurse } from './demo/demo-purse.ts';
import type { BitcoinNetwork } from './network.ts';

export interface DemoNodeOptions {
  network: BitcoinNetwork;
  /** A block every so often; without it blocks are only made when asked for (generatetoaddress). */
  blockEveryMs?: number;
  port?: number;
  now?: () => number;
}

export interface DemoNode {
  url: string;
  close(): Promise<void>;
}

/** Some that are ripe from the beginning: test coins for the first who ask. */
const RIPE_BLOCKS = 20;
const MOST_BYTES = 4 * 1024 * 1024;

export async function startDemoNode({ network, blockEveryMs, port = 0, now = Date.now }: DemoNodeOptions): Promise<DemoNode> {
  const chain = new DemoChain(network, now);
  const purse = new DemoPurse(chain);
  for (let i = 0; i < network.ripeAfter + RIPE_BLOCKS; i++) chain.mine(purse.script);
  const server = createServer(async (request, response) => {
    const { status, text } = await answer({ chain, purse }, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const timer = blockEveryMs === undefined ? undefined : setInterval(() => chain.mine(purse.script), blockEveryMs).unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
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
