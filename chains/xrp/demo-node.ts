// The XRP of demo and tests: a node's interface over HTTP and WebSocket, and a purse that test coins come from.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { CoinRow } from '../chain.ts';
import { answer } from './demo/calls.ts';
import { XrpLedger } from './demo/ledger.ts';
import { tagOf } from './transaction.ts';

export interface XrpDemoNode {
  url: string;
  webSocketUrl: string;
  ledger: XrpLedger;
  coins: CoinRow[];
  /** Test coins; the transaction's hash, which is in the next ledger. */
  send(to: string, amount: bigint, memo: string | null): string;
  mine(ledgers?: number): void;
  close(): Promise<void>;
}

export interface XrpDemoOptions {
  /** Unset: a ledger closes when it is told to, and never else. */
  ledgerSeconds?: number;
  /** Where the ledgers are kept while nothing runs. */
  statePath?: string;
}

const MOST_BYTES = 1 << 20;
const PURSE_LIFE = 100;

export async function startXrpDemoNode({ ledgerSeconds, statePath }: XrpDemoOptions = {}): Promise<XrpDemoNode> {
  const ledger = new XrpLedger(statePath);
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    try {
      const { method, params } = JSON.parse(await bodyOf(request)) as { method: string; params?: [Record<string, unknown>] };
      response.end(JSON.stringify({ result: answer(ledger, method, params?.[0] ?? {}) }));
    } catch {
      response.writeHead(400).end('{"result":{"status":"error","error":"invalidParams"}}');
    }
  });
  const sockets = listenOnSockets(server, ledger);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const timer = ledgerSeconds === undefined ? undefined : setInterval(() => ledger.close(), ledgerSeconds * 1000);
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    ledger,
    coins: [{ code: 'XRP', decimals: 6 }],
    send: (to, amount, memo) => sendFromPurse(ledger, to, amount, memo),
    mine(ledgers = 1) {
      for (let i = 0; i < ledgers; i++) ledger.close();
    },
    async close() {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function listenOnSockets(server: ReturnType<typeof createServer>, ledger: XrpLedger): WebSocketServer {
  const sockets = new WebSocketServer({ server, maxPayload: MOST_BYTES });
  sockets.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const { id, command, ...asked } = JSON.parse(String(data)) as { id: unknown; command: string };
      const { status, ...result } = answer(ledger, command, asked);
      socket.send(
        JSON.stringify(status === 'success' ? { id, status, type: 'response', result } : { id, status, type: 'response', ...result }),
      );
    });
  });
  return sockets;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) throw new Error('the request is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendFromPurse(ledger: XrpLedger, to: string, amount: bigint, memo: string | null): string {
  const tag = tagOf(memo);
  const { tx_blob: blob, hash } = ledger.purse.sign({
    TransactionType: 'Payment',
    Account: ledger.purse.address,
    Destination: to,
    ...(tag === null ? {} : { DestinationTag: tag }),
    Amount: amount.toString(),
    Fee: '10',
    Sequence: ledger.account(ledger.purse.address, true)!.sequence,
    LastLedgerSequence: ledger.tip.height + PURSE_LIFE,
  });
  const { result } = ledger.submit(blob);
  if (result !== 'tesSUCCESS') throw new Error(`the demo's XRP did not take it: ${result}`);
  return hash;
}
