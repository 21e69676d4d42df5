// Alerts of a running server: looked at every 15 s beside everything else, sent, counted in the menu and forgotten after half a year.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { alertSources } from '../../admin-contract.ts';
import type { DeskBoard } from '../waiting.ts';
import { AlertWatch } from './alert-watch.ts';
import { ownSources } from './own-sources.ts';
import { AlertSender } from './send-alerts.ts';

const EVERY_MS = 15_000;
const FORGET_EVERY_MS = 3_600_000;
const KEPT_MS = 180 * DAY_MS;
const QUEUE = 'alert';

export interface AlertService {
  /** One look, and what it has to say on its way. */
  look(): Promise<void>;
}
export const alertService = serviceKey('operator.alertService').of<AlertService>();

export function openAlerts(context: AppContext, board: DeskBoard): void {
  const { services, jobs } = context;
  const watch = new AlertWatch(context);
  const sender = new AlertSender(context);
  services.provide(alertSources, { register: (source) => watch.register(source) });
  for (const source of ownSources(context, board)) watch.register(source);
  registerQueue(context, board);
  const once = async () => {
    if (!(await watch.look())) return;
    sender.hurry();
    for (const { id } of context.sites.all()) board.tell(id, { type: 'WAITING', kind: QUEUE });
  };
  const look = oneAfterTheOther(once);
  services.provide(alertService, { look });
  jobs.every({ name: 'operator.alerts', everyMs: EVERY_MS, fault: 'alerts could not be looked at' }, ({ isNew }) => {
    if (isNew) watch.begin();
    return look();
  });
  jobs.every({ name: 'operator.forgetAlerts', everyMs: FORGET_EVERY_MS, fault: 'old alerts were kept' }, () => forget(context));
}

/** Those that nobody has seen to. */
function registerQueue({ pool }: AppContext, board: DeskBoard): void {
  board.register({
    kind: QUEUE,
    right: 'alert.read',
    isShared: true,
    async count(site) {
      const { rows } = await pool.query<{ count: number; since: Date | null }>(
        `SELECT count(*)::int AS count, min(began_at) AS since FROM operator_alert
         WHERE ended_at IS NULL AND acknowledged_at IS NULL AND (site_id IS NULL OR site_id = $1)`,
        [site],
      );
      return rows[0];
    },
  });
}

async function forget({ pool, clock }: AppContext): Promise<void> {
  await pool.query('DELETE FROM operator_alert WHERE ended_at < $1', [new Date(clock.now() - KEPT_MS)]);
}

/** Whoever asks while one goes on gets one of its own behind it. */
function oneAfterTheOther(once: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(once, once));
}
