// Requests for a second person as rows, as they are shown, and the content hash of what was shown.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { NeededRight, SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { ApprovalRow } from '../approval-contract.ts';
import type { ErrorWords } from '@maru/kit/server/http-errors.ts';
import type { ApprovalKind, AskedRequest } from '../contract.ts';
import type { TieKind } from '../people-contract.ts';
import type { Look } from './live-values.ts';

export interface ApprovalRecord {
  id: number;
  kind: string;
  site_id: number;
  target: string;
  summary_ko: string;
  summary_en: string;
  payload: unknown;
  before: unknown;
  after: unknown;
  reason: string;
  content_hash: string;
  status: ApprovalRow['status'];
  asked_by: number;
  asked_at: Date;
  expires_at: Date;
  claimed_by: number | null;
  claimed_until: Date | null;
  decided_by: number | null;
  decided_at: Date | null;
  decision_reason: string | null;
  result: unknown;
  outcome: ApprovalRow['outcome'];
  applied_at: Date | null;
  fault: string | null;
}
interface Named extends ApprovalRecord {
  asker_username: string;
  asker_name: string;
  claimer_username: string | null;
  claimer_name: string | null;
  decider_username: string | null;
  decider_name: string | null;
}

/** With everybody's names; put a WHERE behind it. */
export const approvalSelect = `SELECT a.*, o.username AS asker_username, o.name AS asker_name,
    c.username AS claimer_username, c.name AS claimer_name, d.username AS decider_username, d.name AS decider_name
  FROM operator_approval a JOIN operator_operator o ON o.id = a.asked_by
  LEFT JOIN operator_operator c ON c.id = a.claimed_by LEFT JOIN operator_operator d ON d.id = a.decided_by`;

/** Of everything that a yes says yes to. The database gives JSON back in one order, whatever order it was written in. */
export function contentHashOf(
  row: Pick<ApprovalRecord, 'kind' | 'site_id' | 'target' | 'payload' | 'before' | 'after' | 'reason'>,
): string {
  const shown = [row.kind, row.site_id, row.target, row.payload, row.before, row.after, row.reason];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

export const askedOf = (row: ApprovalRecord): AskedRequest => ({
  id: Number(row.id),
  kind: row.kind,
  site: row.site_id,
  target: row.target,
  payload: row.payload,
  before: row.before,
  after: row.after,
  reason: row.reason,
  askedBy: Number(row.asked_by),
});

/** As it is called: what was agreed to and not done is no approved one. */
export const statusSql = `CASE WHEN a.status = 'WAITING' AND a.expires_at <= $3 THEN 'EXPIRED'
  WHEN a.status = 'APPROVED' AND a.outcome IN ('PARTLY', 'FAILED') THEN 'FAILED' ELSE a.status END`;
const statusOf = (row: ApprovalRecord, isOver: boolean) =>
  isOver ? 'EXPIRED' : row.status === 'APPROVED' && (row.outcome === 'PARTLY' || row.outcome === 'FAILED') ? 'FAILED' : row.status;

export interface Viewer {
  operator: number;
  mayDecide(needed: NeededRight): boolean;
  /** Why the viewer counts as one person with that operator. */
  tiesWith(asker: number): TieKind[];
  /** How many others may decide what that operator asked. */
  deciders(asker: number, needed: NeededRight): number;
  /** Both texts of a code. */
  wordsOf: ErrorWords;
  now: number;
}
// oxlint-disable-next-line typescript/no-explicit-any -- each kind's context is its feature's
export type Kinds = ReadonlyMap<string, ApprovalKind<any>>;

/** `look`: of one that was asked for by its id. */
export function present(row: Named, kinds: Kinds, viewer: Viewer, look?: Look): ApprovalRow {
  const kind = kinds.get(row.kind);
  const isOwn = Number(row.asked_by) === viewer.operator;
  const isOver = row.status === 'WAITING' && row.expires_at.getTime() <= viewer.now;
  const isClaimed = row.status === 'WAITING' && row.claimed_until !== null && row.claimed_until.getTime() > viewer.now;
  const person = (id: number | null, username: string | null, name: string | null) =>
    id === null ? null : { id: Number(id), username: username ?? '', name: name ?? '' };
  const isOpen = row.status === 'WAITING' && !isOver;
  const ties = isOwn ? [] : viewer.tiesWith(Number(row.asked_by));
  const claimer = person(row.claimed_by, row.claimer_username, row.claimer_name);
  return {
    id: Number(row.id),
    kind: row.kind,
    kindName: kind?.name ?? { ko: row.kind, en: row.kind },
    target: row.target,
    summary: { ko: row.summary_ko, en: row.summary_en },
    before: row.before,
    after: row.after,
    reason: row.reason,
    status: statusOf(row, isOver),
    askedBy: { id: Number(row.asked_by), username: row.asker_username, name: row.asker_name },
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    claim: isClaimed && claimer !== null ? { by: claimer, until: (row.claimed_until as Date).toISOString() } : null,
    decidedBy: person(row.decided_by, row.decider_username, row.decider_name),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    result: row.result,
    outcome: row.outcome,
    appliedAt: row.applied_at?.toISOString() ?? null,
    ...liveOf(row, viewer, look),
    isOwn,
    mayDecide: isOpen && !isOwn && ties.length === 0 && kind !== undefined && viewer.mayDecide(kind),
    ties,
    deciders: isOpen && kind !== undefined ? viewer.deciders(Number(row.asked_by), kind) : 0,
  };
}

/** As the database gives it back. */
const inRow = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function liveOf(row: ApprovalRecord, viewer: Viewer, look: Look | undefined): Pick<ApprovalRow, 'fault' | 'live' | 'print'> {
  const fault = row.fault === null ? undefined : viewer.wordsOf(row.fault);
  const blocked = look?.blocked && viewer.wordsOf(look.blocked.code, look.blocked.data);
  const values = look?.values;
  const isChanged = !isDeepStrictEqual(inRow([values?.before, values?.after]), [row.before, row.after]);
  return {
    fault: blocked ?? fault ?? null,
    live: values === undefined ? null : { before: values.before, after: values.after, isChanged },
    print: look?.contentHash ?? '',
  };
}

/** Held until the transaction ends: of ten that come at once one goes on, the others see what it did. */
export async function holdApproval(sql: SqlWriter, site: number, id: number): Promise<ApprovalRecord | undefined> {
  const { rows } = await sql.query('SELECT * FROM operator_approval WHERE site_id = $1 AND id = $2 FOR UPDATE', [site, id]);
  return rows[0];
}
