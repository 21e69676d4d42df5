// How operators see the market: readiness of the feed, and the age of its news.
import type { AppContext } from '@maru/kit/server/context.ts';
import { addGauge } from '@maru/kit/server/metrics.ts';
import { Gauge } from 'prom-client';
import type { MarketHub } from './market-hub.ts';

/** A single silent symbol halts itself; the feed as a whole is judged here. */
export function watchMarket({ health, metrics, clock }: AppContext, hub: MarketHub): void {
  health.register('feed', () => {
    const live = hub.markets.filter(({ state }) => state === 'live').length;
    const open = hub.markets.filter(({ state }) => state !== 'closed').length;
    const says = { code: 'FEED_LIVE', figures: { live, open } };
    const why = hub.feeds.length === 0 ? ': recorded and computed prices are not played where money is real (MARU_FEED)' : '';
    return { ok: live > 0, detail: `${live} of ${open} open symbols are live${why}`, says };
  });
  const age = new Gauge({
    name: 'maru_feed_age_ms',
    help: 'Age of the last news of each symbol that is open',
    labelNames: ['symbol'],
    registers: [metrics.registry],
    collect() {
      for (const market of hub.markets) {
        if (market.state === 'closed') age.remove(market.symbol.name);
        else age.set({ symbol: market.symbol.name }, Math.max(0, clock.now() - market.heardAt(clock.now())));
      }
    },
  });
  const unsafe = new Gauge({
    name: 'maru_feed_unsafe',
    help: 'Whether prices of a symbol are not believed',
    labelNames: ['symbol'],
    registers: [metrics.registry],
    collect() {
      for (const { symbol, state, pricing } of hub.markets)
        unsafe.set({ symbol: symbol.name }, state === 'unsafe' || pricing.areSourcesApart ? 1 : 0);
    },
  });
  addGauge(metrics, 'maru_feed_dropped', 'News that cannot be so or came too late, left out since the start', () =>
    hub.markets.reduce((sum, market) => sum + market.guard.dropped, 0),
  );
}
