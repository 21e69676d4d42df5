// Sendings of the desk, in slices: each slice is one transaction with its place in the row, so that a crash in between sends nobody twice.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Job } from '@maru/kit/server/jobs.ts';
import type { Audit } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { messageQueue, newMessageQueue } from '@maru/member/contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_KIND, type sendMessages } from '../admin-contract.ts';
import type { MessageKind } from '../contract.ts';
import { meantBy, walked } from './audience.ts';
import { wanting } from './send-messages.ts';

/** So many rows keep the database and this thread busy for some milliseconds; then everybody else has a turn. */
const SLICE = 500;
const PAUSE_MS = 20;
const SENDINGS = 'message.sendings';

interface Sending {
  id: number;
  site_id: number;
  partner_code: string | null;
  member_ids: number[] | null;
  kind: MessageKind;
  title_ko: string;
  content_ko: string;
  is_urgent: boolean;
  done_until: number;
}

/** Writes the sending and its first slice; the others follow behind the answer. */
export async function sendFromDesk(
  context: AppContext,
  call: Call<undefined, Out<typeof sendMessages.body>>,
  audit: Audit,
): Promise<Answer<Out<typeof sendMessages.reply>>> {
  const { body } = call;
  const site = call.site.id;
  const { kind = 'NOTICE', title, content, titleEn = title, contentEn = content, link, isUrgent = false, reason } = body;
  const meant = await meantBy(context, site, body);
  if ((meant.audience === 'ALL' || meant.audience === 'PARTNER') && !reason) throw new Refusal('REASON_MISSING');
  const sending = await inTransaction(context.pool, async (sql) => {
    const { rows } = await sql.query<Sending>(
      `INSERT INTO message_send (site_id, audience, partner_code, member_ids, kind, title_ko, title_en, content_ko, content_en, link,
         is_urgent, reason, total, last_member, sent_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, (SELECT coalesce(max(id), 0) FROM account_member), $14, $15) RETURNING *`,
      [
        site,
        meant.audience,
        meant.partner,
        meant.members,
        kind,
        title,
        titleEn,
        content,
        contentEn,
        link ?? null,
        isUrgent,
        reason || null,
        meant.total,
        (call.session as Session).member,
        new Date(context.clock.now()),
      ],
    );
    const { audience, partner, total, left } = meant;
    const after = { audience, partner, total, left, kind, title, content, titleEn, contentEn, link: link ?? null, isUrgent };
    await audit({ target: `sending:${rows[0].id}`, before: null, after, ...(reason ? { reason } : {}) }, sql);
    return rows[0];
  });
  if (!(await sendSlice(context, sending))) context.jobs.hurry(SENDINGS);
  return { data: { id: sending.id, count: meant.total, left: meant.left } };
}

/** One slice; true when it was the last. */
async function sendSlice(context: AppContext, sending: Sending): Promise<boolean> {
  const { site_id: site, id } = sending;
  const now = new Date(context.clock.now());
  const told = await inTransaction(context.pool, async (sql) => {
    // The row is locked: two processes never send the same slice.
    const { rows } = await sql.query<{ done_until: number }>(
      'SELECT done_until FROM message_send WHERE id = $1 AND finished_at IS NULL FOR UPDATE',
      [id],
    );
    if (rows[0] === undefined) return undefined;
    const meant = await sql.query<{ id: number }>(
      `SELECT m.id FROM message_send s, account_member m
       WHERE s.id = $3 AND m.id > $4 AND m.id <= s.last_member
         AND CASE WHEN s.member_ids IS NULL THEN ${walked} ELSE m.site_id = $1 AND m.id = ANY (s.member_ids) AND m.status <> 'LEFT' END
       ORDER BY m.id LIMIT ${SLICE}`,
      [site, sending.partner_code, id, rows[0].done_until],
    );
    const slice = meant.rows.map((row) => row.id);
    const members = await wanting(context, site, slice, sending.kind, sql);
    await sql.query(
      `INSERT INTO message_message (site_id, member_id, kind, title_ko, title_en, content_ko, content_en, link, created_at, sent_by, send_id)
       SELECT s.site_id, member, s.kind, s.title_ko, s.title_en, s.content_ko, s.content_en, s.link, $2, s.sent_by, s.id
       FROM message_send s, unnest($3::bigint[]) AS member WHERE s.id = $1`,
      [id, now, members],
    );
    const isLast = slice.length < SLICE;
    await sql.query('UPDATE message_send SET sent = sent + $2, done_until = $3, finished_at = $4 WHERE id = $1', [
      id,
      members.length,
      slice.at(-1) ?? rows[0].done_until,
      isLast ? now : null,
    ]);
    return { members, isLast };
  });
  for (const member of told?.members ?? []) {
    // A notice has one line and no language of its own: the page that hears it asks for the list in its own.
    context.sockets.send(site, member, newMessageQueue.destination, { message: sending.title_ko });
    if (sending.is_urgent)
      context.sockets.send(site, member, messageQueue.destination, { message: sending.content_ko || sending.title_ko });
  }
  context.services.use(desk).tell(site, { type: 'CHANGED', kind: MESSAGE_KIND, id });
  return told === undefined || told.isLast;
}

/** What a call left for later, or a process that ended: its slices, as long as the server runs. */
export function keepSending(context: AppContext): Job {
  return context.jobs.every({ name: SENDINGS, everyMs: 5_000, fault: 'sendings wait' }, async ({ goesOn }) => {
    const { rows } = await context.pool.query<Sending>('SELECT * FROM message_send WHERE finished_at IS NULL ORDER BY id');
    const sendAll = async (sending: Sending) => {
      while (goesOn() && !(await sendSlice(context, sending))) await pause(PAUSE_MS, undefined, { ref: false });
    };
    const ends = await Promise.allSettled(rows.map(sendAll));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  });
}
