// The thread that builds a tree of liabilities: beside everything else, and ends.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Balances, buildTree, type SumTree } from './sum-tree.ts';

export interface TreeTask extends Balances {
  seed: Uint8Array;
}
export type TreeResult = Omit<SumTree, 'tops'> & { tops: Uint8Array };

const { seed, members, balances } = workerData as TreeTask;
(parentPort as MessagePort).postMessage(buildTree(Buffer.from(seed), { members, balances }) satisfies TreeResult);
