// Finds free ports for a start that named none, so that a busy 4000 does not stop a newcomer.
import { createServer } from 'node:net';

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)));
  });
}

/** The first port from `first` on that is free together with the one after it; undefined after 50 tries. */
export async function freePortPair(first: number, host: string): Promise<number | undefined> {
  for (let port = first; port < first + 100; port += 2) {
    if ((await isFree(port, host)) && (await isFree(port + 1, host))) return port;
  }
  return undefined;
}
