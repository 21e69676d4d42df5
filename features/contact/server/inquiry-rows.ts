// Inquiries as rows and as the contract shows them.
import { attachmentStore, type Writer } from '@maru/file/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { InquiryEntry, InquiryKind, InquiryRow, InquiryThread } from '../contract.ts';

export interface InquiryRecord {
  id: number;
  member_id: number;
  kind: InquiryKind;
  question: string;
  is_answer: boolean;
  is_read: boolean;
  closed_at: Date | null;
  claimed_by: number | null;
  claimed_until: Date | null;
  waiting_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const inquiryColumns =
  'id, member_id, kind, question, is_answer, is_read, closed_at, claimed_by, claimed_until, waiting_since, created_at, updated_at';

export function presentInquiry(row: InquiryRecord): InquiryRow {
  return {
    id: row.id,
    playerId: row.member_id,
    kind: row.kind,
    question: row.question,
    isRead: row.is_read,
    isAnswer: row.is_answer,
    isClosed: row.closed_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Of the member, or of anyone of the site when none is given; what is not theirs does not exist. */
export async function findInquiry(sql: Writer, site: number, inquiry: number, member?: number): Promise<InquiryRecord> {
  const { rows } = await sql.query<InquiryRecord>(
    `SELECT ${inquiryColumns} FROM contact_inquiry WHERE site_id = $1 AND id = $2 AND ($3::bigint IS NULL OR member_id = $3)`,
    [site, inquiry, member ?? null],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return found;
}

interface EntryRow {
  id: number;
  operator_id: number | null;
  content: string;
  file_ids: string[];
  created_at: Date;
}

/** What was said, with its files, and by which operator. */
export async function entriesOf(
  context: AppContext,
  site: number,
  inquiry: number,
): Promise<(InquiryEntry & { operatorId: number | null })[]> {
  const { rows } = await context.pool.query<EntryRow>(
    'SELECT id, operator_id, content, file_ids, created_at FROM contact_entry WHERE inquiry_id = $1 ORDER BY id',
    [inquiry],
  );
  const files = await context.services.use(attachmentStore).describe(
    site,
    rows.flatMap((row) => row.file_ids),
  );
  return rows.map((row) => ({
    id: row.id,
    from: row.operator_id === null ? ('MEMBER' as const) : ('HOUSE' as const),
    operatorId: row.operator_id,
    content: row.content,
    files: row.file_ids.map((id) => files.get(id)).filter((file) => file !== undefined),
    createdAt: row.created_at.toISOString(),
  }));
}

/** As its member sees it: the house has one voice. */
export async function threadOf(context: AppContext, site: number, inquiry: InquiryRecord): Promise<InquiryThread> {
  const entries = await entriesOf(context, site, inquiry.id);
  return { ...presentInquiry(inquiry), entries: entries.map(({ operatorId: _, ...entry }) => entry) };
}
