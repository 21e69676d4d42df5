// Holds the ports of a start from its first second: a busy one is told at once, and no other start of the same moment takes a free one.
import { createServer, type Server } from 'node:net';

export interface HeldPorts {
  port: number;
  /** Gives them free for the server that is to listen there. */
  release(): Promise<void>;
}

/** These very ports (0 = any, not held). Fails as listening on them would. */
export async function holdPorts(ports: readonly number[], host: string): Promise<HeldPorts> {
  const holders: Server[] = [];
  const release = async () => void (await Promise.all(holders.map((holder) => new Promise((done) => holder.close(done)))));
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

function hold(port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    const holder = createServer((socket) => socket.destroy());
    holder.once('error', fail);
    holder.listen({ port, host, exclusive: true }, () => done(holder));
  });
}
