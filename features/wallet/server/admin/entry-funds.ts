// What of the grant purse nobody has been promised yet.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Writer } from '@maru/operator/contract.ts';
import { grantBalance } from './entry-money.ts';
import { promisedOf } from './entry-rows.ts';

/** Promises first: a posting between the two reads then counts twice and never not at all. */
export async function freeOf(context: Pick<AppContext, 'engine'>, sql: Writer, site: number): Promise<number> {
  const promised = await promisedOf(sql, site);
  return (await grantBalance(context, site)) - promised;
}
