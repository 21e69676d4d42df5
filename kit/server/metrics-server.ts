// Figures of the server as a whole: the event loop, memory, engines, projections, and flushes of the journal.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Summary } from 'prom-client';
import type { AppContext } from './context.ts';
import { addCounter, addGauge, type Metrics } from './metrics.ts';

export function addServerFigures({ metrics, engine, projections }: Pick<AppContext, 'metrics' | 'engine' | 'projections'>): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const delayMs = (percentile: number) => Math.max(0, delay.percentile(percentile) * 1e-6 - 10);
  addGauge(metrics, 'maru_loop_delay_p50_ms', 'Delay of the event loop since it was last asked for', () => delayMs(50));
  addGauge(metrics, 'maru_loop_delay_p99_ms', 'Delay of the event loop since it was last asked for', () => {
    const found = delayMs(99);
    delay.reset();
    return found;
  });
  addGauge(metrics, 'maru_memory_bytes', 'Resident memory of the process', () => process.memoryUsage.rss());
  addBySite(metrics, 'maru_engine_sequence', 'Last applied sequence', () => engine.status().map(({ site, seq }) => [site, seq]));
  addBySite(metrics, 'maru_engine_ready', '1 when the site takes commands', () =>
    engine.status().map(({ site, ready }) => [site, ready ? 1 : 0]),
  );
  addGauge(metrics, 'maru_commands_waiting', 'Commands handed to the engines whose fate is not told yet', () => engine.waiting());
  addBySite(metrics, 'maru_projection_lag_commands', 'Commands that the projections are behind', () =>
    projections.lag().map(({ site, behind }) => [site, behind]),
  );
  addBySite(metrics, 'maru_projection_lag_ms', 'Age of the oldest command not yet projected', () =>
    projections.lag().map(({ site, ageMs }) => [site, ageMs]),
  );
  return () => delay.disable();
}

function addBySite(metrics: Metrics, name: string, help: string, read: () => (readonly [number, number])[]): void {
  const gauge: Gauge<'site'> = new Gauge({
    name,
    help,
    labelNames: ['site'],
    registers: [],
    collect() {
      // A site that is hosted no more has no figure.
      gauge.reset();
      for (const [site, value] of read()) gauge.set({ site }, value);
    },
  });
  metrics.registry.registerMetric(gauge);
}

/** For the engines' `onFlush`: how long journal flushes take and how many commands they carry. */
export function observeFlushes(metrics: Metrics): (site: number, commands: number, flushMs: number) => void {
  const took = new Summary({
    name: 'maru_flush_ms',
    help: 'Time to make a batch of commands durable',
    percentiles: [0.5, 0.99],
    maxAgeSeconds: 60,
    ageBuckets: 3,
    registers: [metrics.registry],
  });
  const written = addCounter(metrics, { name: 'maru_commands_total', help: 'Durable commands', labelNames: ['site'] });
  return (site, commands, flushMs) => {
    took.observe(flushMs);
    written.inc({ site }, commands);
  };
}

/** For the engines' `onCheck`: runs of the invariants on live sites, and how many found something broken. */
export function observeChecks(metrics: Metrics): (site: number, broken: readonly string[]) => void {
  const runs = addCounter(metrics, {
    name: 'maru_invariant_runs_total',
    help: 'Runs of the invariants on a live site',
    labelNames: ['site'],
  });
  const found = addCounter(metrics, {
    name: 'maru_invariants_broken_total',
    help: 'Broken invariants found; the site stops',
    labelNames: ['site'],
  });
  return (site, broken) => {
    runs.inc({ site });
    if (broken.length > 0) found.inc({ site }, broken.length);
  };
}

/** For the engines' `onSnapshot`: the pause that the copy took, and when the last one was written. */
export function observeSnapshots(metrics: Metrics): (report: { site: number; pauseMs: number; bytes: number; error?: string }) => void {
  const pause = new Gauge({
    name: 'maru_snapshot_pause_ms',
    help: 'Pause of the last snapshot',
    labelNames: ['site'],
    registers: [metrics.registry],
  });
  const bytes = new Gauge({
    name: 'maru_snapshot_bytes',
    help: 'Size of the last snapshot',
    labelNames: ['site'],
    registers: [metrics.registry],
  });
  const failed = addCounter(metrics, {
    name: 'maru_snapshots_failed_total',
    help: 'Snapshots that could not be written',
    labelNames: ['site'],
  });
  return (report) => {
    pause.set({ site: report.site }, report.pauseMs);
    bytes.set({ site: report.site }, report.bytes);
    if (report.error !== undefined) failed.inc({ site: report.site });
  };
}
