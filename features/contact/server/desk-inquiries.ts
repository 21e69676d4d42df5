// What operators see: the queue of a site, the longest waiting first, and one inquiry with its thread and notes.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { operatorNames, type Writer } from '@maru/operator/contract.ts';
import {
  type DeskInquiry,
  type DeskInquiryRow,
  type exportInquiries,
  type InquiryState,
  MAX_EXPORT,
  type listDeskInquiries,
  type seeInquiry,
  targetMinutes,
} from '../admin-contract.ts';
import { entriesOf, type InquiryRecord, presentInquiry } from './inquiry-rows.ts';

const PAGE = 30;
const MAX_PAGE = 100;
const LINE_LETTERS = 120;

export interface DeskRecord extends InquiryRecord {
  username: string;
  nick: string;
  status: string;
  member_since: Date;
  last_line: string;
  total: number;
}

// Read only: whose question it is stands beside every row of the desk.
const from = `FROM contact_inquiry i JOIN account_member m ON m.id = i.member_id`;
const columns = `i.*, m.username, m.nick, m.status, m.created_at AS member_since,
  (SELECT left(e.content, ${LINE_LETTERS}) FROM contact_entry e WHERE e.inquiry_id = i.id ORDER BY e.id DESC LIMIT 1) AS last_line`;

/** What each choice of the desk means. */
const states: Readonly<Record<InquiryState, string>> = {
  WAITING: 'i.waiting_since IS NOT NULL',
  ANSWERED: 'i.waiting_since IS NULL AND i.closed_at IS NULL',
  CLOSED: 'i.closed_at IS NOT NULL',
  ALL: 'true',
};

type Names = ReadonlyMap<number, { username: string; name: string }>;

const nameIn = (names: Names, id: number) => names.get(id)?.name ?? `#${id}`;

export function presentRow(record: Omit<DeskRecord, 'total'>, now: number, reader: number, names: Names): DeskInquiryRow {
  const { waiting_since: waiting, claimed_by: claimer, claimed_until: until, kind } = record;
  const dueMs = waiting === null ? undefined : waiting.getTime() + targetMinutes[kind] * 60_000;
  const isClaimed = claimer !== null && until !== null && until.getTime() > now;
  return {
    ...presentInquiry(record),
    member: {
      id: record.member_id,
      username: record.username,
      nick: record.nick,
      status: record.status,
      createdAt: record.member_since.toISOString(),
    },
    waitingSince: waiting?.toISOString() ?? null,
    dueAt: dueMs === undefined ? null : new Date(dueMs).toISOString(),
    isLate: dueMs !== undefined && dueMs < now,
    claim: isClaimed ? { id: claimer, name: nameIn(names, claimer), until: until.toISOString(), isMine: claimer === reader } : null,
    lastLine: record.last_line ?? '',
  };
}

export async function namesOf(context: AppContext, ids: readonly (number | null)[], sql: Writer = context.pool): Promise<Names> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  return known.length === 0 ? new Map() : await context.services.use(operatorNames).of(known, sql);
}

export interface DeskRequest {
  state?: InquiryState | undefined;
  kind?: string | undefined;
  playerId?: number | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
}

export async function recordsOfSite(context: AppContext, site: number, requested: DeskRequest): Promise<DeskRecord[]> {
  const like = requested.search?.trim() ? `%${requested.search.trim().replace(/[\\%_]/g, '\\$&')}%` : null;
  const { rows } = await context.pool.query<DeskRecord>(
    `SELECT ${columns}, count(*) OVER ()::int AS total ${from}
     WHERE i.site_id = $1 AND ${states[requested.state ?? 'ALL']} AND ($2::text IS NULL OR i.kind = $2) AND ($3::bigint IS NULL OR i.member_id = $3)
       AND ($4::text IS NULL OR m.username ILIKE $4 OR m.nick ILIKE $4
         OR EXISTS (SELECT 1 FROM contact_entry e WHERE e.inquiry_id = i.id AND e.content ILIKE $4))
     ORDER BY i.waiting_since NULLS LAST, i.updated_at DESC, i.id LIMIT $5 OFFSET $6`,
    [site, requested.kind ?? null, requested.playerId ?? null, like, requested.limit, requested.offset],
  );
  return rows;
}

export async function listOfSite(
  context: AppContext,
  call: Call<Out<typeof listDeskInquiries.query>>,
): Promise<Answer<Out<typeof listDeskInquiries.reply>>> {
  const { page = 0, size = PAGE, ...requested } = call.query;
  const limit = Math.min(size, MAX_PAGE);
  const records = await recordsOfSite(context, call.site.id, { ...requested, limit, offset: page * limit });
  const names = await namesOf(
    context,
    records.map((record) => record.claimed_by),
  );
  const { member: reader } = call.session as Session;
  const content = records.map((record) => presentRow(record, context.clock.now(), reader, names));
  return { data: { content, page, size: limit, totalElements: records[0]?.total ?? 0 } };
}

/** Of this site, or it does not exist. */
export async function deskInquiryOf(context: AppContext, call: Call, id: number): Promise<DeskInquiry> {
  const site = call.site.id;
  const { rows } = await context.pool.query<Omit<DeskRecord, 'total'>>(`SELECT ${columns} ${from} WHERE i.site_id = $1 AND i.id = $2`, [
    site,
    id,
  ]);
  const [record] = rows;
  if (record === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  const [entries, notes] = await Promise.all([
    entriesOf(context, site, id),
    context.pool.query<{ id: number; operator_id: number; content: string; created_at: Date }>(
      'SELECT id, operator_id, content, created_at FROM contact_note WHERE inquiry_id = $1 ORDER BY id',
      [id],
    ),
  ]);
  const names = await namesOf(context, [
    record.claimed_by,
    ...entries.map((entry) => entry.operatorId),
    ...notes.rows.map((note) => note.operator_id),
  ]);
  const person = (operator: number) => ({ id: operator, name: nameIn(names, operator) });
  return {
    ...presentRow(record, context.clock.now(), (call.session as Session).member, names),
    entries: entries.map(({ operatorId, ...entry }) => ({ ...entry, operator: operatorId === null ? null : person(operatorId) })),
    notes: notes.rows.map((note) => ({
      id: note.id,
      content: note.content,
      operator: person(note.operator_id),
      createdAt: note.created_at.toISOString(),
    })),
  };
}

export async function seeOfSite(context: AppContext, call: Call<Out<typeof seeInquiry.query>>): Promise<Answer<DeskInquiry>> {
  return { data: await deskInquiryOf(context, call, call.query.id) };
}

/** For the nav's badge and the dashboard: what waits at a site, and since when. */
export async function countWaiting(context: AppContext, site: number): Promise<{ count: number; since: Date | null }> {
  const { rows } = await context.pool.query<{ n: number; since: Date | null }>(
    'SELECT count(*)::int AS n, min(waiting_since) AS since FROM contact_inquiry WHERE site_id = $1 AND waiting_since IS NOT NULL',
    [site],
  );
  return { count: rows[0].n, since: rows[0].since };
}

/** What leaves the desk in bulk is written down. */
export async function exportOfSite(
  context: AppContext,
  call: Call<Out<typeof exportInquiries.query>>,
  audit: Audit,
): Promise<Answer<Out<typeof exportInquiries.reply>>> {
  const records = await recordsOfSite(context, call.site.id, { ...call.query, limit: MAX_EXPORT, offset: 0 });
  await audit({ target: 'inquiries', after: { ...call.query, rows: records.length } });
  const lines = records.map((record) => ({
    id: record.id,
    createdAt: record.created_at.toISOString(),
    updatedAt: record.updated_at.toISOString(),
    kind: record.kind,
    state: record.closed_at !== null ? ('CLOSED' as const) : record.waiting_since === null ? ('ANSWERED' as const) : ('WAITING' as const),
    username: record.username,
    nick: record.nick,
    question: record.question,
  }));
  return { data: lines };
}
