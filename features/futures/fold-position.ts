// What a fact makes of a position: one fold for the member's queue, the lists and a journal read again.
import { readWide } from '@maru/engine/money/wide.ts';
import { heldLeverage, heldMarginType } from '@maru/engine/wire/event-fields.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';

const Head = EventHeadWord;
const { PositionChanged, PositionClosed } = EventWord;

/** What is known of an open position, in the engine's integers; what follows from the mark is reckoned (reckon-account.ts). */
export interface PositionFacts {
  positionId: number;
  symbol: number;
  /** 0 both, 1 long, 2 short. */
  positionSide: number;
  /** Signed by the side held. */
  lots: number;
  /** Magnitude in the symbol's cost units. */
  entryCost: bigint;
  isolatedWallet: number;
  realizedPnl: number;
  feesPaid: number;
  /** Over its life, positive when it was paid. */
  fundingPaid: number;
  leverage: number;
  marginType: number;
  openedAt: number;
}

/** Of a view: without what follows from the mark. */
export const positionFacts = (p: PositionFacts): PositionFacts => ({
  positionId: p.positionId,
  symbol: p.symbol,
  positionSide: p.positionSide,
  lots: p.lots,
  entryCost: p.entryCost,
  isolatedWallet: p.isolatedWallet,
  realizedPnl: p.realizedPnl,
  feesPaid: p.feesPaid,
  fundingPaid: p.fundingPaid,
  leverage: p.leverage,
  marginType: p.marginType,
  openedAt: p.openedAt,
});

/** The position that the event at `i` changes or ends; -1 = none. */
export const positionIn = (e: Float64Array, i: number): number =>
  e[i] === EventKind.PositionChanged || e[i] === EventKind.PositionClosed ? e[i + PositionClosed.positionId] : -1;

/** The position after an event of its own; undefined once it ended. */
export function foldPosition(was: PositionFacts | undefined, e: Float64Array, i: number): PositionFacts | undefined {
  if (e[i] === EventKind.PositionClosed) return undefined;
  if (e[i] !== EventKind.PositionChanged) return was;
  return {
    positionId: e[i + PositionChanged.positionId],
    symbol: e[i + Head.symbol],
    positionSide: e[i + PositionChanged.positionSide],
    lots: e[i + PositionChanged.lots],
    entryCost: readWide(e[i + PositionChanged.entryCost], e[i + PositionChanged.entryCostLo]),
    isolatedWallet: e[i + PositionChanged.isolatedWallet],
    realizedPnl: e[i + PositionChanged.realizedPnl],
    feesPaid: e[i + PositionChanged.feesPaid],
    fundingPaid: e[i + PositionChanged.fundingPaid],
    leverage: heldLeverage(e[i + PositionChanged.setting]),
    marginType: heldMarginType(e[i + PositionChanged.setting]),
    openedAt: was?.openedAt ?? e[i + Head.time],
  };
}
