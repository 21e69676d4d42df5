// Where payouts of a site come from: an account of its own below the seed, beside the one that deposits' addresses are made of.
import { accountPath } from '@maru/chains/account-keys.ts';
import type { ChainName } from '@maru/chains/chain.ts';

/** Above every number that a site may have. */
const HOT_ACCOUNTS = 2 ** 30;

export const hotAccount = (site: number): number => HOT_ACCOUNTS + site;

export const hotPath = (chain: ChainName, site: number): string => `${accountPath(chain, hotAccount(site))}/0/0`;
