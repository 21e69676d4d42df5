// The second person: takes a request, says yes or no to what is shown; a yes is applied once, however many press at once.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import type { decideApproval } from '../approval-contract.ts';
import type { ApprovalKind } from '../contract.ts';
import { type ApprovalRecord, askedOf, holdApproval, type Kinds, contentHashOf } from './approval-rows.ts';
import type { ApprovalDesk } from './ask-approval.ts';
import { refuseOwnTarget } from './behind-member.ts';
import { approvedOf } from './finish-approval.ts';
import { grantsOf, holdsNeeded } from './grants.ts';
import { lookAt } from './live-values.ts';
import { tiesOf, whyOne } from './one-person.ts';

const CLAIM_MS = 5 * 60_000;

/** The request, held, if somebody may still decide it. */
async function holdWaiting(context: AppContext, client: PoolClient, call: Call, id: number): Promise<ApprovalRecord> {
  const row = await holdApproval(client, call.site.id, id);
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (row.status !== 'WAITING' || row.expires_at.getTime() <= context.clock.now()) throw new Refusal('APPROVAL_DECIDED');
  return row;
}

async function refuseUnfit(
  context: AppContext,
  client: PoolClient,
  call: Call,
  row: ApprovalRecord,
  kinds: Kinds,
): Promise<ApprovalKind<AppContext>> {
  const { member } = call.session as Session;
  if (Number(row.asked_by) === member) throw new Refusal('APPROVAL_OWN');
  const ties = whyOne(await tiesOf(context, client), member, Number(row.asked_by));
  if (ties.length > 0) throw new Refusal('APPROVAL_LINKED', { ties });
  const kind = kinds.get(row.kind);
  if (kind === undefined) throw new Refusal('NOT_FOUND', { field: 'kind' });
  if (!holdsNeeded(await grantsOf(client, member), call.site.id, kind)) throw new Refusal('NO_PERMISSION');
  const isOthers = row.claimed_until !== null && row.claimed_until.getTime() > context.clock.now() && Number(row.claimed_by) !== member;
  if (isOthers) throw new Refusal('APPROVAL_CLAIMED');
  await refuseOwnTarget(context, client, { site: row.site_id, target: row.target }, member);
  await kind.unfit?.(context, client, askedOf(row), member);
  return kind;
}

export async function claim(
  context: AppContext,
  call: Call<undefined, { id: number }>,
  audit: Audit,
  kinds: Kinds,
): Promise<ApprovalRecord> {
  return inTransaction(context.pool, async (client) => {
    const row = await holdWaiting(context, client, call, call.body.id);
    await refuseUnfit(context, client, call, row, kinds);
    await client.query('UPDATE operator_approval SET claimed_by = $2, claimed_until = $3 WHERE id = $1', [
      row.id,
      (call.session as Session).member,
      new Date(context.clock.now() + CLAIM_MS),
    ]);
    await audit({ target: `approval:${row.id}` }, client);
    return row;
  });
}

export async function release(context: AppContext, call: Call<undefined, { id: number }>, audit: Audit): Promise<ApprovalRecord> {
  return inTransaction(context.pool, async (client) => {
    const row = await holdWaiting(context, client, call, call.body.id);
    await client.query('UPDATE operator_approval SET claimed_by = NULL, claimed_until = NULL WHERE id = $1 AND claimed_by = $2', [
      row.id,
      (call.session as Session).member,
    ]);
    await audit({ target: `approval:${row.id}` }, client);
    return row;
  });
}

export async function withdraw(
  context: AppContext,
  call: Call<undefined, { id: number }>,
  audit: Audit,
  kinds: Kinds,
): Promise<ApprovalRecord> {
  return inTransaction(context.pool, async (client) => {
    const row = await holdWaiting(context, client, call, call.body.id);
    // Another's request is none of the caller's.
    if (Number(row.asked_by) !== (call.session as Session).member) throw new Refusal('NOT_FOUND', { field: 'id' });
    await close(context, client, row, { status: 'WITHDRAWN', by: null, reason: null });
    await kinds.get(row.kind)?.declined?.(context, client, askedOf(row));
    await audit({ target: `approval:${row.id}` }, client);
    return row;
  });
}

export async function decide(
  context: AppContext,
  call: Call<undefined, Out<typeof decideApproval.body>>,
  audit: Audit,
  { kinds, finisher }: ApprovalDesk,
): Promise<ApprovalRecord> {
  const { id, isApproved, print: contentHash, reason = '' } = call.body;
  if (!isApproved && reason === '') throw new Refusal('REQUIRED_FIELD', { field: 'reason' });
  const by = (call.session as Session).member;
  const { row, kind } = await inTransaction(context.pool, async (client) => {
    const row = await holdWaiting(context, client, call, id);
    const kind = await refuseUnfit(context, client, call, row, kinds);
    const look = await lookAt(context, client, kind, row);
    // What is applied is what was asked, and what the decider had before its eyes; of a no it is enough that it was asked.
    if (row.content_hash !== contentHashOf(row) || (isApproved && contentHash !== look.contentHash)) throw new Refusal('APPROVAL_CHANGED');
    if (isApproved && look.blocked !== undefined) throw look.blocked;
    const done = isApproved ? await kind.apply(context, client, approvedOf(row, by)) : undefined;
    if (!isApproved) await kind.declined?.(context, client, askedOf(row));
    const result = (done as { after?: unknown } | undefined)?.after;
    const outcome = !isApproved ? null : kind.finish === undefined ? 'APPLIED' : 'PENDING';
    await close(context, client, row, { status: isApproved ? 'APPROVED' : 'REJECTED', by, reason, result, outcome });
    const told = {
      request: Number(row.id),
      kind: row.kind,
      isApproved,
      wanted: row.after,
      ...(outcome && { outcome }),
      ...(result !== undefined && { result }),
    };
    await audit({ target: row.target, before: look.values?.before ?? row.before, after: told, reason: reason || row.reason }, client);
    return { row, kind };
  });
  if (!isApproved) return row;
  const failed = (error: unknown) =>
    context.log.error({ err: error, request: id, kind: row.kind }, 'what follows an approval was not done yet');
  await finisher.finish(row, by, false).catch(failed);
  await kind.after?.(context, approvedOf(row, by)).catch(failed);
  return row;
}

interface Decision {
  status: 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
  by: number | null;
  reason: string | null;
  result?: unknown;
  outcome?: ApprovalRecord['outcome'];
}

async function close(
  { clock }: AppContext,
  client: PoolClient,
  row: ApprovalRecord,
  { status, by, reason, result, outcome = null }: Decision,
): Promise<void> {
  await client.query(
    `UPDATE operator_approval SET status = $2, decided_by = $3, decided_at = $4, decision_reason = nullif($5, ''), result = $6, outcome = $7::text,
       applied_at = CASE WHEN $7::text = 'APPLIED' THEN $4::timestamptz END, claimed_by = NULL, claimed_until = NULL WHERE id = $1`,
    [row.id, status, by, new Date(clock.now()), reason, JSON.stringify(result ?? null), outcome],
  );
}
