// What operators do to an inquiry: take it, answer it, close it, note something for each other. One operator at a time.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import type { PoolClient } from 'pg';
import {
  type answerInquiry,
  CLAIM_MINUTES,
  type claimInquiry,
  type closeInquiry,
  type DeskInquiry,
  type noteInquiry,
} from '../admin-contract.ts';
import { deskInquiryOf, namesOf } from './desk-inquiries.ts';
import { inquiryColumns, type InquiryRecord } from './inquiry-rows.ts';
import { addEntry, pageOfInquiry, tellDesk } from './write-inquiry.ts';

const targetOf = (inquiry: number) => `inquiry:${inquiry}`;
const stateOf = ({ is_answer: isAnswer, closed_at: closedAt, claimed_by: claimedBy }: InquiryRecord) => ({
  isAnswer,
  isClosed: closedAt !== null,
  claimedBy,
});

/** Held until the end of the transaction; refused while somebody else has taken it. */
async function take(context: AppContext, sql: PoolClient, call: Call, inquiry: number): Promise<InquiryRecord> {
  const { rows } = await sql.query<InquiryRecord>(
    `SELECT ${inquiryColumns} FROM contact_inquiry WHERE site_id = $1 AND id = $2 FOR UPDATE`,
    [call.site.id, inquiry],
  );
  const [record] = rows;
  if (record === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  const { claimed_by: claimer, claimed_until: until } = record;
  const isTaken = claimer !== null && until !== null && until.getTime() > context.clock.now();
  if (isTaken && claimer !== (call.session as Session).member) {
    const names = await namesOf(context, [claimer], sql);
    throw new Refusal('INQUIRY_CLAIMED', { name: names.get(claimer)?.name ?? '', until: until.toISOString() });
  }
  return record;
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export async function answerFromSupport(
  context: AppContext,
  call: Call<undefined, Out<typeof answerInquiry.body>>,
  audit: Audit,
): Promise<Answer<DeskInquiry>> {
  const site = call.site.id;
  const { member: operator } = call.session as Session;
  const { id, answer, fileIds = [] } = call.body;
  const inquiry = await inTransaction(context.pool, async (sql) => {
    const before = await take(context, sql, call, id);
    const account = context.services.use(memberDirectory).accountOf(site, before.member_id);
    if (account !== undefined) await context.services.find(refuseLeaving)?.(sql, site, account, 'OPERATOR');
    const after = await addEntry(context, sql, site, { inquiry: before, content: answer, fileIds, operator });
    await audit({ target: targetOf(id), before: stateOf(before), after: { ...stateOf(after), answer, fileIds } }, sql);
    return after;
  });
  const about = shortened(inquiry.question);
  await context.services.use(messageBox).send({
    site,
    member: inquiry.member_id,
    kind: 'CONTACT',
    title: { ko: '문의하신 내용에 답변드렸어요', en: 'We have answered your inquiry' },
    content: { ko: `‘${about}’`, en: `“${about}”` },
    link: pageOfInquiry(id),
  });
  tellDesk(context, site, id);
  return { data: await deskInquiryOf(context, call, id) };
}

/** One change of the row, with its line in the audit log. */
async function change(
  context: AppContext,
  call: Call,
  audit: Audit,
  id: number,
  assignments: string,
  values: readonly unknown[],
): Promise<Answer<DeskInquiry>> {
  await inTransaction(context.pool, async (sql) => {
    const before = await take(context, sql, call, id);
    const { rows } = await sql.query<InquiryRecord>(`UPDATE contact_inquiry SET ${assignments} WHERE id = $1 RETURNING ${inquiryColumns}`, [
      id,
      ...values,
    ]);
    await audit({ target: targetOf(id), before: stateOf(before), after: stateOf(rows[0]) }, sql);
  });
  tellDesk(context, call.site.id, id);
  return { data: await deskInquiryOf(context, call, id) };
}

export async function claimForOperator(
  context: AppContext,
  call: Call<undefined, Out<typeof claimInquiry.body>>,
  audit: Audit,
): Promise<Answer<DeskInquiry>> {
  const { id, isHeld } = call.body;
  const until = new Date(context.clock.now() + CLAIM_MINUTES * 60_000);
  const values = isHeld ? [(call.session as Session).member, until] : [null, null];
  return await change(context, call, audit, id, 'claimed_by = $2, claimed_until = $3', values);
}

/** What is closed waits for nobody; opened again it waits as before, if its last word is the member's. */
export async function closeOrOpen(
  context: AppContext,
  call: Call<undefined, Out<typeof closeInquiry.body>>,
  audit: Audit,
): Promise<Answer<DeskInquiry>> {
  const { id, isClosed } = call.body;
  const closedAt = isClosed ? new Date(context.clock.now()) : null;
  const assignments = `closed_at = $2::timestamptz, claimed_by = NULL, claimed_until = NULL,
    waiting_since = CASE WHEN $2::timestamptz IS NOT NULL OR is_answer THEN NULL ELSE coalesce(waiting_since, updated_at) END`;
  return await change(context, call, audit, id, assignments, [closedAt]);
}

export async function addNote(
  context: AppContext,
  call: Call<undefined, Out<typeof noteInquiry.body>>,
  audit: Audit,
): Promise<Answer<DeskInquiry>> {
  const { id, note } = call.body;
  await deskInquiryOf(context, call, id);
  await inTransaction(context.pool, async (sql) => {
    await sql.query('INSERT INTO contact_note (inquiry_id, operator_id, content, created_at) VALUES ($1, $2, $3, $4)', [
      id,
      (call.session as Session).member,
      note,
      new Date(context.clock.now()),
    ]);
    await audit({ target: targetOf(id), after: { note } }, sql);
  });
  tellDesk(context, call.site.id, id);
  return { data: await deskInquiryOf(context, call, id) };
}
