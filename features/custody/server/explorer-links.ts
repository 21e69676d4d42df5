// Where a transaction's hash leads: the explorers of the main networks, our own page on a demo, or what an operator set for the coin.
import type { ChainName } from '@maru/chains/chain.ts';

/** Of the member app. */
const DEMO = '/explorer/{chain}/{hash}';

const main: Readonly<Record<ChainName, string>> = {
  ETH: 'https://etherscan.io/tx/{hash}',
  TRON: 'https://tronscan.org/#/transaction/{hash}',
  BTC: 'https://mempool.space/tx/{hash}',
  DOGE: 'https://dogechain.info/tx/{hash}',
  XRP: 'https://xrpscan.com/tx/{hash}',
  EOS: 'https://eosauthority.com/transaction/{hash}',
};

/** Null: nobody has named one for this network. */
export function usualExplorer({ demo, networks }: { demo: boolean; networks: Readonly<Record<string, string>> }, chain: ChainName) {
  if (demo) return DEMO;
  return networks[chain] === undefined ? main[chain] : null;
}

/** A demo's is not changed by hand. */
export const isOwnPage = (explorer: string | null): boolean => explorer?.startsWith('/') === true;

/** In SQL: the link of one transaction, null where there is no hash or no explorer. */
export const linkOf = (chain: string, hash: string): string => `replace(replace(c.explorer, '{chain}', ${chain}), '{hash}', ${hash})`;
