// The games of a usual site, as rows: places are ids and never change. They are offered where the site's `type` has the product.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

type SiteRoundOption = NonNullable<SiteConfig['rounds']>['options'][number];

export interface RoundLimits {
  minStake: string;
  maxStake: string;
  maxRoundStake: string;
  maxSideExposure: string;
}

const games: readonly (readonly [codes: readonly string[], symbol?: string])[] = [
  [['R.5', 'R1', 'R2', 'R5'], 'BINANCE:BTCUSDT'],
  [['R.5', 'R1', 'R2', 'R5'], 'BINANCE:ETHUSDT'],
  [['R1', 'R5'], 'BINANCE:SOLUSDT'],
  [['B1', 'B2', 'B5'], 'PYTH:XAUUSD'],
  [['B1', 'B2', 'B5'], 'PYTH:EURUSD'],
  [['P1', 'P2', 'P5']],
];

export function usualRounds(limits: RoundLimits): SiteRoundOption[] {
  return games.flatMap(([codes, symbol]) => codes.map((code) => ({ code, ...(symbol && { symbol }), isPlay: true, ...limits })));
}
