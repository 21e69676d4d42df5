// Carries letters that are due: taken for a minute at a time, so that a crash sends one again rather than none; given up when nobody
// wants them any more or the other side said no for good. What has left is erased.
import type { AppContext } from '@maru/kit/server/context.ts';
import { CarrierFailure } from './carrier.ts';
import type { Carriers } from './carriers.ts';
import type { LetterKind } from '../contract.ts';

const LOOK_MS = 1000;
const TAKEN_MS = 60_000;
const AT_ONCE = 20;
/** Waits before the second, third … try; after the last one the letter is given up. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];
const FORGET_MS = 3_600_000;
const KEEP_DAYS = 90;

interface Row {
  id: number;
  site_id: number;
  kind: LetterKind;
  language: 'ko' | 'en';
  recipient: string;
  subject: string;
  body: string;
  tries: number;
}

export interface LetterSender {
  /** Looks at once; does nothing while a look is under way that will see the letter anyhow. */
  hurry(): void;
  /** One look over everything that is due. Returns how many letters left. */
  sendDue(): Promise<number>;
  stop(): Promise<void>;
}

export function createLetterSender(context: AppContext, carriers: Carriers): LetterSender {
  let running: Promise<number> | undefined;
  let again = false;
  const sendDue = async () => {
    let sent = 0;
    for (;;) {
      const rows = await takeDue(context);
      const left = await Promise.all(rows.map((row) => send(context, carriers, row)));
      sent += left.filter(Boolean).length;
      if (rows.length < AT_ONCE) return sent;
    }
  };
  const look = () => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = sendDue()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'letters wait');
        return 0;
      })
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          look();
        }
      });
  };
  const looking = setInterval(look, LOOK_MS).unref();
  const forgetting = setInterval(() => void forget(context), FORGET_MS).unref();
  return {
    hurry: look,
    sendDue,
    async stop() {
      clearInterval(looking);
      clearInterval(forgetting);
      again = false;
      await running;
      carriers.close();
    },
  };
}

async function takeDue({ pool, clock }: AppContext): Promise<Row[]> {
  const now = clock.now();
  await pool.query(
    `UPDATE outbox_letter SET given_up_at = $1, last_error = coalesce(last_error, 'expired'), subject = NULL, body = NULL
     WHERE sent_at IS NULL AND given_up_at IS NULL AND expires_at <= $1`,
    [new Date(now)],
  );
  const { rows } = await pool.query<Row>(
    `UPDATE outbox_letter SET due_at = $2, tries = tries + 1
     WHERE id IN (
       SELECT id FROM outbox_letter WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= $1
       ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, site_id, kind, language, recipient, subject, body, tries`,
    [new Date(now), new Date(now + TAKEN_MS), AT_ONCE],
  );
  return rows;
}

async function send(context: AppContext, carriers: Carriers, row: Row): Promise<boolean> {
  const carrier = carriers.of(row.site_id, row.kind);
  const site = context.sites.byId(row.site_id);
  if (carrier === undefined || site === undefined || !carrier.serves(site)) {
    await keepForLater(context, row, 'nobody carries it');
    return false;
  }
  try {
    await carrier.carry({ ...row, site });
  } catch (error) {
    const isFinal = error instanceof CarrierFailure && error.isFinal;
    context.log.warn({ letter: row.id, site: row.site_id, kind: row.kind, tries: row.tries, err: error }, 'letter not carried');
    const reason = error instanceof Error ? error.message : String(error);
    if (isFinal) await giveUp(context, row, reason);
    else await keepForLater(context, row, reason);
    return false;
  }
  await context.pool.query('UPDATE outbox_letter SET sent_at = $2, subject = NULL, body = NULL, last_error = NULL WHERE id = $1', [
    row.id,
    new Date(context.clock.now()),
  ]);
  return true;
}

async function keepForLater(context: AppContext, row: Row, reason: string): Promise<void> {
  const waitMs = WAITS_MS[row.tries - 1];
  if (waitMs === undefined) return giveUp(context, row, reason);
  await context.pool.query('UPDATE outbox_letter SET due_at = $2, last_error = $3 WHERE id = $1', [
    row.id,
    new Date(context.clock.now() + waitMs),
    reason.slice(0, 500),
  ]);
}

async function giveUp(context: AppContext, row: Row, reason: string): Promise<void> {
  await context.pool.query('UPDATE outbox_letter SET given_up_at = $2, last_error = $3, subject = NULL, body = NULL WHERE id = $1', [
    row.id,
    new Date(context.clock.now()),
    reason.slice(0, 500),
  ]);
}

// Addresses are personal data: a row is kept only as long as somebody may ask whether the letter left.
async function forget({ pool, clock, log }: AppContext): Promise<void> {
  await pool
    .query('DELETE FROM outbox_letter WHERE created_at < $1 AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL)', [
      new Date(clock.now() - KEEP_DAYS * 86_400_000),
    ])
    .catch((error: unknown) => log.warn({ err: error }, 'old letters kept'));
}
