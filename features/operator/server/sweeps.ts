// What the desk does by itself: ends sockets of sessions that fell silent, forgets old links, notes the audit log's end outside.
import type { AppContext } from '@maru/kit/server/context.ts';
import { noteAnchor } from './audit-check.ts';
import { forgetOld } from './challenges.ts';
import type { DeskDoor } from './desk-door.ts';

const SILENT_MS = 60_000;
const HOUR_MS = 3_600_000;

export function startSweeps(context: AppContext, door: DeskDoor): () => void {
  const { pool, clock, config, log } = context;
  const tried = (what: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.warn({ err: error }, `${what} was not done`));
  const silent = setInterval(
    tried('ending silent sessions', async () => {
      if (door.hasListeners()) await endSilent(context, door);
    }),
    SILENT_MS,
  ).unref();
  const hourly = tried('the desk’s hourly work', async () => {
    await forgetOld(context, pool);
    await noteAnchor(pool, clock.now(), config.dataDir);
  });
  const hour = setInterval(hourly, HOUR_MS).unref();
  hourly();
  return () => {
    clearInterval(silent);
    clearInterval(hour);
  };
}

/** Calls find out by themselves; a socket must be told. */
export async function endSilent({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, door: DeskDoor): Promise<void> {
  const { rows } = await pool.query<{ operator_id: number }>(
    `UPDATE operator_session s SET ended_at = $1 FROM operator_setting g
     WHERE s.ended_at IS NULL AND (s.ends_at <= $1 OR s.last_call_at + g.idle_ms * interval '1 ms' <= $1) RETURNING s.operator_id`,
    [new Date(clock.now())],
  );
  for (const id of new Set(rows.map((row) => Number(row.operator_id)))) door.endSockets(id);
}
