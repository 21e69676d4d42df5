// What of a grant purse nobody has been promised yet.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { grantBalance, type Grants, usdtGrants } from './entry-money.ts';
import { promisedOf } from './entry-rows.ts';
import type { Currency } from '../purses.ts';

/** Promises first: a posting between the two reads then counts twice and never not at all. */
export async function freeOf(
  context: Pick<AppContext, 'engine'>,
  sql: Writer,
  site: number,
  { purse, currency }: Grants = usdtGrants,
): Promise<number> {
  const promised = await promisedOf(sql, site, currency);
  return (await grantBalance(context, site, purse)) - promised;
}

export const limitExceeded = (limit: number, offered: number, currency: Currency) =>
  new Refusal('LIMIT_EXCEEDED', {
    field: 'total',
    limit: formatDecimal(limit, currency.decimals, true),
    offered: formatDecimal(offered, currency.decimals, true),
    currency: currency.currency,
  });
