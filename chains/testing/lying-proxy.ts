// Stands between an adapter and a node of HTTP and changes answers: a node that lies, or one that lost its wits.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface LyingProxy {
  url: string;
  close(): Promise<void>;
}

/** The request's path and body with the honest answer's text; the text that is answered instead. */
export type Change = (answer: string, request: { path: string; body: string }) => string;

/** `behind`: which node it is now, where that changes within a test. */
export async function lieAbout(url: string, change: Change, behind = () => url): Promise<LyingProxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '/';
    const { authorization } = request.headers;
    const answer = await fetch(new URL(path, behind()), {
      method: request.method,
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(change(await answer.text(), { path, body }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
