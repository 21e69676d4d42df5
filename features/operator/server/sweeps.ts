// What the desk does by itself: ends sockets of sessions that fell silent, forgets old links, notes the audit log's end outside.
import type { AppContext } from '@maru/kit/server/context.ts';
import { noteAnchor } from './audit-check.ts';
import { forgetOld } from './challenges.ts';
import type { DeskDoor } from './desk-door.ts';

const SILENT_MS = 60_000;
const ANCHOR_CHECK_MS = 300_000;
const HOUR_MS = 3_600_000;

export function startSweeps(context: AppContext, door: DeskDoor): () => Promise<void> {
  const { pool, clock, config, log } = context;
  const tried = (what: string, work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.warn({ err: error }, `${what} was not done`));
  const silent = setInterval(
    tried('ending silent sessions', async () => {
      if (door.hasListeners()) await endSilent(context, door);
    }),
    SILENT_MS,
  ).unref();
  const anchor = () => noteAnchor(pool, clock.now(), config.dataDir, true);
  const noted = setInterval(tried('noting the end of the audit log', anchor), ANCHOR_CHECK_MS).unref();
  const forgotten = setInterval(
    tried('forgetting old links', () => forgetOld(context, pool)),
    HOUR_MS,
  ).unref();
  return async () => {
    for (const timer of [silent, noted, forgotten]) clearInterval(timer);
    await noteAnchor(pool, clock.now(), config.dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'the audit log’s end was not noted'),
    );
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
