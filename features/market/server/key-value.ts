// Small named values of the market: `feed`, `seams`, `time`, `state:{symbol}`, `opensAt:{symbol}`. Unknown keys are null.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { keyValue } from '../contract.ts';
import { marketService } from './market-service.ts';
import { nextOpening } from './trading-hours.ts';

export const keyValueRoute = handle(keyValue, async (context, { site, query }) => ({
  data: { key: query.key, value: valueOf(context, site, query.key) },
}));

function valueOf(context: AppContext, site: SiteConfig, key: string): string | null {
  const { hub } = context.services.use(marketService);
  const now = context.clock.now();
  if (key === 'feed') return hub.feeds[0]?.source ?? null;
  if (key === 'seams') return String(hub.feeds.reduce((sum, feed) => sum + feed.health().seams, 0));
  if (key === 'time') return String(now);
  const colon = key.indexOf(':');
  const name = key.slice(colon + 1);
  const market = site.symbols.includes(name) ? hub.market(name) : undefined;
  if (market === undefined) return null;
  const what = key.slice(0, colon);
  if (what === 'state') return market.state;
  if (what === 'source') return market.source;
  if (what === 'opensAt') return String(nextOpening(market.symbol.hours, now));
  return null;
}
