// The history of a member's wallets, newest first: each posting once for each of its wallets that it touched.
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { type Answer, type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { firstAtSql } from '@maru/kit/server/sql-first-at.ts';
import { DNW_COUNTED, type DnwType, dnwTypes, listDnw, type WalletType } from '../contract.ts';
import { walletTypesOf } from '../wallet-kinds.ts';
import { historyId, placeOf, type Posting, postingCodes, presentSide } from './dnw-entry.ts';
import { accountOfWallet, refuseUnused } from './purses.ts';
import { areRare, IS_RARE } from './rare-reasons.ts';

const MAX_SIZE = 100;
const byTime = { table: 'wallet_ledger', key: 'seq', column: 'time_ms' };

export const listDnwHandler = handle(listDnw, (context, call) => readDnw(context, call));

/** Of the account of the call's session. */
export async function readDnw(
  context: AppContext,
  { site, session, query }: Pick<Call<Out<typeof listDnw.query>>, 'site' | 'session' | 'query'>,
): Promise<Answer<Out<typeof listDnw.reply>>> {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const { account } = session;
  const page = query.page ?? 0;
  const size = query.resultType === 'Count' ? 0 : Math.min(query.size ?? 20, MAX_SIZE);
  if (page * size >= DNW_COUNTED) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(DNW_COUNTED) });
  const { from = null, to = null } = dateRange(query);
  const codes = query.typeStrs === undefined ? null : postingCodes(typesOf(query.typeStrs));
  const filter: Filter = [site.id, account, ledgersOf(site, account, query.walletType), from, to, codes];
  const cursor = query.cursor === undefined ? undefined : Number(query.cursor);
  const { rows, total } = await readSides(context, filter, size, cursor === undefined ? page * size : 0, cursor);
  const last = rows.length > size ? rows[size - 1] : undefined;
  const content = rows.slice(0, size).map((row) => presentSide(site, account, row, row.side));
  return { data: { content, page, size, totalElements: total, next: last === undefined ? null : String(historyId(last, last.side)) } };
}

function typesOf(text: string): DnwType[] {
  const words: readonly string[] = dnwTypes;
  const asked = text.split(',');
  if (!asked.every((word) => words.includes(word))) throw new Refusal('INVALID_FIELD', { field: 'typeStrs' });
  return asked as DnwType[];
}

/** All wallets, also one that the site uses no longer; or the one asked for. */
function ledgersOf(site: SiteConfig, account: number, type: WalletType | undefined): number[] {
  if (type !== undefined) refuseUnused(site, type, 'walletType');
  const types = type === undefined ? walletTypesOf(site) : [type];
  return types.map((one) => accountOfWallet(site, one, account)).filter((ledger) => ledger !== undefined);
}

type Filter = [
  site: number,
  account: number,
  ledgers: readonly number[],
  from: number | null,
  to: number | null,
  codes: readonly number[] | null,
];
interface Sided extends Posting {
  side: number;
}

const WHERE = `site_id = $1 AND account = $2 AND s.ledger = ANY($3::bigint[])
  AND seq >= coalesce(CASE WHEN $4::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$4')} END, 0)
  AND seq < coalesce(CASE WHEN $5::bigint IS NOT NULL THEN ${firstAtSql(byTime, '$5')} END, 9007199254740991)
  AND ($6::int[] IS NULL OR reason * 2 + s.side = ANY($6))`;

/** The filter's sides of postings; of rare ones `tail` holds for each reason on its own. */
function sidesSql([, , , , , codes]: Filter, columns: string, tail: string): string {
  const sides = 'wallet_ledger CROSS JOIN LATERAL (VALUES (0, debit), (1, credit)) AS s (side, ledger)';
  if (codes === null || !areRare(codes.map((code) => code >> 1))) return `SELECT ${columns} FROM ${sides} WHERE ${WHERE} ${tail}`;
  return `SELECT l.* FROM (SELECT DISTINCT code / 2 AS reason FROM unnest($6::int[]) code) k
    CROSS JOIN LATERAL (SELECT ${columns} FROM ${sides} WHERE ${WHERE} AND reason = k.reason AND ${IS_RARE} ${tail}) l`;
}

async function readSides(
  { pool }: Pick<AppContext, 'pool'>,
  filter: Filter,
  limit: number,
  offset: number,
  cursor: number | undefined,
): Promise<{ rows: Sided[]; total: number }> {
  const { seq = null, idx = null, side = null } = cursor === undefined ? {} : placeOf(cursor);
  const before = 'AND ($7::bigint IS NULL OR (seq <= $7 AND (seq, idx, s.side) < ($7, $8::int, $9::int)))';
  const newest = 'ORDER BY seq DESC, idx DESC, side DESC';
  const columns = 'seq, idx, debit, credit, amount, reason, ref, debit_after, credit_after, symbol, time_ms, s.side';
  const page = sidesSql(filter, columns, `${before} ${newest} LIMIT $10::int + $11::int`);
  const all = sidesSql(filter, '1', `LIMIT ${DNW_COUNTED}`);
  const [sides, count] = await Promise.all([
    pool.query<Sided>(`SELECT * FROM (${page}) x ${newest} LIMIT $10 OFFSET $11`, [...filter, seq, idx, side, limit + 1, offset]),
    pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM (SELECT 1 FROM (${all}) x LIMIT ${DNW_COUNTED}) y`, filter),
  ]);
  return { rows: sides.rows, total: count.rows[0].n };
}
