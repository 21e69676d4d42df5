// What the installation itself can be alerted of: late queues, its parts, journal, lists, disk, backups, and targets that nothing reaches.
import { statfs } from 'node:fs/promises';
import { endDeadRuns } from '@maru/kit/server/backup-runs.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource, Standing } from '../../admin-contract.ts';
import { targetMs } from '../../queue-targets.ts';
import { flushP99Ms } from '../dashboard/system.ts';
import type { DeskBoard } from '../waiting.ts';
import { readBackups } from './backup-rows.ts';

/** What is told by alerts of its own. */
const otherwiseTold: readonly string[] = ['alert', 'exposure', 'prices'];
const EVERY_RIGHT = ['*'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SLOW_FLUSH_MS = 50;
const MANY_COMMANDS = 5_000;
const LATE_LISTS_MS = 10_000;
const DISK = { WARN: 85, PAGE: 95 } as const;
const TARGET_FAILS_MS = 10 * MINUTE_MS;
/** Of these each site or symbol speaks for itself. */
const otherParts: readonly string[] = ['engine', 'feed'];

export const ownSources = (context: AppContext, board: DeskBoard): AlertSource[] => [
  { kind: 'QUEUE_LATE', forMs: 0, look: () => lateQueues(context, board) },
  { kind: 'PART_DOWN', forMs: 30_000, look: () => downParts(context) },
  { kind: 'ENGINE_STOPPED', forMs: 15_000, look: async () => stoppedEngines(context) },
  { kind: 'JOURNAL_SLOW', forMs: 5 * MINUTE_MS, look: () => slowJournal(context) },
  { kind: 'COMMANDS_WAITING', forMs: 10_000, look: async () => waitingCommands(context) },
  { kind: 'LISTS_LATE', forMs: 30_000, look: async () => lateLists(context) },
  { kind: 'DISK_FULL', forMs: 0, look: () => fullDisk(context) },
  { kind: 'BACKUP_FAILED', forMs: 0, look: () => failedBackup(context) },
  { kind: 'BACKUP_LATE', forMs: 0, look: () => lateBackup(context) },
  { kind: 'TARGET_FAILING', forMs: 0, look: () => failingTargets(context) },
];

const one = (severity: Standing['severity'], figures: Standing['figures'], site: number | null = null, subject = ''): Standing => ({
  site,
  subject,
  severity,
  figures,
});

async function lateQueues({ sites, clock }: AppContext, board: DeskBoard): Promise<Standing[]> {
  const now = clock.now();
  const all = await Promise.all(
    sites.all().map(async ({ id: site }) => {
      const queues = (await board.queues(site, EVERY_RIGHT)).filter(({ kind }) => !otherwiseTold.includes(kind));
      return queues.flatMap(({ kind, count, since }) => {
        const waited = since === null ? 0 : now - Date.parse(since);
        if (count === 0 || waited <= targetMs(kind)) return [];
        const minutes = Math.floor(waited / MINUTE_MS);
        return [one('WARN', { queue: kind, count, minutes, target: targetMs(kind) / MINUTE_MS }, site, kind)];
      });
    }),
  );
  return all.flat();
}

async function downParts({ health }: AppContext): Promise<Standing[]> {
  const { parts } = await health.check();
  return Object.entries(parts).flatMap(([part, { ok }]) => (ok || otherParts.includes(part) ? [] : [one('PAGE', { part }, null, part)]));
}

const stoppedEngines = ({ engine }: AppContext): Standing[] =>
  engine.status().flatMap(({ site, ready, reason }) => (ready ? [] : [one('PAGE', { reason: reason ?? '–' }, site)]));

async function slowJournal(context: AppContext): Promise<Standing[]> {
  const ms = await flushP99Ms(context);
  return ms === null || ms <= SLOW_FLUSH_MS ? [] : [one('WARN', { ms })];
}

function waitingCommands({ engine }: AppContext): Standing[] {
  const count = engine.waiting();
  return count <= MANY_COMMANDS ? [] : [one('PAGE', { count })];
}

const lateLists = ({ projections }: AppContext): Standing[] =>
  projections
    .lag()
    .flatMap(({ site, ageMs }) => (ageMs <= LATE_LISTS_MS ? [] : [one('WARN', { seconds: Math.round(ageMs / 1000) }, site)]));

/** As `df` counts: of what may be used at all. */
async function fullDisk({ config }: AppContext): Promise<Standing[]> {
  const { bsize, blocks, bfree, bavail } = await statfs(config.dataDir);
  const used = blocks - bfree;
  const percent = used + bavail === 0 ? 0 : Math.ceil((used / (used + bavail)) * 100);
  if (percent < DISK.WARN) return [];
  const freeGb = Math.round(((bavail * bsize) / 1e9) * 10) / 10;
  return [one(percent >= DISK.PAGE ? 'PAGE' : 'WARN', { percent, freeGb })];
}

/** Until a later one is good. */
async function failedBackup({ pool }: AppContext): Promise<Standing[]> {
  await endDeadRuns(pool);
  const { rows } = await pool.query<{ state: string; fault: string | null }>(
    `SELECT state, fault FROM backup_run WHERE state <> 'RUNNING' ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.state === 'FAILED' ? [one('PAGE', { fault: rows[0].fault ?? '–' })] : [];
}

async function lateBackup({ pool, clock, config }: AppContext): Promise<Standing[]> {
  if (!config.production) return [];
  const { lastGoodAt, hours, since } = await readBackups(pool);
  const age = clock.now() - (lastGoodAt ?? since).getTime();
  return age <= hours * HOUR_MS ? [] : [one('PAGE', { hours: Math.floor(age / HOUR_MS) })];
}

async function failingTargets({ pool, clock }: AppContext): Promise<Standing[]> {
  const { rows } = await pool.query<{ id: number; site_id: number | null; name: string }>(
    'SELECT id, site_id, name FROM operator_alert_target WHERE removed_at IS NULL AND failing_since <= $1',
    [new Date(clock.now() - TARGET_FAILS_MS)],
  );
  return rows.map(({ id, site_id: site, name }) => one('WARN', { name }, site, String(id)));
}
