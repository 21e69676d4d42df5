// Builds a tree in a thread of its own: a large site's takes many seconds, and nobody's call waits for it.
import { Worker } from 'node:worker_threads';
import type { Balances, SumTree } from './sum-tree.ts';
import type { TreeResult, TreeTask } from './tree-thread.ts';

export function makeTree(seed: Buffer, { members, balances }: Balances): Promise<SumTree> {
  const workerData: TreeTask = { seed, members, balances };
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./tree-thread.ts', import.meta.url), { name: 'liabilities', workerData });
    worker.once('message', ({ tops, ...tree }: TreeResult) => done({ ...tree, tops: Buffer.from(tops) }));
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('the thread ended without a tree')));
  });
}
