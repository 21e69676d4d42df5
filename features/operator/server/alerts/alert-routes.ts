// The calls of the page of alerts: what stands and stood, seen to by whom, and how the backups went.
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { acknowledgeAlert, listAlerts, setBackupHours } from '../../alert-contract.ts';
import type { StoredAlert } from './alert-rows.ts';
import { presentBackups } from './backup-rows.ts';
import { callerGrants, mayAt, presentAlerts } from './present-alerts.ts';

const ENDED_SHOWN = 100;

const listAlertsHandler = handleOperator(listAlerts, async (context, call) => {
  const { pool, config } = context;
  const grants = await callerGrants(context, call.session);
  const [open, ended] = await Promise.all([
    pool.query<StoredAlert>(
      `SELECT * FROM operator_alert WHERE ended_at IS NULL AND (site_id IS NULL OR site_id = $1)
       ORDER BY acknowledged_at IS NOT NULL, severity = 'WARN', began_at`,
      [call.site.id],
    ),
    pool.query<StoredAlert>(
      'SELECT * FROM operator_alert WHERE ended_at IS NOT NULL AND (site_id IS NULL OR site_id = $1) ORDER BY ended_at DESC, id DESC LIMIT $2',
      [call.site.id, ENDED_SHOWN],
    ),
  ]);
  const seesAll = mayAt(grants, null, listAlerts.right as string);
  return {
    data: {
      open: await presentAlerts(context, open.rows, grants),
      ended: await presentAlerts(context, ended.rows, grants),
      backups: seesAll ? await presentBackups(pool, config.production) : null,
      mayChangeAll: mayAt(grants, null, setBackupHours.right as string),
    },
  };
});

const acknowledgeAlertHandler = handleOperator(acknowledgeAlert, async (context, call, audit) => {
  const grants = await callerGrants(context, call.session);
  const row = await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<StoredAlert>(
      'SELECT * FROM operator_alert WHERE id = $1 AND (site_id IS NULL OR site_id = $2) FOR UPDATE',
      [call.body.id, call.site.id],
    );
    const [alert] = rows;
    if (alert === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
    if (!mayAt(grants, alert.site_id, acknowledgeAlert.right as string)) throw new Refusal('NO_PERMISSION');
    if (alert.ended_at !== null) throw new Refusal('ALERT_ENDED');
    // Who was first stays.
    const changed = await client.query<StoredAlert>(
      `UPDATE operator_alert SET acknowledged_by = coalesce(acknowledged_by, $2), acknowledged_at = coalesce(acknowledged_at, $3) WHERE id = $1 RETURNING *`,
      [alert.id, (call.session as Session).member, new Date(context.clock.now())],
    );
    await client.query(
      `DELETE FROM operator_alert_message WHERE alert_id = $1 AND phase = 'STILL' AND sent_at IS NULL AND given_up_at IS NULL`,
      [alert.id],
    );
    await audit({ target: `alert:${alert.id}`, after: { kind: alert.kind, subject: alert.subject, acknowledged: true } }, client);
    return changed.rows[0];
  });
  return { data: (await presentAlerts(context, [row], grants))[0] };
});

const setBackupHoursHandler = handleOperator(setBackupHours, async (context, call, audit) => {
  const { hours, reason } = call.body;
  await inTransaction(context.pool, async (client) => {
    const { rows } = await client.query<{ was: number }>('SELECT backup_hours AS was FROM operator_alert_setting FOR UPDATE');
    await client.query('UPDATE operator_alert_setting SET backup_hours = $1', [hours]);
    await audit({ target: 'alerts:backup', before: { backupHours: rows[0].was }, after: { backupHours: hours }, reason }, client);
  });
  return { data: { hours } };
});

export const alertRoutes = [listAlertsHandler, acknowledgeAlertHandler, setBackupHoursHandler];
