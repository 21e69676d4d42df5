// The thirty listed symbols as data: precisions, filters, brackets and names, in the order of their ids (rules 2 and 6.6).
//
// Decimals: the specification's lists; EURUSD and GBPAUD get 5 price decimals by our own decision. First brackets: the
// snapshot of 2024-10-24. Where it prints an entry tier only, a printed table of a like coin goes on from there.

/** A printed bracket: cap in whole USDT, max leverage, maintenance rate in 10^-8. */
export type TierRow = readonly [capUsdt: number, maxLeverage: number, mmr: number];

export type SymbolCategory = 'crypto' | 'forex' | 'commodity' | 'index';

export interface SymbolData {
  /** EXCHANGE:PAIR. */
  readonly code: string;
  readonly base: string;
  readonly category: SymbolCategory;
  readonly ko: string;
  readonly en: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Whole USDT; not applied to reducing orders. */
  readonly minNotionalUsdt: number;
  /** Base units, whole. */
  readonly maxLimitQuantity: number;
  readonly maxMarketQuantity: number;
  readonly maxOpenOrders: number;
  readonly tiers: readonly TierRow[];
  /** Rough price in USDT as decimal text, for synthetic markets and for the quantity caps of this table; never for risk. */
  readonly referencePrice: string;
}

const PERCENT = 1_000_000;

const BTC: readonly TierRow[] = [
  [50_000, 125, 0.4 * PERCENT],
  [600_000, 100, 0.5 * PERCENT],
  [3_000_000, 75, 0.65 * PERCENT],
  [12_000_000, 50, 1 * PERCENT],
  [70_000_000, 25, 2 * PERCENT],
  [100_000_000, 20, 2.5 * PERCENT],
  [230_000_000, 10, 5 * PERCENT],
  [480_000_000, 5, 10 * PERCENT],
  [600_000_000, 4, 12.5 * PERCENT],
  [800_000_000, 3, 15 * PERCENT],
  [1_200_000_000, 2, 25 * PERCENT],
  [1_800_000_000, 1, 50 * PERCENT],
];
const ETH: readonly TierRow[] = [
  [50_000, 125, 0.4 * PERCENT],
  [600_000, 100, 0.5 * PERCENT],
  [3_000_000, 75, 0.65 * PERCENT],
  [12_000_000, 50, 1 * PERCENT],
  [50_000_000, 25, 2 * PERCENT],
  [65_000_000, 20, 2.5 * PERCENT],
  [150_000_000, 10, 5 * PERCENT],
  [320_000_000, 5, 10 * PERCENT],
  [400_000_000, 4, 12.5 * PERCENT],
  [530_000_000, 3, 15 * PERCENT],
  [800_000_000, 2, 25 * PERCENT],
  [1_200_000_000, 1, 50 * PERCENT],
];
const SOL: readonly TierRow[] = [
  [20_000, 100, 0.5 * PERCENT],
  [100_000, 75, 0.65 * PERCENT],
  [800_000, 50, 1 * PERCENT],
  [4_000_000, 25, 2 * PERCENT],
  [8_000_000, 20, 2.5 * PERCENT],
  [40_000_000, 10, 5 * PERCENT],
  [80_000_000, 5, 10 * PERCENT],
  [100_000_000, 4, 12.5 * PERCENT],
  [200_000_000, 2, 25 * PERCENT],
  [400_000_000, 1, 50 * PERCENT],
];
const XRP_TAIL: readonly TierRow[] = [
  [160_000, 40, 1 * PERCENT],
  [800_000, 25, 2 * PERCENT],
  [1_600_000, 20, 2.5 * PERCENT],
  [8_000_000, 10, 5 * PERCENT],
  [16_000_000, 5, 10 * PERCENT],
  [20_000_000, 4, 12.5 * PERCENT],
  [40_000_000, 2, 25 * PERCENT],
  [80_000_000, 1, 50 * PERCENT],
];
const XRP: readonly TierRow[] = [[10_000, 75, 0.5 * PERCENT], [20_000, 50, 0.65 * PERCENT], ...XRP_TAIL];
const BCH: readonly TierRow[] = [[5_000, 75, 0.5 * PERCENT], [20_000, 50, 0.65 * PERCENT], ...XRP_TAIL];
const ATOM: readonly TierRow[] = [[10_000, 75, 0.6 * PERCENT], [20_000, 50, 0.65 * PERCENT], ...XRP_TAIL];
const DOGE: readonly TierRow[] = [
  [10_000, 75, 0.5 * PERCENT],
  [50_000, 50, 0.7 * PERCENT],
  [750_000, 40, 1 * PERCENT],
  [800_000, 25, 2 * PERCENT],
  [1_600_000, 20, 2.5 * PERCENT],
  [8_000_000, 10, 5 * PERCENT],
  [16_000_000, 5, 10 * PERCENT],
  [20_000_000, 4, 12.5 * PERCENT],
  [40_000_000, 2, 25 * PERCENT],
  [80_000_000, 1, 50 * PERCENT],
];
const TRX: readonly TierRow[] = [[10_000, 75, 0.65 * PERCENT], ...DOGE.slice(1)];
const STX_TAIL: readonly TierRow[] = [
  [150_000, 25, 2 * PERCENT],
  [300_000, 20, 2.5 * PERCENT],
  [1_500_000, 10, 5 * PERCENT],
  [3_000_000, 5, 10 * PERCENT],
  [3_750_000, 4, 12.5 * PERCENT],
  [7_500_000, 2, 25 * PERCENT],
  [15_000_000, 1, 50 * PERCENT],
];
const STX: readonly TierRow[] = [[10_000, 75, 1 * PERCENT], [30_000, 50, 1.5 * PERCENT], ...STX_TAIL];
const ARB: readonly TierRow[] = [[5_000, 75, 0.6 * PERCENT], [10_000, 75, 1 * PERCENT], [30_000, 50, 1.5 * PERCENT], ...STX_TAIL];
const XMR: readonly TierRow[] = [[10_000, 50, 1.5 * PERCENT], ...STX_TAIL];
const CHZ: readonly TierRow[] = [
  [5_000, 75, 1 * PERCENT],
  [16_000, 50, 1.5 * PERCENT],
  [80_000, 25, 2 * PERCENT],
  [160_000, 20, 2.5 * PERCENT],
  [800_000, 10, 5 * PERCENT],
  [1_600_000, 5, 10 * PERCENT],
  [2_000_000, 4, 12.5 * PERCENT],
  [4_000_000, 2, 25 * PERCENT],
  [8_000_000, 1, 50 * PERCENT],
];
/** Rules D-14: one table of our own, then CHZ's rates above its first cap. */
const HOUSE: readonly TierRow[] = [[200_000, 50, 1 * PERCENT], ...CHZ.slice(4)];

type Row = readonly [
  code: string,
  tick: number,
  lot: number,
  tiers: readonly TierRow[],
  maxQuantity: number,
  price: string,
  ko: string,
  en: string,
];

// maxQuantity: cap of the 1x bracket over the reference price, rounded up; an order is held by its bracket long before.
const crypto: readonly Row[] = [
  ['BINANCE:BTCUSDT', 2, 3, BTC, 1_000, '60000', '비트코인', 'Bitcoin'],
  ['BINANCE:ETHUSDT', 2, 3, ETH, 400_000, '3000', '이더리움', 'Ethereum'],
  ['BINANCE:XRPUSDT', 4, 1, XRP, 160_000_000, '0.5', '리플', 'XRP'],
  ['BINANCE:DOGEUSDT', 5, 0, DOGE, 800_000_000, '0.1', '도지코인', 'Dogecoin'],
  ['BINANCE:EOSUSDT', 3, 1, XRP, 160_000_000, '0.5', '이오스', 'EOS'],
  ['BINANCE:MATICUSDT', 4, 4, STX, 30_000_000, '0.5', '폴리곤', 'Polygon'],
  ['BINANCE:ETCUSDT', 3, 3, XRP, 4_000_000, '20', '이더리움 클래식', 'Ethereum Classic'],
  ['BINANCE:ADAUSDT', 4, 4, XRP, 200_000_000, '0.4', '에이다', 'Cardano'],
  ['BINANCE:SOLUSDT', 2, 2, SOL, 4_000_000, '150', '솔라나', 'Solana'],
  ['BINANCE:TRXUSDT', 5, 5, TRX, 800_000_000, '0.15', '트론', 'TRON'],
  ['BINANCE:CHZUSDT', 5, 5, CHZ, 100_000_000, '0.08', '칠리즈', 'Chiliz'],
  ['BINANCE:AAVEUSDT', 2, 1, STX, 150_000, '150', '에이브', 'Aave'],
  ['BINANCE:APTUSDT', 3, 1, STX, 2_000_000, '9', '앱토스', 'Aptos'],
  ['BINANCE:BCHUSDT', 2, 3, BCH, 250_000, '350', '비트코인 캐시', 'Bitcoin Cash'],
  ['BINANCE:BNBUSDT', 2, 2, XRP, 150_000, '580', '비앤비', 'BNB'],
  ['BINANCE:LINKUSDT', 3, 2, XRP, 8_000_000, '11', '체인링크', 'Chainlink'],
  ['BINANCE:STXUSDT', 4, 0, STX, 10_000_000, '1.8', '스택스', 'Stacks'],
  ['BINANCE:WLDUSDT', 4, 0, ARB, 8_000_000, '2', '월드코인', 'Worldcoin'],
  ['BINANCE:LTCUSDT', 2, 3, XRP, 1_200_000, '70', '라이트코인', 'Litecoin'],
  ['BINANCE:ARBUSDT', 4, 1, ARB, 30_000_000, '0.55', '아비트럼', 'Arbitrum'],
  ['BINANCE:DOTUSDT', 3, 1, TRX, 20_000_000, '4.2', '폴카닷', 'Polkadot'],
  ['BINANCE:ATOMUSDT', 3, 2, ATOM, 20_000_000, '4.5', '코스모스', 'Cosmos'],
  ['BINANCE:XMRUSDT', 2, 3, XMR, 100_000, '160', '모네로', 'Monero'],
  ['BINANCE:OMGUSDT', 4, 2, STX, 60_000_000, '0.25', '오미세고', 'OMG Network'],
  ['BINANCE:1000SHIBUSDT', 6, 0, TRX, 4_500_000_000, '0.018', '1000시바이누', '1000 Shiba Inu'],
];
const house: readonly (readonly [...Row, SymbolCategory])[] = [
  ['PYTH:GBPAUD', 5, 2, HOUSE, 4_200_000, '1.95', '파운드/호주달러', 'GBP/AUD', 'forex'],
  ['PYTH:EURUSD', 5, 2, HOUSE, 7_500_000, '1.08', '유로/달러', 'EUR/USD', 'forex'],
  ['PYTH:XAUUSD', 2, 2, HOUSE, 3_000, '2700', '금', 'Gold', 'commodity'],
  ['PYTH:NDX', 2, 2, HOUSE, 400, '20000', '나스닥 100', 'Nasdaq 100', 'index'],
  ['PYTH:SPX', 2, 2, HOUSE, 1_500, '5800', 'S&P 500', 'S&P 500', 'index'],
];

const minNotionals: Readonly<Record<string, number>> = { 'BINANCE:BTCUSDT': 100, 'BINANCE:ETHUSDT': 20 };
/** Binance prints a market cap of its own for BTCUSDT; the others take their limit cap. */
const marketQuantities: Readonly<Record<string, number>> = { 'BINANCE:BTCUSDT': 120 };

function symbolData(row: Row, category: SymbolCategory): SymbolData {
  const [code, tickDecimals, lotDecimals, tiers, maxLimitQuantity, referencePrice, ko, en] = row;
  const pair = code.slice(code.indexOf(':') + 1);
  return {
    code,
    category,
    ko,
    en,
    tickDecimals,
    lotDecimals,
    tiers,
    maxLimitQuantity,
    referencePrice,
    base: pair.endsWith('USDT') ? pair.slice(0, -4) : pair,
    minNotionalUsdt: minNotionals[code] ?? 5,
    maxMarketQuantity: marketQuantities[code] ?? maxLimitQuantity,
    maxOpenOrders: 200,
  };
}

/** In id order: the engine's symbol is the index, the wire's futuresOptionId the index + 1. */
export const listedSymbols: readonly SymbolData[] = [
  ...crypto.map((row) => symbolData(row, 'crypto')),
  ...house.map((row) => symbolData(row.slice(0, 8) as unknown as Row, row[8])),
];

/** By code, for seeds and tests. */
export function symbolNamed(code: string): SymbolData {
  const found = listedSymbols.find((s) => s.code === code);
  if (found === undefined) throw new Error(`no listed symbol ${code}`);
  return found;
}
