// Figures of the front door: calls by route and status class, how long they take, how many run.
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

export function observeCalls(metrics: Metrics, inFlight: () => number): (route: string, status: number, ms: number) => void {
  const registers = [metrics.registry];
  const took = new Histogram({
    name: 'maru_call_ms',
    help: 'Time from the first byte of a call to its answer',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
    registers,
  });
  new Gauge({ name: 'maru_calls_in_flight', help: 'Handlers running', registers, collect() { this.set(inFlight()); } });
  // prom-client hashes labels on every call; counting here and handing over on collection keeps it off the hot path.
  const counts = new Map<string, Map<number, number>>();
  new Counter({
    name: 'maru_calls_total',
    help: 'Calls answered',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      for (const [route, byStatus] of counts) {
        for (const [status, n] of byStatus) this.inc({ route, status }, n);
      }
      counts.clear();
    },
  });
  return (route, status, ms) => {
    let byStatus = counts.get(route);
    if (byStatus === undefined) counts.set(route, (byStatus = new Map()));
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    took.observe(ms);
  };
}
