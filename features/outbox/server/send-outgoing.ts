// Carries mails that are due: taken for a minute at a time, so that a crash sends one again rather than none; given up when nobody
// wants them any more or the other side said no for good. What has left is erased.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { checkLease } from '@maru/kit/server/lease.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { TransportFailure } from './transport.ts';
import type { Transports } from './transports.ts';
import type { OutgoingKind } from '../contract.ts';

const LOOK_MS = 1000;
const TAKEN_MS = 60_000;
const AT_ONCE = 20;
/** Waits before the second, third … try; after the last one the mail is given up. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
const FORGET_MS = 3_600_000;
const KEEP_DAYS = 90;

interface Row {
  id: number;
  site_id: number;
  kind: OutgoingKind;
  language: 'ko' | 'en';
  recipient: string;
  subject: string;
  body: string;
  tries: number;
}

export interface OutboxSender {
  /** Looks at once, or behind the look that is under way. */
  hurry(): void;
  stop(): Promise<void>;
}

export function createOutboxSender(context: AppContext, transports: Transports): OutboxSender {
  const sendDue = async () => {
    for (let isMore = true; isMore; ) {
      const rows = await takeDue(context);
      await Promise.all(rows.map((row) => send(context, transports, row)));
      isMore = rows.length === AT_ONCE;
    }
  };
  const sending = context.jobs.every({ name: 'outbox.send', everyMs: LOOK_MS, fault: 'mails wait' }, sendDue);
  context.jobs.every({ name: 'outbox.forget', everyMs: FORGET_MS, fault: 'old mails kept' }, () => forget(context));
  return {
    hurry: () => void sending.hurry(),
    async stop() {
      await sending.stop();
      transports.close();
    },
  };
}

/** In the job's own transaction: who has lost the job takes nothing. */
function takeDue({ pool, clock }: AppContext): Promise<Row[]> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    await client.query(
      `UPDATE outbox_message SET given_up_at = $1, last_error = coalesce(last_error, 'expired'), subject = NULL, body = NULL
       WHERE sent_at IS NULL AND given_up_at IS NULL AND expires_at <= $1`,
      [new Date(now)],
    );
    const { rows } = await client.query<Row>(
      `UPDATE outbox_message SET due_at = $2, tries = tries + 1
       WHERE id IN (
         SELECT id FROM outbox_message WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= $1
         ORDER BY due_at, id LIMIT $3 FOR UPDATE)
       RETURNING id, site_id, kind, language, recipient, subject, body, tries`,
      [new Date(now), new Date(now + TAKEN_MS), AT_ONCE],
    );
    return rows;
  });
}

async function send(context: AppContext, transports: Transports, row: Row): Promise<void> {
  const { pool, clock } = context;
  const transport = transports.of(row.site_id, row.kind);
  const site = context.sites.byId(row.site_id);
  if (transport === undefined || site === undefined || !transport.serves(site)) return keepForLater(context, row, 'nobody carries it');
  await checkLease(pool);
  try {
    await transport.carry({ ...row, site });
  } catch (error) {
    const isFinal = error instanceof TransportFailure && error.isFinal;
    context.log.warn({ mail: row.id, site: row.site_id, kind: row.kind, tries: row.tries, err: error }, 'mail not carried');
    const reason = error instanceof Error ? error.message : String(error);
    return isFinal ? giveUp(context, row, reason) : keepForLater(context, row, reason);
  }
  // Not of the job's lease: it has left, whoever has the job by now must not send it again.
  const sent = 'UPDATE outbox_message SET sent_at = $2, given_up_at = NULL, subject = NULL, body = NULL, last_error = NULL WHERE id = $1';
  await pool.query(sent, [row.id, new Date(clock.now())]);
}

/** Of this very try: what came of a later one stands. */
const OF_TRY = 'WHERE id = $1 AND tries = $4 AND sent_at IS NULL';

async function keepForLater(context: AppContext, row: Row, reason: string): Promise<void> {
  const waitMs = WAITS_MS[row.tries - 1];
  if (waitMs === undefined) return giveUp(context, row, reason);
  const due = new Date(context.clock.now() + waitMs);
  const text = `UPDATE outbox_message SET due_at = $2, last_error = $3 ${OF_TRY}`;
  await context.pool.query(text, [row.id, due, reason.slice(0, 500), row.tries]);
}

async function giveUp({ pool, clock }: AppContext, row: Row, reason: string): Promise<void> {
  const text = `UPDATE outbox_message SET given_up_at = $2, last_error = $3, subject = NULL, body = NULL ${OF_TRY}`;
  await pool.query(text, [row.id, new Date(clock.now()), reason.slice(0, 500), row.tries]);
}

// Addresses are personal data: a row is kept only as long as somebody may ask whether the mail left.
async function forget({ pool, clock }: AppContext): Promise<void> {
  await pool.query('DELETE FROM outbox_message WHERE created_at < $1 AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL)', [
    new Date(clock.now() - KEEP_DAYS * DAY_MS),
  ]);
}
