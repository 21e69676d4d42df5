// Counters and gauges of the server, in Prometheus' text form at /metrics.
import { Counter, type CounterConfiguration, Gauge, Registry } from 'prom-client';

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

export function addCounter<T extends string>(metrics: Metrics, configuration: CounterConfiguration<T>): Counter<T> {
  const counter = new Counter({ ...configuration, registers: [] });
  metrics.registry.registerMetric(counter);
  return counter;
}
