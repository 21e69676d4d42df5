// Figures of the HTTP gateway: calls by route and status, how long they take, how many run.
import { Histogram } from 'prom-client';
import { addCounter, addGauge, type Metrics } from './metrics.ts';

export function observeCalls(metrics: Metrics, inFlight: () => number): (route: string, status: number, ms: number) => void {
  const took = new Histogram({
    name: 'maru_call_ms',
    help: 'Time from the first byte of a call to its answer',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
    registers: [metrics.registry],
  });
  addGauge(metrics, 'maru_calls_in_flight', 'Handlers running', inFlight);
  // prom-client hashes labels on every call; counting here and handing over on collection keeps it off the hot path.
  const counts = new Map<string, Map<number, number>>();
  addCounter(metrics, {
    name: 'maru_calls_total',
    help: 'Calls answered',
    labelNames: ['route', 'status'],
    collect() {
      for (const [route, byStatus] of counts) {
        for (const [status, n] of byStatus) this.inc({ route, status }, n);
      }
      counts.clear();
    },
  });
  return (route, status, ms) => {
    const byStatus = counts.get(route) ?? new Map<number, number>();
    counts.set(route, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
    took.observe(ms);
  };
}
