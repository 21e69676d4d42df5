// Holds the ports of a start from its first second: a busy one is told at once, no other start of the same moment takes a free one, and whoever
// calls meanwhile is told to come again.
import { createServer, type Server, type Socket } from 'node:net';
import { commonErrors } from '@maru/kit/contract/errors.ts';

export interface HeldPorts {
  port: number;
  /** Gives them free for the server that is to listen there. */
  release(): Promise<void>;
}

/** These very ports (0 = any, not held). Fails as listening on them would. */
export async function holdPorts(ports: readonly number[], host: string): Promise<HeldPorts> {
  const holders: Holder[] = [];
  const release = async () => void (await Promise.all(holders.map((holder) => letGo(holder))));
  try {
    for (const port of ports) if (port !== 0) holders.push(await hold(port, host));
    return { port: ports[0], release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The first port from `first` on that is free together with the one after it; undefined after 50 tries. */
export async function holdPortPair(first: number, host: string): Promise<HeldPorts | undefined> {
  for (let port = first; port < first + 100; port += 2) {
    try {
      return await holdPorts([port, port + 1], host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return undefined;
}

interface Holder {
  server: Server;
  callers: Set<Socket>;
}

/** A caller that says nothing is not waited for. */
const CALLER_MS = 2_000;
const later = JSON.stringify({ status: 'fail', code: 'UNAVAILABLE', message: commonErrors.UNAVAILABLE.ko, data: {} });
const LATER = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json; charset=utf-8',
  `content-length: ${Buffer.byteLength(later)}`,
  'retry-after: 2',
  'cache-control: no-store',
  'connection: close',
  '',
  later,
].join('\r\n');

function hold(port: number, host: string): Promise<Holder> {
  return new Promise((done, fail) => {
    const callers = new Set<Socket>();
    const server = createServer((socket) => {
      callers.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => callers.delete(socket));
      socket.setTimeout(CALLER_MS, () => socket.destroy());
      socket.once('data', () => socket.end(LATER));
      socket.resume();
    });
    server.once('error', fail);
    server.listen({ port, host, exclusive: true }, () => done({ server, callers }));
  });
}

function letGo({ server, callers }: Holder): Promise<unknown> {
  const closed = new Promise((done) => server.close(done));
  for (const socket of callers) socket.destroy();
  return closed;
}
