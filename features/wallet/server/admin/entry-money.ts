// The ledger's side of entries made by hand: a row is one transfer between the grant purse and a wallet, under a key of its own.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { assetOf, HouseAccount, houseAccount, PostingReason, Purse } from '@maru/engine/ledger/account.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import type { EntryType } from '../../admin-contract.ts';
import type { WalletType } from '../../contract.ts';
import { accountOfWallet, type Currency, currencyOf, grantPurseOf, refuseUnused } from '../purses.ts';

const { CommandRejected, RequestRepeated } = EventWord;

export const grantPurse = HouseAccount.Grant;

const PROJECTION_WAIT_MS = 20_000;
/** The decision has the server's clock, the posting the engine's. */
const CLOCKS_APART_MS = 1000;

/** One movement that was agreed to. */
export interface EntryMove {
  entryId: number;
  idx: number;
  site: number;
  type: EntryType;
  walletType: WalletType | null;
  account: number;
  amount: number;
}

export const grantBalance = ({ engine }: Pick<AppContext, 'engine'>, site: number, purse: number = grantPurse): Promise<number> =>
  engine.query<number>(site, 'ledger', purse);

/** What is given by hand into a wallet comes out of a purse of its own asset. */
export interface Grants extends Currency {
  purse: number;
}
export const usdtGrants: Grants = { purse: grantPurse, currency: 'USDT', decimals: USDT_DECIMALS };

/** Null: of USDT. Undefined: nothing is kept there, as in a network of USDT. */
export function grantsOf(site: SiteConfig, walletType: WalletType | null): Grants | undefined {
  if (walletType === null) return usdtGrants;
  const purse = grantPurseOf(site, walletType);
  return purse === undefined ? undefined : { purse, ...currencyOf(site, walletType) };
}

/**
 * The same for whoever asks for an entry or agrees to one: refused where nothing is kept, or where the site leaves the wallet out by now.
 * Agreed to, it could never be posted.
 */
export function grantsInUse(site: SiteConfig, walletType: WalletType | null): Grants {
  if (walletType !== null) refuseUnused(site, walletType, 'walletType');
  const grants = grantsOf(site, walletType);
  if (grants === undefined) throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
  return grants;
}

/** The same of an entry that was taken once. */
export function grantsAt({ sites }: Pick<AppContext, 'sites'>, id: number, walletType: WalletType | null): Grants {
  const site = sites.byId(id);
  const grants = site && grantsOf(site, walletType);
  if (grants === undefined) throw new Error(`site ${id} keeps no purse for gifts into ${walletType}`);
  return grants;
}

/** The sequence of its posting, also when it had been posted before; or the code of the engine's refusal, which moved nothing. */
export async function postMove(
  context: Pick<AppContext, 'engine' | 'sites'>,
  move: EntryMove,
): Promise<{ seq: number } | { fault: string }> {
  const sides = sidesOf(context, move);
  // Agreed to when nobody asked yet whether it is kept.
  if (sides === undefined) return { fault: 'WALLET_NOT_USED' };
  const [debit, credit] = sides;
  const record = encodeTransfer({ debit, credit, amount: move.amount, reason: PostingReason.Adjustment });
  stampRequestKey(record, { site: move.site, member: 0, requestKey: `entry|${move.entryId}|${move.idx}` });
  const { events, seq } = await context.engine.submit(move.site, record);
  if (events[0] === EventKind.CommandRejected)
    return { fault: rejections.get(events[CommandRejected.code])?.name ?? String(events[CommandRejected.code]) };
  return { seq: events[0] === EventKind.RequestRepeated ? events[RequestRepeated.firstSeq] : seq };
}

/**
 * A posting that this move has made already. Nothing else moves money between these two purses, so one of the same
 * amount, made since it was agreed to and claimed by no other row, is its own.
 */
export async function findPosting(context: AppContext, move: EntryMove & { approvedAt: Date }): Promise<{ seq: number } | undefined> {
  const { site } = move;
  const sides = sidesOf(context, move);
  if (sides === undefined) return undefined;
  const seq = appliedSeq(context.engine, site);
  if (!(await context.projections.waitFor(site, seq, PROJECTION_WAIT_MS))) throw new EngineBusy('projection behind');
  const [debit, credit] = sides;
  const { rows } = await context.pool.query<{ seq: number }>(
    `SELECT l.seq FROM wallet_ledger l WHERE l.site_id = $1 AND l.account = $2 AND l.debit = $3 AND l.credit = $4 AND l.amount = $5
       AND l.reason = $6 AND l.time_ms >= $7
       AND NOT EXISTS (SELECT 1 FROM wallet_entry_row r JOIN wallet_entry e USING (entry_id) WHERE e.site_id = $1 AND r.seq = l.seq)
     ORDER BY l.seq LIMIT 1`,
    [site, move.account, debit, credit, move.amount, PostingReason.Adjustment, move.approvedAt.getTime() - CLOCKS_APART_MS],
  );
  return rows[0];
}

/** Undefined: the ledger keeps no such wallet. */
function sidesOf(
  { sites }: Pick<AppContext, 'sites'>,
  { site, type, walletType, account }: EntryMove,
): [debit: number, credit: number] | undefined {
  const config = sites.byId(site);
  if (config === undefined) throw new Error(`no site ${site}`);
  const purse = grantsOf(config, walletType)?.purse;
  if (purse === undefined) return undefined;
  if (type === 'FUND') return [houseAccount(assetOf(purse), Purse.Promo), purse];
  const wallet = walletType === null ? undefined : accountOfWallet(config, walletType, account);
  if (wallet === undefined) return undefined;
  return type === 'PB' ? [purse, wallet] : [wallet, purse];
}
