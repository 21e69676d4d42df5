// Entries made by hand as operators read them, and what one would do before it is asked for.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { memberCards } from '@maru/member/contract.ts';
import { operatorNames } from '@maru/operator/contract.ts';
import { checkEntry, type Entry, listEntries } from '../../admin-contract.ts';
import type { WalletType } from '../../contract.ts';
import { accountOfWallet, currencyOf, grantedWallets, refuseUnused } from '../purses.ts';
import { grantBalance, grantsOf, usdtGrants } from './entry-money.ts';
import { promisedOf } from './entry-rows.ts';
import { accountAt } from './member-wallets.ts';

const PAGE = 30;
/** Of a long list the first rows are shown. */
const SHOWN_ROWS = 20;

interface EntryRecord {
  id: number;
  request_id: number | null;
  type: Entry['type'];
  wallet_type: WalletType | null;
  currency: string;
  total: number;
  reason: string;
  asked_by: number;
  asked_at: Date;
  approved_by: number | null;
  approved_at: Date | null;
  posted_at: Date | null;
  n: number;
  faults: number;
  rows: { member: number; amount: number; seq: number | null; fault: string | null }[];
}

export const listEntriesHandler = handleOperator(listEntries, async (context, { site, query }) => {
  const size = Math.min(query.size ?? PAGE, 100);
  if (query.playerId !== undefined) accountAt(context, site, query.playerId);
  const { rows } = await context.pool.query<EntryRecord>(
    `SELECT e.entry_id AS id, e.request_id, e.type, e.wallet_type, e.currency, e.total, e.reason, e.asked_by, e.asked_at, e.approved_by,
       e.approved_at, e.posted_at, r.n, r.faults, coalesce(r.rows, '[]') AS rows
     FROM wallet_entry e CROSS JOIN LATERAL (
       SELECT count(*)::int AS n, count(fault)::int AS faults,
         json_agg(json_build_object('member', member_id, 'amount', amount, 'seq', seq, 'fault', fault) ORDER BY idx)
           FILTER (WHERE idx < ${SHOWN_ROWS} AND member_id IS NOT NULL) AS rows
       FROM wallet_entry_row WHERE entry_id = e.entry_id) r
     WHERE e.site_id = $1 AND ($2::bigint IS NULL OR e.entry_id < $2)
       AND ($3::bigint IS NULL OR e.entry_id IN (SELECT entry_id FROM wallet_entry_row WHERE member_id = $3))
     ORDER BY e.entry_id DESC LIMIT $4`,
    [site.id, query.before ?? null, query.playerId ?? null, size + 1],
  );
  const shown = rows.slice(0, size);
  const [names, cards, purse, promised] = await Promise.all([
    context.services.use(operatorNames).of(shown.flatMap((row) => [row.asked_by, row.approved_by ?? row.asked_by])),
    context.services.use(memberCards)(
      site.id,
      shown.flatMap((row) => row.rows.map(({ member }) => member)),
    ),
    grantBalance(context, site.id),
    promisedOf(context.pool, site.id, 'USDT'),
  ]);
  const present = (row: EntryRecord): Entry => {
    const decimals = row.wallet_type === null ? USDT_DECIMALS : currencyOf(site, row.wallet_type).decimals;
    const nameOf = (id: number) => names.get(id)?.name ?? String(id);
    return {
      id: row.id,
      requestId: row.request_id,
      type: row.type,
      walletType: row.wallet_type,
      currency: row.currency,
      total: formatDecimal(row.total, decimals),
      rows: row.rows.map(({ member, amount, seq, fault }) => ({
        playerId: member,
        username: cards.get(member)?.username ?? '',
        nick: cards.get(member)?.nick ?? '',
        point: formatDecimal(amount, decimals),
        sequence: seq,
        fault,
      })),
      rowCount: row.n,
      reason: row.reason,
      status: row.approved_at === null ? 'ASKED' : row.posted_at === null ? 'APPROVED' : row.faults > 0 ? 'PARTLY' : 'POSTED',
      askedBy: nameOf(row.asked_by),
      askedAt: row.asked_at.toISOString(),
      approvedBy: row.approved_by === null ? null : nameOf(row.approved_by),
      approvedAt: row.approved_at?.toISOString() ?? null,
    };
  };
  return {
    data: {
      content: shown.map(present),
      next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
      purse: formatDecimal(purse, USDT_DECIMALS),
      promised: formatDecimal(promised, USDT_DECIMALS),
      wallets: grantedWallets(site).map((type) => ({ type, ...currencyOf(site, type) })),
      others: await otherPurses(context, site),
    },
  };
});

export const checkEntryHandler = handleOperator(checkEntry, async (context, { site, query }) => {
  const account = accountAt(context, site, query.playerId);
  refuseUnused(site, query.walletType, 'walletType');
  const ledger = accountOfWallet(site, query.walletType, account);
  const grants = grantsOf(site, query.walletType);
  if (ledger === undefined || grants === undefined) throw new Refusal('WALLET_NOT_USED', { field: 'walletType' });
  const card = (await context.services.use(memberCards)(site.id, [query.playerId])).get(query.playerId);
  if (card === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  const { currency, decimals } = currencyOf(site, query.walletType);
  const read = readDecimal(query.point ?? '0', decimals);
  const amount = typeof read === 'number' ? read : 0;
  const [wallet, purse, promised, spendable] = await Promise.all([
    context.engine.query<number>(site.id, 'ledger', ledger),
    grantBalance(context, site.id, grants.purse),
    promisedOf(context.pool, site.id, grants.currency),
    spendableOf(context, site.id, account, query.walletType, ledger),
  ]);
  const given = query.type === 'PB' ? amount : -amount;
  const text = (units: number) => formatDecimal(units, decimals);
  const hasFunds = query.type === 'PM' || amount <= purse - promised;
  return {
    data: {
      member: { id: query.playerId, ...card },
      currency,
      wallet: { before: text(wallet), after: text(wallet + given) },
      purse: { before: text(purse), after: text(purse - given) },
      difference: text(wallet + purse - (wallet + given + (purse - given))),
      checks: [
        { check: 'FUNDS' as const, isFine: hasFunds },
        { check: 'WALLET' as const, isFine: query.type === 'PB' || amount <= spendable },
        { check: 'MEMBER' as const, isFine: card.status === 'ACTIVE' },
        { check: 'BALANCED' as const, isFine: wallet + purse === wallet + given + (purse - given) },
      ],
    },
  };
});

/** Of the site's other assets, those that something was put into. */
async function otherPurses(context: AppContext, site: SiteConfig) {
  const grants = grantedWallets(site).flatMap((type) => grantsOf(site, type) ?? []);
  const others = new Map(grants.filter(({ purse }) => purse !== usdtGrants.purse).map((one) => [one.purse, one]));
  const read = await Promise.all(
    [...others.values()].map(async ({ purse, currency, decimals }) => {
      const [held, promised] = [await grantBalance(context, site.id, purse), await promisedOf(context.pool, site.id, currency)];
      return { currency, purse: formatDecimal(held, decimals), promised: formatDecimal(promised, decimals), isEmpty: held === 0 };
    }),
  );
  return read.filter(({ isEmpty }) => !isEmpty).map(({ isEmpty: _, ...one }) => one);
}

/** What may leave the wallet: of the futures wallet neither margin nor profit that is not realized. */
async function spendableOf({ engine }: AppContext, site: number, account: number, type: WalletType, ledger: number): Promise<number> {
  if (type !== 'FUTURES') return engine.query<number>(site, 'ledger', ledger);
  const view = await engine.query<{ withdrawable?: number }>(site, 'account', account);
  return view.withdrawable ?? 0;
}
