// A wire to the database that tests can cut: passes bytes, holds back answers, or is dead, like a network would be.
import { type Server, type Socket, connect, createServer } from 'node:net';
import type { DatabaseAddress } from '../database.ts';

export interface FaultyWire {
  address: DatabaseAddress;
  /** From now on what the server answers is dropped; what the client sends still arrives. */
  loseAnswers(): void;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Passes everything again, on new connections. */
  mend(): void;
  close(): Promise<void>;
}

export async function faultyWire(target: DatabaseAddress): Promise<FaultyWire> {
  const sockets = new Set<Socket>();
  let mode: 'pass' | 'lose' | 'cut' = 'pass';
  const server: Server = createServer((client) => {
    if (mode === 'cut') return client.destroy();
    const upstream = dial(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => mode === 'pass' && client.write(bytes));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: throughPort(target, port),
    loseAnswers: () => {
      mode = 'lose';
    },
    cut: () => {
      mode = 'cut';
      drop();
    },
    mend: () => {
      mode = 'pass';
      drop();
    },
    close: async () => {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function dial(target: DatabaseAddress): Socket {
  if (target.connectionString !== undefined) {
    const url = new URL(target.connectionString);
    return connect(Number(url.port || 5432), url.hostname);
  }
  if (target.host?.startsWith('/')) return connect(`${target.host}/.s.PGSQL.${target.port}`);
  return connect(target.port as number, target.host);
}

function throughPort(target: DatabaseAddress, port: number): DatabaseAddress {
  if (target.connectionString === undefined) return { ...target, host: '127.0.0.1', port };
  const url = new URL(target.connectionString);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { connectionString: url.href };
}
