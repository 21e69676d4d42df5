// What the installation asks of all its operators: how long a silent session lasts, and from where they may come.
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';

export const IDLE_MS = 15 * 60_000;

export interface DeskSettings {
  idleMs: number;
  /** None = from anywhere. */
  addresses: readonly string[];
}

export async function readDeskSettings(sql: SqlWriter): Promise<DeskSettings> {
  const { rows } = await sql.query('SELECT idle_ms, addresses FROM operator_setting');
  return { idleMs: rows[0]?.idle_ms ?? IDLE_MS, addresses: rows[0]?.addresses ?? [] };
}

export async function ensureDeskSettings(sql: SqlWriter): Promise<void> {
  await sql.query('INSERT INTO operator_setting (idle_ms) VALUES ($1) ON CONFLICT DO NOTHING', [IDLE_MS]);
}
