// Sends what alerts have to say: rows that are due, taken for a minute at a time, tried again at growing waits; several mails to one are one.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Job } from '@maru/kit/server/jobs.ts';
import { checkLease } from '@maru/kit/server/lease.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { alertBody, alertMail, type Told } from './alert-message.ts';
import type { Phase, StoredAlert, StoredTarget } from './alert-rows.ts';
import { carryAlert, faultOf, noteOutcome } from './carry-alert.ts';

const LOOK_MS = 5_000;
const TAKEN_MS = 60_000;
const AT_ONCE = 100;
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000];

interface Due {
  id: number;
  phase: Phase;
  tries: number;
  alert: StoredAlert;
  target: StoredTarget;
}

export class AlertSender {
  readonly #context: AppContext;
  readonly #job: Job;

  constructor(context: AppContext) {
    this.#context = context;
    this.#job = context.jobs.every({ name: 'operator.sendAlerts', everyMs: LOOK_MS, fault: 'messages of alerts wait' }, () => this.#work());
  }

  /** Something is due, or may be. */
  hurry(): void {
    void this.#job.hurry();
  }

  async #work(): Promise<void> {
    for (let isMore = true; isMore; ) {
      const due = await this.#take();
      isMore = due.length === AT_ONCE;
      const targets = Map.groupBy(due, ({ target, id }) => (target.kind === 'MAIL' ? `mail ${target.id}` : `message ${id}`));
      await Promise.all([...targets.values()].map((together) => this.#send(together)));
    }
  }

  async #take(): Promise<Due[]> {
    const { pool, clock } = this.#context;
    const now = clock.now();
    const { rows } = await fencedQuery<{ id: number; phase: Phase; tries: number; alert_id: number; target_id: number }>(
      pool,
      `UPDATE operator_alert_message SET due_at = $2, tries = tries + 1 WHERE id IN (
         SELECT id FROM operator_alert_message WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= $1
         ORDER BY due_at, id LIMIT $3 FOR UPDATE)
       RETURNING id, phase, tries, alert_id, target_id`,
      [new Date(now), new Date(now + TAKEN_MS), AT_ONCE],
    );
    const alerts = await rowsOf<StoredAlert>(
      this.#context,
      'operator_alert',
      rows.map((row) => row.alert_id),
    );
    const targets = await rowsOf<StoredTarget>(
      this.#context,
      'operator_alert_target',
      rows.map((row) => row.target_id),
    );
    return rows.map(({ id, phase, tries, alert_id: alert, target_id: target }) => ({
      id,
      phase,
      tries,
      alert: alerts.get(alert) as StoredAlert,
      target: targets.get(target) as StoredTarget,
    }));
  }

  async #send(together: readonly Due[]): Promise<void> {
    const [{ target }] = together;
    const ids = together.map(({ id }) => id);
    const { pool, clock, log } = this.#context;
    if (target.removed_at !== null) return this.#settle(ids, 'given_up_at', 'the target was removed');
    await checkLease(pool);
    const told: Told[] = together.map(({ alert, phase }) => ({ alert, phase }));
    try {
      await carryAlert(this.#context, target, {
        id: `alert-${together.map(({ id }) => id).join('-')}`,
        mail: () => alertMail(this.#context, told, target.language),
        body: () => alertBody(this.#context, told[0], target.language, clock.now()),
      });
    } catch (error) {
      const fault = faultOf(error);
      log.warn({ err: error, target: target.id, messages: ids }, 'an alert did not arrive');
      await noteOutcome(pool, target.id, clock.now(), fault);
      for (const due of together) await this.#keep(due, fault);
      return;
    }
    await noteOutcome(pool, target.id, clock.now(), undefined);
    await this.#settle(ids, 'sent_at', null);
  }

  async #keep({ id, tries }: Due, fault: string): Promise<void> {
    const wait = WAITS_MS[tries - 1];
    if (wait === undefined) return this.#settle([id], 'given_up_at', fault);
    const { pool, clock } = this.#context;
    await pool.query('UPDATE operator_alert_message SET due_at = $2, fault = $3 WHERE id = $1', [id, new Date(clock.now() + wait), fault]);
  }

  async #settle(ids: readonly number[], column: 'sent_at' | 'given_up_at', fault: string | null): Promise<void> {
    const { pool, clock } = this.#context;
    await pool.query(`UPDATE operator_alert_message SET ${column} = $2, fault = $3 WHERE id = ANY($1::bigint[])`, [
      ids,
      new Date(clock.now()),
      fault,
    ]);
  }
}

async function rowsOf<T extends { id: number }>(
  { pool }: AppContext,
  table: 'operator_alert' | 'operator_alert_target',
  ids: readonly number[],
): Promise<Map<number, T>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<T>(`SELECT * FROM ${table} WHERE id = ANY($1::bigint[])`, [[...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, row]));
}
