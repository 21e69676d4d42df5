// Which product a page belongs to: on a site that switched it off the page says so. What a member holds stays reachable:
// a member's futures and every history are open, for there one closes and reads.
import type { TypeStatus } from '@maru/kit/web/site.ts';
import { paths, walletPages } from './paths.ts';

const pagesOf: readonly (readonly [product: keyof TypeStatus, pages: readonly string[]])[] = [
  ['isFutures', [paths.futuresView]],
  ['isBinary', [paths.binary, walletPages.binary, paths.slots]],
  ['isPowerBall', [paths.powerBall]],
  ['isP2P', [paths.p2p, walletPages.p2p]],
  ['isStaking', [paths.staking]],
];

/** `/p2p` and what is below it, not `/p2pool`. */
const isWithin = (path: string, page: string) => path === page || path.startsWith(`${page}/`);

export function productOf(path: string): keyof TypeStatus | undefined {
  return pagesOf.find(([, pages]) => pages.some((page) => isWithin(path, page)))?.[0];
}
