// What an entry by hand changes, as things stand now: shown when it is asked and at every look until it is decided.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { AskedRequest, LiveValues, Writer } from '@maru/operator/contract.ts';
import type { WalletType } from '../../contract.ts';
import { accountOfWallet, type Currency, currencyOf } from '../purses.ts';
import { grantBalance, type Grants, grantsInUse, grantsOf, usdtGrants } from './entry-money.ts';

const textOf = (amount: number, { decimals }: Currency) => formatDecimal(amount, decimals);

interface Planned {
  type: 'PB' | 'PM';
  walletType: WalletType;
  total: number;
}
interface Row {
  account: number;
  amount: number;
}

/**
 * Both sides now and then: the two changes of a row add up to nothing. Of a deduction `lacking` counts those whose wallet holds less
 * than is taken. A gift is bound to the purse alone, since a wallet that trades never stands still; a deduction to what it takes from.
 */
export async function outlookOf(
  context: AppContext,
  site: SiteConfig,
  { type, walletType, total }: Planned,
  rows: readonly Row[],
): Promise<LiveValues> {
  const currency = currencyOf(site, walletType);
  const grants = grantsOf(site, walletType) ?? usdtGrants;
  const purse = await grantBalance(context, site.id, grants.purse);
  const given = type === 'PB' ? total : -total;
  const isOne = rows.length === 1;
  const held = await Promise.all((isOne || type === 'PM' ? rows : []).map(({ account }) => heldBy(context, site, walletType, account)));
  const [wallet] = held;
  const lacking = type === 'PM' ? rows.filter(({ amount }, i) => (held[i] ?? amount) < amount).length : 0;
  const shape = (one: number | undefined, left: number) => ({
    ...(isOne && one !== undefined ? { [walletType]: textOf(one, currency) } : {}),
    grantPurse: textOf(left, grants),
  });
  const before = shape(wallet, purse);
  const after = {
    ...shape(wallet === undefined ? undefined : wallet + given, purse - given),
    ...(isOne ? {} : { members: rows.length, ...(type === 'PM' && { lacking }) }),
  };
  return { before, after, bound: type === 'PB' ? textOf(purse, grants) : [isOne ? wallet : lacking] };
}

function heldBy({ engine }: AppContext, site: SiteConfig, wallet: WalletType, account: number): Promise<number | undefined> {
  const ledger = accountOfWallet(site, wallet, account);
  return ledger === undefined ? Promise.resolve(undefined) : engine.query<number>(site.id, 'ledger', ledger);
}

export async function fundOutlook(context: AppContext, site: number, grants: Grants, amount: number): Promise<LiveValues> {
  const purse = await grantBalance(context, site, grants.purse);
  return { before: { grantPurse: textOf(purse, grants) }, after: { grantPurse: textOf(purse + amount, grants) } };
}

/** The same of an entry that waits. */
export async function liveEntry(context: AppContext, sql: Writer, { site, payload }: AskedRequest): Promise<LiveValues> {
  const { entryId } = payload as { entryId: number };
  const { rows } = await sql.query(
    `SELECT e.type, e.wallet_type AS "walletType", e.total, r.account, r.amount FROM wallet_entry e JOIN wallet_entry_row r USING (entry_id)
     WHERE e.entry_id = $1 AND e.site_id = $2 ORDER BY r.idx`,
    [entryId, site],
  );
  const config = context.sites.byId(site);
  if (rows.length === 0 || config === undefined) throw new Refusal('NOT_FOUND');
  const [{ type, walletType, total }] = rows;
  // What was asked for may be kept or used no longer, or was asked for before it was checked.
  const grants = grantsInUse(config, walletType);
  if (type === 'FUND') return fundOutlook(context, site, grants, total);
  return outlookOf(context, config, { type, walletType, total }, rows);
}
