// What a symbol is to the engine: precisions, filters, fees, bounds and brackets; the words of ListSymbol and the derived fractions.
import * as layout from '../layout.ts';
import { MAX_LEVERAGE } from './mark-tables.ts';
import { type TierTable, buildTiers, maxNotionalOf } from './tiers.ts';
import { reciprocalOf } from '../money/reciprocal.ts';
import { mulDivCeil, mulDivFloor } from '../money/rounding.ts';
import { type Ratio, markRateRatio, markRatio, tickRateRatio } from '../money/ratio.ts';
import { MARK_PER_TICK, MAX_PRICE_TICKS, RATE_ONE, USDT_ONE, type Units, unitsOf } from '../money/units.ts';
import { packText, unpackText } from '../wire/text.ts';
import type { SymbolData } from './symbols.ts';

const { BUY_MOST, SELL_LEAST, WALK_LEAST, WALK_MOST } = layout;

export interface InstrumentSpec {
  /** EXCHANGE:PAIR, at most 24 characters. */
  name: string;
  tickDecimals: number;
  lotDecimals: number;
  minLots: number;
  maxLots: number;
  maxMarketLots: number;
  minPrice: number;
  maxPrice: number;
  /** micro-USDT. */
  minNotional: number;
  /** Rates of 10^-8. */
  makerFee: number;
  takerFee: number;
  /** Band of limit prices around the mark: 105 % and 95 % by default. */
  bandUp: number;
  bandDown: number;
  /** How far from the mark a market order may walk. */
  marketBound: number;
  clearanceFee: number;
  maxOpenOrders: number;
  /** Most lots, long or short, that the counterparty's ladder may come to hold. */
  counterpartyCapLots: number;
  /** Older ladders count as withdrawn. */
  ladderAgeMs: number;
  defaultLeverage: number;
  /** Most that members may hold of it long, and short, at mark, micro-USDT; 0 = no cap. */
  maxOpenInterest: number;
  /** Conditional orders with a quantity that one account may have waiting. */
  maxConditionalOrders: number;
  /** How far mark and last may be apart when a price-protected order fires, 10^-8. */
  triggerProtect: number;
  tiers: TierTable;
}

const NAME_WORDS = 4;
const HEAD = 1 + NAME_WORDS + 22;
const SPEC_FORMAT = 2;
/** A position as large as its bracket allows stays exact while its mark goes up fourfold. */
const MAX_CAP = 2 ** 51;
/** Most words a spec takes (16 tiers). */
export const SPEC_WORDS = HEAD + 16 * 4;

const numbers = [
  'tickDecimals',
  'lotDecimals',
  'minLots',
  'maxLots',
  'maxMarketLots',
  'minPrice',
  'maxPrice',
  'minNotional',
  'makerFee',
  'takerFee',
  'bandUp',
  'bandDown',
  'marketBound',
  'clearanceFee',
  'maxOpenOrders',
  'counterpartyCapLots',
  'ladderAgeMs',
  'defaultLeverage',
  'maxOpenInterest',
  'maxConditionalOrders',
  'triggerProtect',
] as const satisfies readonly (keyof InstrumentSpec)[];

export function encodeInstrument(spec: InstrumentSpec): number[] {
  const name = packText(spec.name.slice(0, NAME_WORDS * 6));
  while (name.length < NAME_WORDS) name.push(0);
  const t = spec.tiers;
  const words = [SPEC_FORMAT, ...name, ...numbers.map((field) => spec[field]), t.caps.length];
  for (let i = 0; i < t.caps.length; i++) words.push(t.caps[i], t.maxLeverages[i], t.mmrs[i], t.cums[i]);
  return words;
}

/** Throws on words that are no spec. A literal, so that hot code reads its fields from one hidden class. */
export function decodeInstrument(words: ArrayLike<number>): InstrumentSpec {
  if (words[0] !== SPEC_FORMAT) throw new RangeError(`instrument words of unknown format ${words[0]}`);
  const at = (k: number) => words[1 + NAME_WORDS + k];
  return {
    name: unpackText(
      Array.from({ length: HEAD }, (_, k) => words[k]),
      1,
      NAME_WORDS,
    ),
    tickDecimals: at(0),
    lotDecimals: at(1),
    minLots: at(2),
    maxLots: at(3),
    maxMarketLots: at(4),
    minPrice: at(5),
    maxPrice: at(6),
    minNotional: at(7),
    makerFee: at(8),
    takerFee: at(9),
    bandUp: at(10),
    bandDown: at(11),
    marketBound: at(12),
    clearanceFee: at(13),
    maxOpenOrders: at(14),
    counterpartyCapLots: at(15),
    ladderAgeMs: at(16),
    defaultLeverage: at(17),
    maxOpenInterest: at(18),
    maxConditionalOrders: at(19),
    triggerProtect: at(20),
    tiers: decodeTiers(words),
  };
}

function decodeTiers(words: ArrayLike<number>): TierTable {
  const caps: number[] = [];
  const maxLeverages: number[] = [];
  const mmrs: number[] = [];
  const cums: number[] = [];
  for (let i = 0; i < words[HEAD - 1]; i++) {
    caps.push(words[HEAD + i * 4]);
    maxLeverages.push(words[HEAD + i * 4 + 1]);
    mmrs.push(words[HEAD + i * 4 + 2]);
    cums.push(words[HEAD + i * 4 + 3]);
  }
  return { floors: [0, ...caps.slice(0, -1)], caps, maxLeverages, mmrs, cums };
}

/** Why these words cannot be listed, or '' when they can: every number a safe integer in its range. */
export function faultOfSpec(words: ArrayLike<number>): string {
  if (words.length < HEAD + 4 || words[0] !== SPEC_FORMAT) return 'format';
  const tiers = words[HEAD - 1];
  if (!(tiers >= 1 && tiers <= 16) || words.length !== HEAD + tiers * 4) return 'tiers';
  for (let i = 0; i < words.length; i++) if (!Number.isSafeInteger(words[i]) || words[i] < 0) return `word ${i}`;
  const s = decodeInstrument(words);
  if (s.tickDecimals > 8 || s.lotDecimals > 8 || s.tickDecimals + s.lotDecimals > 12) return 'decimals';
  if (s.minLots < 1 || s.maxLots < s.minLots || s.maxMarketLots < s.minLots) return 'lots';
  if (s.minPrice < 1 || s.maxPrice < s.minPrice || s.maxPrice > MAX_PRICE_TICKS) return 'price';
  if (s.bandUp < RATE_ONE || s.bandDown > RATE_ONE || s.marketBound >= RATE_ONE || s.makerFee >= RATE_ONE || s.takerFee >= RATE_ONE)
    return 'rates';
  if (s.defaultLeverage < 1 || s.defaultLeverage > s.tiers.maxLeverages[0] || s.tiers.maxLeverages[0] > 127) return 'leverage';
  for (let i = 1; i < tiers; i++) if (s.tiers.caps[i] <= s.tiers.caps[i - 1]) return 'caps';
  if (s.tiers.caps[tiers - 1] > MAX_CAP) return 'caps';
  // Beyond these a maintenance margin would not be countable.
  if (s.tiers.mmrs.some((mmr) => mmr > RATE_ONE) || s.tiers.cums.some((cum, i) => cum > s.tiers.caps[i])) return 'maintenance';
  return '';
}

/** The field's defaults (rules 2) around one row of the symbol table; fees are the site's. */
export function instrumentOf(data: SymbolData, site: { makerFee: number; takerFee: number; houseLadder?: boolean }): InstrumentSpec {
  const lot = 10 ** data.lotDecimals;
  const tiers = buildTiers(data.tiers);
  return {
    name: data.code,
    tickDecimals: data.tickDecimals,
    lotDecimals: data.lotDecimals,
    minLots: 1,
    maxLots: data.maxLimitQuantity * lot,
    maxMarketLots: data.maxMarketQuantity * lot,
    minPrice: 1,
    maxPrice: MAX_PRICE_TICKS,
    minNotional: data.minNotionalUsdt * USDT_ONE,
    makerFee: site.makerFee,
    takerFee: site.takerFee,
    bandUp: 105_000_000,
    bandDown: 95_000_000,
    marketBound: 5_000_000,
    clearanceFee: 1_250_000,
    maxOpenOrders: data.maxOpenOrders,
    counterpartyCapLots: site.houseLadder === false ? 0 : data.maxLimitQuantity * lot,
    ladderAgeMs: 500,
    defaultLeverage: Math.min(20, tiers.maxLeverages[0]),
    maxOpenInterest: tiers.caps[tiers.caps.length - 1],
    maxConditionalOrders: 10,
    triggerProtect: 5_000_000,
    tiers,
  };
}

/** A spec with the fractions that hot code multiplies by. Rebuilt from the words on load, never stored. */
export interface Instrument {
  readonly spec: InstrumentSpec;
  readonly units: Units;
  readonly taker: Ratio;
  readonly maker: Ratio;
  readonly clearance: Ratio;
  /** mark x lots to notional, and to maintenance margin of each bracket. */
  readonly maintenance: { readonly tiers: TierTable; readonly notional: Ratio; readonly rates: readonly Ratio[] };
  /** Largest price x lots of one order: its cost stays exact in a double. */
  readonly maxProduct: number;
  /** Amount units of one mark unit x lot, as a floating number: for estimates that decide how closely to look. */
  readonly amountPerMarkLot: number;
  /** Largest notional of one side by leverage. */
  readonly maxNotionals: Float64Array;
  /** uPnL = floor((markScale x mark x lots - costScale x cost) / pnlDen). */
  readonly markScale: number;
  readonly costScale: number;
  readonly pnlDen: number;
  readonly pnlReciprocal: number;
}

export function deriveInstrument(spec: InstrumentSpec): Instrument {
  const units = unitsOf(spec.tickDecimals, spec.lotDecimals);
  const shared = Math.min(units.costNum, MARK_PER_TICK);
  const markScale = mulDivFloor(units.costNum, 1, shared);
  const costScale = mulDivFloor(MARK_PER_TICK, 1, shared);
  const rates = spec.tiers.mmrs.map((mmr) => markRateRatio(units, mmr));
  const pnlDen = costScale * units.costDen;
  return {
    spec,
    units,
    taker: tickRateRatio(units, spec.takerFee),
    maker: tickRateRatio(units, spec.makerFee),
    clearance: tickRateRatio(units, spec.clearanceFee),
    maintenance: { tiers: spec.tiers, notional: markRatio(units), rates },
    pnlReciprocal: reciprocalOf(pnlDen),
    maxProduct: mulDivFloor(Number.MAX_SAFE_INTEGER, 1, units.costNum),
    amountPerMarkLot: 10 ** (units.amountDecimals - spec.tickDecimals - spec.lotDecimals - 2),
    maxNotionals: Float64Array.from({ length: MAX_LEVERAGE + 1 }, (_, leverage) => maxNotionalOf(spec.tiers, leverage)),
    markScale,
    costScale,
    pnlDen,
  };
}

/** Works out the price bounds that follow from a mark (rules 3.6, checks 9, 10; 3.3), in ticks, into the symbol's live row. */
export function setBounds(live: Float64Array, row: number, i: Instrument, mark: number): void {
  live[row + BUY_MOST] = mulDivFloor(mark, i.spec.bandUp, RATE_ONE * MARK_PER_TICK);
  live[row + SELL_LEAST] = mulDivCeil(mark, i.spec.bandDown, RATE_ONE * MARK_PER_TICK);
  live[row + WALK_MOST] = walkLimit(0, mark, i.spec.marketBound);
  live[row + WALK_LEAST] = walkLimit(1, mark, i.spec.marketBound);
}

/** Worst price of a walk that may go `bound` (10^-8) away from the mark, rounded inward, in ticks. `side` 0 buy, 1 sell. */
export function walkLimit(side: number, mark: number, bound: number): number {
  if (side === 0) return mulDivFloor(mark, RATE_ONE + bound, RATE_ONE * MARK_PER_TICK);
  return mulDivCeil(mark, RATE_ONE - bound, RATE_ONE * MARK_PER_TICK);
}
