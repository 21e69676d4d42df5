// Health of the installation for the dashboard: what /readyz says of each part, and the figures behind it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { deskPrices } from '../../admin-contract.ts';
import { getDeskSystem } from '../../system-contract.ts';

export async function flushP99Ms({ metrics }: AppContext): Promise<number | null> {
  const found = await metrics.registry.getSingleMetric('maru_flush_ms')?.get();
  const value = found?.values.find(({ labels }) => labels['quantile'] === 0.99)?.value;
  return value === undefined || Number.isNaN(value) || value === 0 ? null : Math.round(value * 10) / 10;
}

export const getDeskSystemHandler = handleOperator(getDeskSystem, async (context, { site }) => {
  const { health, projections, engine, services } = context;
  const [{ parts }, flushMs] = await Promise.all([health.check(), flushP99Ms(context)]);
  const ageMs = services.find(deskPrices)?.ageMs(site.symbols[0]);
  return {
    data: {
      parts: Object.entries(parts).map(([part, { ok, warns, detail, says }]) => ({
        part,
        isFine: ok && warns !== true,
        detail: detail ?? null,
        says: says ?? null,
      })),
      flushP99Ms: flushMs,
      behind: projections.lag().find((lag) => lag.site === site.id)?.behind ?? 0,
      sequence: appliedSeq(engine, site.id),
      priceAgeMs: ageMs === undefined ? null : Math.max(0, Math.round(ageMs)),
      memoryBytes: process.memoryUsage.rss(),
    },
  };
});
