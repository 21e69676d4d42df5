// Who holds what of each asset, and that all of its accounts sum to nothing (I1), as operators see it.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const assetSum = z.object({
  currency: z.string(),
  /** Assets that count in it: USDT also holds the games' where a site plays in USDT. */
  assets: z.array(z.string()),
  members: signedDecimal,
  /** On its way in or out: not a member's to use yet, or no longer. */
  transit: signedDecimal,
  /** The site's own accounts, without what stands for the world outside. */
  own: signedDecimal,
  /** What came from outside and has not gone there, as a debt to it. */
  outside: signedDecimal,
  /** Of the four: nothing, or the ledger is broken. */
  sum: signedDecimal,
  isZero: z.boolean(),
});
export type AssetSum = z.output<typeof assetSum>;

export const listAssetSums = defineRoute({
  name: 'listAssetSums',
  method: 'GET',
  path: '/api/admin/wallet/asset_sums',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '자산별 합계 0 검산', en: 'Each asset: who holds what, and that all of it sums to zero' },
  reply: z.object({ content: z.array(assetSum), time: isoTime }),
});
