// Counters and gauges of the server, in Prometheus' text form at /metrics.
import { Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
}

export function createMetrics(): Metrics {
  return { registry: new Registry() };
}
