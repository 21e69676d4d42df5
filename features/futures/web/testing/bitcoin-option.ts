// An instrument for tests of the screens' figures.
import type { Option } from '@maru/futures/contract.ts';

const bracket = (tier: number, floor: string, cap: string, maxLeverage: number, mmr: string, cum: string) => ({
  tier,
  floor,
  cap,
  maxLeverage,
  mmr,
  cum,
});
/** BTCUSDT as the demo lists it, with its first three brackets. */
export const bitcoin = {
  futuresOptionId: 1,
  symbol: 'BINANCE:BTCUSDT',
  base: 'BTC',
  pricePrecision: 2,
  quantityPrecision: 3,
  minQuantity: '0.001',
  maxLimitQuantity: '1000',
  maxMarketQuantity: '120',
  minNotional: '100',
  maxLeverage: 125,
  makerFee: '0.0002',
  takerFee: '0.0004',
  multiplierUp: '1.05',
  multiplierDown: '0.95',
  brackets: [
    bracket(1, '0', '50000', 125, '0.004', '0'),
    bracket(2, '50000', '600000', 100, '0.005', '50'),
    bracket(3, '600000', '3000000', 75, '0.0065', '950'),
  ],
} as unknown as Option;
