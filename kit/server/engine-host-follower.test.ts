// A follower's end in the engine's thread: whoever is gone is told nothing more.
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { FollowerLink } from './engine-host-follower.ts';

test('of a follower whose thread ended its link says so', async () => {
  const { port1, port2 } = new MessageChannel();
  const gone = Promise.withResolvers<string>();
  const link = new FollowerLink(port1, () => gone.resolve('gone'));
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true, workerData: port2, transferList: [port2] });
  await worker.terminate();
  expect(await gone.promise).toBe('gone');
  link.close();
});
