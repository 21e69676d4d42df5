// The demo's purse of what operators give by hand: filled once, so that the back office has something to give.
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { USDT_ONE } from '@maru/engine/money/units.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import { grantBalance, grantPurse } from './entry-money.ts';

/** As it is posted. */
export const demoGrants = {
  debit: HouseAccount.Promo,
  credit: grantPurse,
  amount: 100_000 * USDT_ONE,
  reason: PostingReason.Adjustment,
} as const;

/** Only an empty purse from which nothing was ever asked: the engine forgets keys after a day, rows stay. */
export async function fundDemoGrants(context: AppContext, site: number): Promise<void> {
  const { rowCount } = await context.pool.query('SELECT 1 FROM wallet_entry WHERE site_id = $1 LIMIT 1', [site]);
  if (rowCount !== 0 || (await grantBalance(context, site)) > 0) return;
  const record = encodeTransfer(demoGrants);
  stampRequestKey(record, { site, member: 0, requestKey: 'demo-grants' });
  await context.engine.submit(site, record);
}
