// What the watcher has of one chain: how it is read and paid on, never a key of a member's money.
import type { ChainReader, Deriver, Preparer, Signing } from '@maru/chains/chain.ts';

/** What an order to cold storage is made with and a signed one is looked at: it reads and compares, and has no key. */
export interface ColdChain {
  /** As orders name it (chains/cold-order.ts). */
  network: string;
  signing: Pick<Signing, 'decode' | 'verify'>;
}

export interface WatchedChain {
  reader: ChainReader;
  deriver: Deriver;
  /** Of chains that payouts are made on. */
  preparer?: Preparer;
  /** Of chains that cold storage is paid out of. */
  cold?: ColdChain;
  /** Of a demo's own chain: pays from what the chain gave it at its beginning, where it is asked to in several outputs. The hash. */
  pay?(coin: string, to: string, memo: string | null, amount: bigint, outputs?: number): Promise<string>;
}
