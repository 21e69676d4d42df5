// Mails that cannot leave, as an alert: members wait for their codes.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource } from '@maru/operator/admin-contract.ts';

const LATE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export const lateOutgoing = ({ pool, clock }: AppContext): AlertSource => ({
  kind: 'LETTERS_LATE',
  forMs: 0,
  async look() {
    const now = clock.now();
    const { rows } = await pool.query<{ site: number; count: number; since: Date }>(
      `SELECT site_id AS site, count(*)::int AS count, min(created_at) AS since FROM outbox_message
       WHERE sent_at IS NULL AND given_up_at IS NULL AND created_at <= $1 GROUP BY site_id`,
      [new Date(now - LATE_MS)],
    );
    return rows.map(({ site, count, since }) => ({
      site,
      subject: '',
      severity: 'WARN',
      figures: { count, minutes: Math.floor((now - since.getTime()) / MINUTE_MS) },
    }));
  },
});
