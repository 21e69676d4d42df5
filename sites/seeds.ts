// Which sites a fresh database starts with; from then on sites are rows.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hanok } from './hanok.ts';
import { maru } from './maru.ts';
import { neutral } from './neutral.ts';

/** What a new member of the demo has to trade with, as its own members do. */
const DEMO_MONEY = '10000';

/** Coins that come in by the demo's own chains. */
const DEMO_COINS = ['ETH_USDT', 'TRON_USDT', 'BTC', 'ETH', 'TRON', 'DOGE', 'XRP', 'EOS'];

export function seedSites(demo: boolean): readonly SiteConfig[] {
  if (!demo) return [neutral];
  return [{ ...maru, depositCoins: DEMO_COINS }, hanok].map((site) => ({ ...site, demoMoney: DEMO_MONEY }));
}
