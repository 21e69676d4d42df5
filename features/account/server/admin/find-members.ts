// Finding members of one site: the start of names that everybody sees, whole values of what is masked, pages by key so that the last is as fast as the first.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { MemberStatus } from '@maru/member/contract.ts';
import { accountsWithPositions, type DeskMember, type memberSorts } from '../../admin-contract.ts';
import { maskedPhone } from './masks.ts';
import { personalSearch, personalTerm } from './personal-search.ts';

export type MemberSort = (typeof memberSorts)[number];

export interface MemberFilters {
  q?: string | undefined;
  status?: MemberStatus | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  seen?: '1' | '7' | '30' | '0' | undefined;
  hasPosition?: 'true' | undefined;
}

export interface MemberRecord {
  id: number;
  account_no: number;
  username: string;
  nick: string;
  name: string;
  phone: string;
  email: string;
  status: MemberStatus;
  locked_at: Date | null;
  created_at: Date;
  seen_at: Date;
  partner_id: number | null;
  partner_code: string | null;
  partner_name: string | null;
  key: string;
}
/** A count says "this many or more" from here on. */
export const COUNTED = 10_000;
const keys = {
  joined: 'm.created_at',
  seen: 'm.seen_at',
  username: 'lower(m.username)',
  nick: 'lower(m.nick)',
} as const satisfies Record<MemberSort, string>;

/** Conditions on `m`, with $1 the site; one text for page, count and export. */
export async function memberSource(
  context: AppContext,
  site: number,
  filters: MemberFilters,
): Promise<{ where: string; values: unknown[] }> {
  const values: unknown[] = [site];
  const put = (value: unknown) => `$${values.push(value)}`;
  const terms = ['m.site_id = $1'];
  if (filters.q !== undefined && filters.q !== '') terms.push(await matching(context, site, filters.q, put));
  if (filters.status !== undefined) terms.push(`m.status = ${put(filters.status)}`);
  const { from, to } = dateRange(filters);
  if (from !== undefined) terms.push(`m.created_at >= ${put(new Date(from))}`);
  if (to !== undefined) terms.push(`m.created_at < ${put(new Date(to))}`);
  if (filters.seen !== undefined) {
    const since = put(new Date(context.clock.now() - (filters.seen === '0' ? 30 : Number(filters.seen)) * DAY_MS));
    terms.push(filters.seen === '0' ? `m.seen_at < ${since}` : `m.seen_at >= ${since}`);
  }
  if (filters.hasPosition !== undefined) {
    const accounts = (await context.services.find(accountsWithPositions)?.(site)) ?? [];
    terms.push(`m.account_no = ANY(${put([...accounts])}::int[])`);
  }
  return { where: terms.join(' AND '), values };
}

/** Every way has its own index, so the database joins bitmaps instead of reading everybody. */
async function matching(context: AppContext, site: number, q: string, put: (value: unknown) => string): Promise<string> {
  const word = q.toLowerCase();
  const start = put(`${word.replace(/[\\%_]/g, '\\$&')}%`);
  const ways = ['username', 'nick'].map((column) => `lower(m.${column}) LIKE ${start}`);
  ways.push(`lower(replace(m.name, ' ', '')) = ${put(word.replaceAll(' ', ''))}`);
  if (/^\d{1,15}$/.test(word)) ways.push(`m.id = ${put(Number(word))}`);
  const personal = personalSearch(q);
  if (personal !== undefined) ways.push(personalTerm[personal.kind](put(personal.value)));
  const partners = await context.pool.query<{ id: number }>('SELECT id FROM partner_partner WHERE site_id = $1 AND lower(code) = $2', [
    site,
    word,
  ]);
  if (partners.rows.length > 0) ways.push(`m.partner_id = ANY(${put(partners.rows.map(({ id }) => id))}::bigint[])`);
  return `(${ways.join(' OR ')})`;
}

export const memberColumns = `m.id, m.account_no, m.username, m.nick, m.name, m.phone, m.email, m.status, m.locked_at, m.created_at, m.seen_at,
  p.id AS partner_id, p.code AS partner_code, p.name AS partner_name`;

export interface MemberPage {
  sort: MemberSort;
  isUp: boolean;
  cursor?: string | undefined;
  limit: number;
}

/** One row more than asked for tells that there is a next page. */
export async function findMembers(
  context: AppContext,
  source: { where: string; values: unknown[] },
  { sort, isUp, cursor, limit }: MemberPage,
): Promise<MemberRecord[]> {
  const column = keys[sort];
  const values = [...source.values];
  const direction = isUp ? 'ASC' : 'DESC';
  const start = cursor === undefined ? undefined : readCursor(cursor);
  const onward =
    start === undefined ? '' : `AND (${column}, m.id) ${isUp ? '>' : '<'} ($${values.push(start[0])}, $${values.push(start[1])}::bigint)`;
  const { rows } = await context.pool.query<MemberRecord>(
    `SELECT ${memberColumns}, (${column})::text AS key FROM account_member m LEFT JOIN partner_partner p ON p.id = m.partner_id
     WHERE ${source.where} ${onward} ORDER BY ${column} ${direction}, m.id ${direction} LIMIT $${values.push(limit)}`,
    values,
  );
  return rows;
}

export async function countMembers({ pool }: AppContext, { where, values }: { where: string; values: unknown[] }): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM account_member m WHERE ${where} LIMIT ${COUNTED}) x`,
    values,
  );
  return rows[0].n;
}

export const cursorOf = (row: MemberRecord): string => Buffer.from(JSON.stringify([row.key, row.id])).toString('base64url');

function readCursor(cursor: string): [string, number] {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, unknown];
    if (typeof key === 'string' && Number.isSafeInteger(id)) return [key, id as number];
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('INVALID_FIELD', { field: 'cursor' });
}

export function presentMember(row: MemberRecord): DeskMember {
  return {
    id: row.id,
    username: row.username,
    nick: row.nick,
    name: row.name,
    phone: row.status === 'LEFT' ? '***' : maskedPhone(row.phone),
    status: row.status,
    isLocked: row.locked_at !== null,
    joinedAt: row.created_at.toISOString(),
    seenAt: row.seen_at.getTime() === 0 ? null : row.seen_at.toISOString(),
    partner: row.partner_id === null ? null : { id: row.partner_id, code: row.partner_code ?? '', name: row.partner_name ?? '' },
  };
}
