// The upkeep thread's owner: a job that a dying thread takes along fails, the next one has a thread of its own.
import { expect, test } from 'vitest';
import { Upkeep } from './upkeep.ts';
import type { WarmJob } from './upkeep-thread.ts';

/** Dies of a job without room; answers every other with its thread's number. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ id, job }) => {
      if (job.buffer.byteLength === 0) throw new Error('out of room');
      parentPort.postMessage({ id, thread: threadId });
    });`)}`,
);
const job = (bytes: number): WarmJob => ({ kind: 'warm', buffer: new SharedArrayBuffer(bytes) });

test('a thread that dies fails its own jobs alone: its end comes late, when the next thread is at work', async () => {
  const upkeep = new Upkeep(thread);
  const lost = [upkeep.run(job(0)), upkeep.run(job(8))];
  for (const one of lost) await expect(one).rejects.toThrow('out of room');
  const next = await upkeep.run(job(8));
  expect(await upkeep.run(job(8)), 'the same thread goes on').toEqual({ ...next, id: next.id + 1 });
  await upkeep.close();
});

test('a job that waits when the thread is closed fails, and one after it is done by a new thread', async () => {
  const upkeep = new Upkeep(thread);
  const first = await upkeep.run(job(8));
  const waits = expect(upkeep.run(job(0))).rejects.toThrow();
  await Promise.all([waits, upkeep.close()]);
  expect(await upkeep.run(job(8))).not.toMatchObject({ thread: (first as unknown as { thread: number }).thread });
  await upkeep.close();
});
