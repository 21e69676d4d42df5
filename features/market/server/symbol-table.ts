// The symbols this installation has a market for: the engine's list with venue names, hours, and where synthetic prices start.
import { listedSymbols, type SymbolCategory } from '@maru/engine/market/symbols.ts';
import type { TradingHours } from './trading-hours.ts';

export interface MarketSymbol {
  /** Position in the engine's list of symbols: the id in candles, feed updates and market offers. */
  readonly id: number;
  readonly name: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly category: SymbolCategory;
  readonly hours: TradingHours;
  /** Settled on the middle of the book rather than on trades: forex, gold, indices (rules 11.4). */
  readonly isByMid: boolean;
  /** Leverage of the first tier: sizes the impact notional of the funding premium (rules 8.3). */
  readonly maxLeverage: number;
  /** Maintenance rate of the first tier in 10^-8: caps the funding rate (rules 8.4). */
  readonly firstTierMmr: number;
  /** Name at Binance USDT-M today; undefined where it no longer trades there. */
  readonly binance: string | undefined;
  /** Where the synthetic price starts, and its usual move in a day (1 = 100 %). */
  readonly anchor: number;
  readonly dayVolatility: number;
  /** Usual size of one synthetic trade, in quote units. */
  readonly tradeNotional: number;
}

type Character = readonly [anchor: number, dayVolatility: number, tradeNotional: number];

// Round levels of late 2026; BTC and ETH stand where their recordings do.
const characters: Readonly<Record<string, Character>> = {
  'BINANCE:BTCUSDT': [61_800, 0.025, 90_000],
  'BINANCE:ETHUSDT': [2_684, 0.03, 8_000],
  'BINANCE:XRPUSDT': [2.145, 0.035, 900],
  'BINANCE:DOGEUSDT': [0.165, 0.04, 700],
  'BINANCE:EOSUSDT': [0.52, 0.04, 300],
  'BINANCE:MATICUSDT': [0.42, 0.04, 350],
  'BINANCE:ETCUSDT': [16.5, 0.035, 350],
  'BINANCE:ADAUSDT': [0.62, 0.04, 500],
  'BINANCE:SOLUSDT': [148, 0.035, 1_500],
  'BINANCE:TRXUSDT': [0.285, 0.02, 400],
  'BINANCE:CHZUSDT': [0.035, 0.045, 200],
  'BINANCE:AAVEUSDT': [180, 0.04, 500],
  'BINANCE:APTUSDT': [4.2, 0.045, 350],
  'BINANCE:BCHUSDT': [520, 0.03, 600],
  'BINANCE:BNBUSDT': [890, 0.025, 1_200],
  'BINANCE:LINKUSDT': [14.5, 0.04, 600],
  'BINANCE:STXUSDT': [0.42, 0.05, 200],
  'BINANCE:WLDUSDT': [0.85, 0.05, 350],
  'BINANCE:LTCUSDT': [95, 0.03, 500],
  'BINANCE:ARBUSDT': [0.32, 0.045, 300],
  'BINANCE:DOTUSDT': [3.1, 0.04, 350],
  'BINANCE:ATOMUSDT': [3.05, 0.04, 300],
  'BINANCE:XMRUSDT': [290, 0.03, 500],
  'BINANCE:OMGUSDT': [0.21, 0.05, 150],
  'BINANCE:1000SHIBUSDT': [0.0102, 0.04, 400],
  'PYTH:GBPAUD': [2.0312, 0.006, 3_000],
  'PYTH:EURUSD': [1.1624, 0.005, 4_000],
  'PYTH:XAUUSD': [4_052, 0.01, 6_000],
  'PYTH:NDX': [25_010, 0.011, 6_000],
  'PYTH:SPX': [6_712, 0.008, 6_000],
};

/** Renamed at the venue since our names were chosen, or gone from it (undefined). */
const venueNames: Readonly<Record<string, string | undefined>> = {
  EOSUSDT: 'AUSDT',
  MATICUSDT: 'POLUSDT',
  XMRUSDT: undefined,
  OMGUSDT: undefined,
};

function venueName(code: string): string | undefined {
  const [exchange, pair] = code.split(':');
  if (exchange !== 'BINANCE') return undefined;
  return pair in venueNames ? venueNames[pair] : pair;
}

export const marketSymbols: readonly MarketSymbol[] = listedSymbols.map((listed, id) => {
  const [anchor, dayVolatility, tradeNotional] = characters[listed.code] ?? [Number(listed.referencePrice), 0.03, 500];
  return {
    id,
    name: listed.code,
    tickDecimals: listed.tickDecimals,
    lotDecimals: listed.lotDecimals,
    category: listed.category,
    hours: listed.category === 'crypto' ? 'always' : 'korea',
    isByMid: listed.category !== 'crypto',
    maxLeverage: listed.tiers[0][1],
    firstTierMmr: listed.tiers[0][2],
    binance: venueName(listed.code),
    anchor,
    dayVolatility,
    tradeNotional,
  };
});

const byName = new Map(marketSymbols.map((symbol) => [symbol.name, symbol]));

export function symbolByName(name: string): MarketSymbol | undefined {
  return byName.get(name);
}
