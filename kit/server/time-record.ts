// What time a server has seen, kept as a row: the next start never begins before it, whatever the machine's clock says by then.
import type { Pool } from 'pg';
import type { PartHealth } from './http-health.ts';
import { type ClockWord, createServerTime, type MachineClocks, machineClocks, NEVER_FOLLOWED_MS, type ServerTime } from './server-time.ts';

const LOOK_EVERY_MS = 100;
const RECORD_EVERY_MS = 5_000;

/** Idle sites write no row in the journal, and a server that was killed has not recorded its last seconds: the later of both counts. */
const SEEN = `SELECT greatest(
  (SELECT seen_ms FROM server_time),
  (SELECT max(at) FROM engine_lease l, LATERAL
    (SELECT engine_time AS at FROM journal WHERE site = l.site ORDER BY first_seq DESC LIMIT 1) AS last),
  (SELECT max(engine_time) FROM journal_base))::float8 AS seen`;
const RECORD = `INSERT INTO server_time (seen_ms) VALUES ($1)
  ON CONFLICT (is_only) DO UPDATE SET seen_ms = greatest(server_time.seen_ms, excluded.seen_ms)`;

export interface TimeParts {
  pool: Pool;
  /** The machine's clock is right although it stands before what is recorded. */
  isAheadAccepted: boolean;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  machine?: MachineClocks;
}

/** The time of this installation, recorded while it runs. Throws OperatorFault where the machine's clock stands too early. */
export async function openServerTime({ pool, isAheadAccepted, log, machine = machineClocks }: TimeParts): Promise<{
  time: ServerTime;
  stop(): Promise<void>;
}> {
  const { rows } = await pool.query<{ seen: number | null }>(SEEN);
  const seen = rows[0].seen ?? 0;
  const away = machine.wall() - seen;
  if (seen > 0 && away > NEVER_FOLLOWED_MS)
    log('warn', `by the machine's clock this server was away for ${spanOf(away)}: is the clock right?`);
  const time = createServerTime({ floor: seen, isAheadAccepted, tell: (word, off) => log(...lineOf(word, off)), machine });
  const record = () => pool.query(RECORD, [time.now()]).catch(() => {});
  const timers = [setInterval(() => time.look(), LOOK_EVERY_MS), setInterval(() => void record(), RECORD_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return {
    time,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await record();
    },
  };
}

/** As /readyz and the back office show it: the server is able to trade, and somebody should look at the machine's clock. */
export function clockHealth(time: ServerTime): PartHealth {
  const state = time.state();
  if (state.kind === 'right') return { ok: true };
  const seconds = Math.round(Math.abs(state.off) / 1000);
  const side = state.off > 0 ? 'ahead of' : 'behind';
  const then =
    state.kind === 'waiting'
      ? 'time goes slower until it has caught up'
      : state.isFollowedLater
        ? 'followed in ten minutes'
        : 'not followed';
  const code = state.kind === 'waiting' ? 'CLOCK_WAITED_FOR' : state.off > 0 ? 'CLOCK_AHEAD' : 'CLOCK_BEHIND';
  return {
    ok: true,
    warns: true,
    detail: `the machine's clock is ${seconds} s ${side} the server's time: ${then}`,
    says: { code, figures: { seconds } },
  };
}

function lineOf(word: ClockWord, off: number): ['info' | 'warn' | 'error', string] {
  const side = `${spanOf(Math.abs(off))} ${off > 0 ? 'ahead' : 'back'}`;
  switch (word) {
    case 'leapt': {
      const then =
        Math.abs(off) > NEVER_FOLLOWED_MS
          ? 'it is not followed; set it right, or start again to take it'
          : 'followed if it stands for ten minutes';
      return ['error', `the machine's clock leapt ${side}: ${then}`];
    }
    case 'followed':
      return ['warn', `the machine's clock stayed ${side}: the server's time follows it now`];
    case 'slower':
      return ['warn', `the machine's clock stands ${side} of the server's time, which goes slower until it has caught up`];
    case 'slept':
      return ['warn', `the machine slept for ${spanOf(off)}`];
    default:
      return ['info', "the machine's clock and the server's time agree again"];
  }
}

const spanOf = (ms: number) => (ms >= 3_600_000 ? `${(ms / 3_600_000).toFixed(1)} h` : `${Math.round(ms / 1000)} s`);
