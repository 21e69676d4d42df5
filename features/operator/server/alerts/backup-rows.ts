// How the backups went, as the page and the alert read it.
import type { BackupRun } from '@maru/kit/server/backup-runs.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { Backups } from '../../alert-contract.ts';

const SHOWN = 20;

export async function readBackups(sql: SqlWriter): Promise<{ lastGoodAt: Date | null; hours: number; since: Date }> {
  const { rows } = await sql.query<{ hours: number; since: Date; good: Date | null }>(
    `SELECT backup_hours AS hours, since, (SELECT max(began_at) FROM backup_run WHERE state = 'DONE') AS good FROM operator_alert_setting`,
  );
  const [{ hours, since, good }] = rows;
  return { lastGoodAt: good, hours, since };
}

export async function presentBackups(sql: SqlWriter, isWatched: boolean): Promise<Backups> {
  const { lastGoodAt, hours } = await readBackups(sql);
  const { rows } = await sql.query<BackupRun>('SELECT * FROM backup_run ORDER BY id DESC LIMIT $1', [SHOWN]);
  return {
    lastGoodAt: lastGoodAt?.toISOString() ?? null,
    hours,
    isWatched,
    runs: rows.map(({ id, state, began_at: began, ended_at: ended, bytes, directory, fault }) => ({
      id,
      state,
      beganAt: began.toISOString(),
      endedAt: ended?.toISOString() ?? null,
      bytes,
      directory,
      fault,
    })),
  };
}
