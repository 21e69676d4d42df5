// What the desk does by itself: ends sockets of sessions that fell silent, forgets old links, notes the audit log's end outside.
import type { AppContext } from '@maru/kit/server/context.ts';
import { repeat } from '@maru/kit/server/jobs.ts';
import { noteAnchor } from './audit-check.ts';
import { forgetOld } from './challenges.ts';
import type { DeskGateway } from './desk-gateway.ts';

const SILENT_MS = 60_000;
const ANCHOR_CHECK_MS = 300_000;
const HOUR_MS = 3_600_000;

export function startSweeps(context: AppContext, gateway: DeskGateway): () => Promise<void> {
  const { pool, clock, config, log } = context;
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  // Each process has sockets of its own, and a data directory.
  const silent = repeat(
    SILENT_MS,
    async () => void (gateway.hasListeners() && (await endSilent(context, gateway))),
    warn('silent sessions go on'),
  );
  const anchor = () => noteAnchor(pool, clock.now(), config.dataDir, true);
  const noted = repeat(ANCHOR_CHECK_MS, anchor, warn('the audit log’s end was not noted'));
  context.jobs.every({ name: 'operator.forgetLinks', everyMs: HOUR_MS, fault: 'old links were kept' }, () => forgetOld(context, pool));
  return async () => {
    await Promise.all([silent.stop(), noted.stop()]);
    await noteAnchor(pool, clock.now(), config.dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'the audit log’s end was not noted'),
    );
  };
}

/** Calls find out by themselves; a socket must be told. */
export async function endSilent({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, gateway: DeskGateway): Promise<void> {
  const { rows } = await pool.query<{ operator_id: number }>(
    `UPDATE operator_session s SET ended_at = $1 FROM operator_setting g
     WHERE s.ended_at IS NULL AND (s.ends_at <= $1 OR s.last_call_at + g.idle_ms * interval '1 ms' <= $1) RETURNING s.operator_id`,
    [new Date(clock.now())],
  );
  for (const id of new Set(rows.map((row) => Number(row.operator_id)))) gateway.endSockets(id);
}
