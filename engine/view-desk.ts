// Views for operators over a whole site: what members hold of each symbol, what the house holds against it, and who is near liquidation.
import { notionalAtMark } from './futures/margin.ts';
import { symbolOfPosition } from './futures/position.ts';
import {
  EQUITY,
  EX_ACCOUNT,
  EXPOSURE,
  COUNTERPARTY_LOTS,
  LIFE,
  LIFE_ID,
  LIVE,
  MAINTENANCE,
  MARK,
  META_SYMBOLS,
  OPEN_LONG,
  OPEN_SHORT,
  RISK,
} from './layout.ts';
import { HouseAccount } from './ledger/account.ts';
import type { Instrument } from './market/instrument.ts';
import { isListed } from './market/listed.ts';
import type { EngineState } from './state.ts';
import { type PositionView, positionView } from './view-positions.ts';

export interface SymbolExposure {
  symbol: number;
  /** micro-USDT at mark. */
  long: number;
  short: number;
  /** Signed. */
  house: number;
  /** Lots, signed, and the most of either side; 0 = no counterparty. */
  counterpartyLots: number;
  counterpartyCapLots: number;
}

export interface NearPosition extends PositionView {
  account: number;
  /** micro-USDT at mark. */
  notional: number;
}

export interface DeskRiskView {
  seq: number;
  symbols: SymbolExposure[];
  /** Positions whose liquidation price is at most `withinPpm` away from the mark. */
  near: NearPosition[];
  insurance: number;
  fees: number;
}

const PPM = 1_000_000;
/** A desk reads some; a crash must not fill a message with all. */
const MOST_NEAR = 500;

export function deskRiskView(s: EngineState, withinPpm: number): DeskRiskView {
  return {
    seq: s.seq,
    symbols: exposures(s),
    near: nearLiquidation(s, withinPpm),
    insurance: s.ledger[HouseAccount.Insurance],
    fees: s.ledger[HouseAccount.Fee],
  };
}

function exposures(s: EngineState): SymbolExposure[] {
  const all: SymbolExposure[] = [];
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    if (!isListed(s, symbol)) continue;
    const { units, spec } = s.instruments[symbol] as Instrument;
    const live = symbol * LIVE;
    const mark = s.live[live + MARK];
    const counterpartyLots = s.live[live + COUNTERPARTY_LOTS];
    const atMark = (lots: number) => (lots === 0 || mark === 0 ? 0 : notionalAtMark(units, mark, lots));
    all.push({
      symbol,
      long: atMark(s.live[live + OPEN_LONG]),
      short: atMark(s.live[live + OPEN_SHORT]),
      house: counterpartyLots < 0 ? -atMark(-counterpartyLots) : atMark(counterpartyLots),
      counterpartyLots,
      counterpartyCapLots: spec.counterpartyCapLots,
    });
  }
  return all;
}

function nearLiquidation(s: EngineState, withinPpm: number): NearPosition[] {
  const near: NearPosition[] = [];
  for (let slot = 0; slot < s.positionLots.length && near.length < MOST_NEAR; slot++) {
    const lots = Math.abs(s.positionLots[slot]);
    if (lots === 0) continue;
    const symbol = symbolOfPosition(s, slot);
    const mark = s.live[symbol * LIVE + MARK];
    const notional = notionalAtMark((s.instruments[symbol] as Instrument).units, mark, lots);
    const scope = s.positionScope[slot] * RISK;
    // The price itself costs a search: twice as far off as asked by this measure is surely farther.
    if ((s.risk[scope + EQUITY] - s.risk[scope + MAINTENANCE]) * PPM > notional * withinPpm * 2) continue;
    const account = s.exposures[s.positionExposure[slot] * EXPOSURE + EX_ACCOUNT];
    const view = positionView(s, account, s.positionLife[slot * LIFE + LIFE_ID]);
    if (view === null || view.liquidationPrice === 0) continue;
    if (Math.abs(view.liquidationPrice - mark) * PPM <= mark * withinPpm) near.push({ ...view, account, notional });
  }
  return near;
}
