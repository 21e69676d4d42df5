// Looks at everything that may be an alert: one begins once however often it is seen, is told again at growing pauses, and ends once.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import type { AlertKind, AlertSource, Standing } from '../../admin-contract.ts';
import { keyOf, type Phase, type StoredAlert } from './alert-rows.ts';

/** What is away for so long has ended: shorter, it only flickered. */
export const ENDS_AFTER_MS = 60_000;
/** From one telling to the next, while nobody has acknowledged it. */
export const PAUSES_MS = [15 * 60_000, 60 * 60_000, 4 * 3_600_000, 12 * 3_600_000, DAY_MS];
/** A source that hangs must not hold up the others. */
const LOOK_MS = 10_000;
interface Seen extends Standing {
  kind: AlertKind;
}

export class AlertWatch {
  readonly #context: AppContext;
  readonly #sources = new Map<AlertKind, AlertSource>();
  /** Since when each has been seen, and each open one been away; as this process knows it. */
  readonly #seenSince = new Map<string, number>();
  readonly #awaySince = new Map<number, number>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  register(source: AlertSource): void {
    if (this.#sources.has(source.kind)) throw new Error(`alerts of kind ${source.kind} have a source already`);
    this.#sources.set(source.kind, source);
  }

  /** Another process judged until now: since when things stand is known from now on. */
  begin(): void {
    this.#seenSince.clear();
    this.#awaySince.clear();
  }

  /** Looks once. Answers whether something is to be told, or pages have something new to show. */
  async look(): Promise<boolean> {
    const { pool, clock } = this.#context;
    const { seen, asked } = await this.#ask();
    const now = clock.now();
    const standing = this.#standing(seen, asked, now);
    return inTransaction(pool, async (client) => {
      const { rows: open } = await client.query<StoredAlert>('SELECT * FROM operator_alert WHERE ended_at IS NULL FOR UPDATE');
      return this.#judge(client, { open, seen, standing, asked, now });
    });
  }

  async #ask(): Promise<{ seen: Map<string, Seen>; asked: Set<string> }> {
    const seen = new Map<string, Seen>();
    const asked = new Set<string>();
    await Promise.all(
      [...this.#sources.values()].map(async ({ kind, look }) => {
        try {
          for (const each of await within(look())) seen.set(keyOf(kind, each), { ...each, kind });
          asked.add(kind);
        } catch (error) {
          this.#context.log.warn({ err: error, kind }, 'what alerts are made of could not be looked at');
        }
      }),
    );
    return { seen, asked };
  }

  /** Those that have been seen for as long as their kind wants. */
  #standing(seen: ReadonlyMap<string, Seen>, asked: ReadonlySet<string>, now: number): Map<string, Seen> {
    for (const key of this.#seenSince.keys()) if (!seen.has(key) && asked.has(key.split(' ')[0])) this.#seenSince.delete(key);
    const standing = new Map<string, Seen>();
    for (const [key, each] of seen) {
      const since = this.#seenSince.get(key) ?? now;
      this.#seenSince.set(key, since);
      if (now - since >= (this.#sources.get(each.kind)?.forMs ?? 0)) standing.set(key, each);
    }
    return standing;
  }

  async #judge(client: PoolClient, found: Found): Promise<boolean> {
    const { open, seen, standing, asked, now } = found;
    let isNew = false;
    const known = new Set<string>();
    for (const alert of open) {
      const key = keyOf(alert.kind, { site: alert.site_id, subject: alert.subject });
      known.add(key);
      const now_ = seen.get(key);
      if (now_ !== undefined) {
        this.#awaySince.delete(alert.id);
        isNew = (await goOn(client, alert, now_, now)) || isNew;
      } else if (asked.has(alert.kind)) isNew = (await this.#mayEnd(client, alert, now)) || isNew;
    }
    for (const [key, each] of standing) {
      if (known.has(key)) continue;
      await begin(client, each, now);
      isNew = true;
    }
    return isNew;
  }

  async #mayEnd(client: PoolClient, alert: StoredAlert, now: number): Promise<boolean> {
    const since = this.#awaySince.get(alert.id) ?? now;
    this.#awaySince.set(alert.id, since);
    if (now - since < ENDS_AFTER_MS) return false;
    await client.query('UPDATE operator_alert SET ended_at = $2 WHERE id = $1', [alert.id, new Date(since)]);
    this.#awaySince.delete(alert.id);
    await tell(client, alert, 'END', now);
    return true;
  }
}

interface Found {
  open: readonly StoredAlert[];
  seen: ReadonlyMap<string, Seen>;
  standing: ReadonlyMap<string, Seen>;
  asked: ReadonlySet<string>;
  now: number;
}

async function begin(client: PoolClient, { site, kind, subject, severity, figures }: Seen, now: number): Promise<void> {
  const { rows } = await client.query<StoredAlert>(
    `INSERT INTO operator_alert (site_id, kind, subject, severity, figures, began_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *`,
    [site, kind, subject, severity, JSON.stringify(figures), new Date(now), new Date(now + PAUSES_MS[0])],
  );
  await tell(client, rows[0], 'BEGIN', now);
}

/** Figures as they are now; told again when its pause is over, at once when it got worse. */
async function goOn(client: PoolClient, alert: StoredAlert, { severity, figures }: Seen, now: number): Promise<boolean> {
  const isWorse = severity === 'PAGE' && alert.severity === 'WARN';
  await client.query('UPDATE operator_alert SET severity = $2, figures = $3 WHERE id = $1', [alert.id, severity, JSON.stringify(figures)]);
  if (isWorse) await client.query('UPDATE operator_alert SET acknowledged_by = NULL, acknowledged_at = NULL WHERE id = $1', [alert.id]);
  const isDue = alert.acknowledged_at === null && alert.next_at.getTime() <= now;
  if (!isWorse && !isDue) return false;
  await tell(client, { ...alert, severity }, 'STILL', now);
  return true;
}

/** One message for each target; what is still on its way to it about the same alert has been overtaken. */
async function tell(client: PoolClient, alert: StoredAlert, phase: Phase, now: number): Promise<void> {
  const { id, site_id: site, severity, kind, subject } = alert;
  const at = new Date(now);
  await client.query('DELETE FROM operator_alert_message WHERE alert_id = $1 AND sent_at IS NULL AND given_up_at IS NULL', [id]);
  const told = await client.query(
    `INSERT INTO operator_alert_message (alert_id, target_id, phase, created_at, due_at)
     SELECT $1, t.id, $2, $3, $3 FROM operator_alert_target t
     WHERE t.removed_at IS NULL AND (t.site_id IS NULL OR t.site_id = $4) AND (t.least = 'WARN' OR $5 = 'PAGE')
       AND NOT ($6 = 'TARGET_FAILING' AND t.id::text = $7)`,
    [id, phase, at, site, severity, kind, subject],
  );
  const pause = PAUSES_MS[Math.min(alert.times_told, PAUSES_MS.length - 1)];
  await client.query(
    `UPDATE operator_alert SET times_told = times_told + 1, next_at = $3, last_told_at = CASE WHEN $4 THEN $2 ELSE last_told_at END WHERE id = $1`,
    [id, at, new Date(now + pause), (told.rowCount ?? 0) > 0],
  );
}

async function within<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${LOOK_MS} ms`)), LOOK_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
