// What the watcher has of one chain: how it is read and paid on, never a key of a member's money.
import type { ChainReader, Deriver, Preparer } from '@maru/chains/chain.ts';

export interface WatchedChain {
  reader: ChainReader;
  deriver: Deriver;
  /** Of chains that payouts are made on. */
  preparer?: Preparer;
  /** Of a demo's own chain: pays from what the chain gave it at its beginning, where it is asked to in several outputs. The hash. */
  pay?(coin: string, to: string, memo: string | null, amount: bigint, outputs?: number): Promise<string>;
}
