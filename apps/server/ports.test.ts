// A start that named no port finds a free pair, and keeps it from others until it listens there itself.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { holdPortPair, holdPorts } from './ports.ts';

async function busy(): Promise<{ port: number; end(): Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, end: () => new Promise((done) => server.close(done)) };
}

test.each([
  ['the first of a pair', 0],
  ['the second of a pair', -1],
])('%s is busy: the next pair is taken', async (_name, from) => {
  const other = await busy();
  const held = await holdPortPair(other.port + from, '127.0.0.1');
  expect((held?.port ?? 0) - (other.port + from)).toBeGreaterThanOrEqual(2);
  await held?.release();
  await other.end();
});

test('two starts of the same moment get different pairs; released, a pair can be listened on', async () => {
  const { port, end } = await busy();
  await end();
  const [one, two] = await Promise.all([holdPortPair(port, '127.0.0.1'), holdPortPair(port, '127.0.0.1')]);
  expect(one?.port).not.toBe(two?.port);
  await one?.release();
  const server = createServer().listen(one?.port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await two?.release();
});

test('whoever calls while a start holds the port is told to come again, and holds nothing up', async () => {
  const { port, end } = await busy();
  await end();
  const held = await holdPorts([port], '127.0.0.1');
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const answer = await fetch(`http://127.0.0.1:${port}/api/futures/order`, { method: 'POST', body: 'x'.repeat(50_000) });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ status: 'fail', code: 'UNAVAILABLE' });
  const gone = once(silent, 'close');
  await held.release();
  await gone;
});

test('a named port that is busy, or an address that is not ours, is told at once and leaves nothing held', async () => {
  const [other, free] = [await busy(), await busy()];
  await free.end();
  await expect(holdPorts([free.port, other.port], '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE', port: other.port });
  await other.end();
  const held = await holdPorts([free.port, 0], '127.0.0.1');
  expect(held.port).toBe(free.port);
  await held.release();
  await expect(holdPorts([free.port], '192.0.2.1')).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
