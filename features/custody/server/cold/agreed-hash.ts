// Names what two persons agreed to take out of cold storage: watcher and server compute it from their own rows.
import { createHash } from 'node:crypto';

export interface Agreed {
  site: number;
  chain: string;
  coin: string;
  contract: string | null;
  from: string;
  to: string;
  /** In the chain's unit. */
  amount: string;
}

export const agreedHash = ({ site, chain, coin, contract, from, to, amount }: Agreed): string =>
  createHash('sha256')
    .update(JSON.stringify([site, chain, coin, contract, from, to, amount]))
    .digest('hex');
