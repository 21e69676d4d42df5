// Counters and gauges of the server, in Prometheus' text form at /metrics.
import { Counter, type CounterConfiguration, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
}

export function createMetrics(): Metrics {
  return { registry: new Registry() };
}

/** A gauge that is read when it is asked for, never pushed. */
export function addGauge(metrics: Metrics, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) });
  metrics.registry.registerMetric(gauge);
}

/** For work that takes from milliseconds to the limit of a replay. */
export function addDuration(metrics: Metrics, name: string, help: string): (ms: number) => void {
  const took = new Histogram({
    name,
    help,
    buckets: [10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 20_000],
    registers: [metrics.registry],
  });
  return (ms) => took.observe(ms);
}

export function addCounter<T extends string>(metrics: Metrics, configuration: CounterConfiguration<T>): Counter<T> {
  const counter = new Counter({ ...configuration, registers: [] });
  metrics.registry.registerMetric(counter);
  return counter;
}
