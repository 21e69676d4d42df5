// What came to a member from outside since a moment, over all coins: for the limit on deposits that it sets for itself.
import { accountOf, assetOf, futuresWallet, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { assetsOf } from '../assets.ts';
import { totalOf } from '../total.ts';
import { ratesOf } from './exchange-rate.ts';
import { currencyAt } from './purses.ts';

const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

/** Less what a chain took back. */
const byAccount = `SELECT ledger, sum(amount)::bigint AS sum
  FROM (SELECT CASE WHEN credit = ANY($3::bigint[]) THEN credit ELSE debit END AS ledger,
      CASE WHEN credit = ANY($3::bigint[]) THEN amount ELSE -amount END AS amount FROM wallet_ledger
    WHERE site_id = $1 AND account = $2 AND reason = ${PostingReason.Deposit} AND seq >= ${firstAtSql(byTime, '$4')}
      AND (debit = ANY($3::bigint[])) <> (credit = ANY($3::bigint[]))) d
  GROUP BY ledger`;

/** In micro-USDT, at the rates of now, as the wallet's total is; a coin without one counts nothing. */
export const depositsSince =
  (context: Pick<AppContext, 'pool' | 'sites' | 'services'>) =>
  async (siteId: number, account: number, sinceMs: number): Promise<number> => {
    const site = context.sites.byId(siteId);
    if (site === undefined) return 0;
    const own = [futuresWallet(account), ...assetsOf(site).map(({ asset }) => accountOf(account, asset, Purse.Available))];
    const { rows } = await context.pool.query<{ ledger: number; sum: number }>(byAccount, [siteId, account, own, sinceMs]);
    const amounts = rows.map(({ ledger, sum }) => {
      const { currency, decimals } = currencyAt(site, assetOf(ledger));
      return { currency, amount: formatDecimal(sum, decimals) };
    });
    return Number(totalOf(amounts, ratesOf(context, site)).micro);
  };
