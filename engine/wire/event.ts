// Every fact the engine reports, as one union, with its fixed binary layout: EVENT_WORDS Float64 words a record.
//
// Events are recomputed on replay. Their identity is (sequence, index); a member's stream resumes by it.
// Amounts: micro-USDT. Prices: ticks. Quantities: lots. Costs: ticks x lots of the symbol, exact, as two words (engine/money/wide.ts).
import { EventKind, type EventHead } from './event-kind.ts';
import { type ConditionalEvent, decodeConditionalEvent } from './trigger-events.ts';
import { type RoundEvent, decodeRoundEvent } from './round-events.ts';
import { readWide } from '../money/wide.ts';

export { EVENT_WORDS, EventKind, OrderEnd, OrderStatus, FillRole, PositionEnd, LiquidationStage } from './event-kind.ts';
export { BetStatus, RoundResult, VoidReason, Boundary } from './event-kind.ts';
export type { EventHead } from './event-kind.ts';

export type EngineEvent = EventHead &
  /** `code` indexes engine/reject.ts; a and b are its numbers (limit and offered, in the field's own unit). */
  (
    | { kind: typeof EventKind.CommandRejected; code: number; a: number; b: number }
    /** The first answer to the same request: its sequence and, for orders, how the order stood then. */
    | {
        kind: typeof EventKind.RequestRepeated;
        firstSeq: number;
        command: number;
        orderId: number;
        filledLots: number;
        filledCost: bigint;
        status: number;
      }
    | { kind: typeof EventKind.AccountOpened }
    | { kind: typeof EventKind.SymbolListed }
    | { kind: typeof EventKind.SwitchSet; bits: number }
    | {
        kind: typeof EventKind.LedgerPosted;
        debit: number;
        credit: number;
        amount: number;
        reason: number;
        ref: number;
        debitAfter: number;
        creditAfter: number;
      }
    | {
        kind: typeof EventKind.OrderPlaced;
        orderId: number;
        flags: number;
        price: number;
        lots: number;
        reserved: number;
        takeProfit: number;
        stopLoss: number;
      }
    | {
        kind: typeof EventKind.OrderFilled;
        orderId: number;
        flags: number;
        price: number;
        lots: number;
        role: number;
        fee: number;
        realizedPnl: number;
        tradeId: number;
        restLots: number;
        positionId: number;
      }
    | {
        kind: typeof EventKind.OrderAmended;
        orderId: number;
        flags: number;
        price: number;
        lots: number;
        filledLots: number;
        reserved: number;
      }
    | {
        kind: typeof EventKind.OrderClosed;
        orderId: number;
        flags: number;
        end: number;
        price: number;
        lots: number;
        filledLots: number;
        filledCost: bigint;
        /** Code of reject.ts when a fired order was refused, else 0. */
        reason: number;
      }
    /** `lots` is signed; `positionSide` as in command.ts. */
    | {
        kind: typeof EventKind.PositionChanged;
        positionId: number;
        positionSide: number;
        lots: number;
        entryCost: bigint;
        isolatedWallet: number;
        realizedPnl: number;
        feesPaid: number;
        /** Funding over its life, positive when it was paid. */
        fundingPaid: number;
        leverage: number;
        marginType: number;
      }
    | {
        kind: typeof EventKind.PositionClosed;
        positionId: number;
        positionSide: number;
        /** Signed by the side held; all lots closed over the position's life. */
        lots: number;
        entryCost: bigint;
        exitCost: bigint;
        realizedPnl: number;
        feesPaid: number;
        end: number;
        leverage: number;
      }
    | {
        kind: typeof EventKind.AccountChanged;
        crossWallet: number;
        isolatedWallets: number;
        orderMargin: number;
        positionMargin: number;
        unrealizedPnl: number;
        maintenanceMargin: number;
        available: number;
      }
    | { kind: typeof EventKind.LeverageChanged; leverage: number }
    | { kind: typeof EventKind.MarginTypeChanged; marginType: number }
    | { kind: typeof EventKind.PositionModeChanged; mode: number }
    | { kind: typeof EventKind.LiquidationStarted; positionId: number; mark: number; equity: number; maintenanceMargin: number }
    | {
        kind: typeof EventKind.LiquidationFinished;
        positionId: number;
        clearanceFee: number;
        insurancePaid: number;
        lots: number;
        price: number;
      }
    | { kind: typeof EventKind.MarginWarned; positionId: number; ratioPpm: number }
    | { kind: typeof EventKind.MarkSet; mark: number; indexPrice: number }
    /** The rate and the mark that this settlement uses to its end. */
    | { kind: typeof EventKind.FundingStarted; rate: number; mark: number; fundingTime: number }
    /** `amount` is due (positive: receives), `collected` what moved; the difference is in `debt`, the account's after it. */
    | {
        kind: typeof EventKind.FundingSettled;
        positionId: number;
        positionSide: number;
        lots: number;
        mark: number;
        rate: number;
        fundingTime: number;
        amount: number;
        collected: number;
        debt: number;
      }
    | { kind: typeof EventKind.FundingFinished; fundingTime: number; positions: number }
    | { kind: typeof EventKind.FundingDebtPaid; amount: number; debt: number }
    /** `price` and `bankruptcyPrice` in ticks, 0 = none; equity and maintenance of the scope after the step. */
    | {
        kind: typeof EventKind.LiquidationStep;
        stage: number;
        positionId: number;
        lots: number;
        price: number;
        fee: number;
        equity: number;
        maintenanceMargin: number;
        bankruptcyPrice: number;
      }
    | { kind: typeof EventKind.Deleveraged; positionId: number; lots: number; price: number }
    | { kind: typeof EventKind.AccountFlagsSet; flags: number }
    | { kind: typeof EventKind.DelistingStarted; mark: number }
    | { kind: typeof EventKind.DelistingFinished; positions: number }
    /** At the beginning of `day`; account -1 when the last account has been looked at. `unrealized` of all its positions, isolated ones too. */
    | { kind: typeof EventKind.EquityReported; day: number; crossWallet: number; isolatedWallets: number; unrealized: number }
    | ConditionalEvent
    | RoundEvent
  );

/**
 * Word layout after the head (0 kind, 1 seq, 2 index, 3 time, 4 account, 5 symbol), words 6 to 15 in field order of the union;
 * a bigint cost takes two words (hi, lo). leverage and marginType of PositionChanged share word 15: leverage * 2 + marginType;
 * end and leverage of PositionClosed share word 15: leverage * 4 + end.
 */
export function decodeEvent(words: Float64Array, offset = 0): EngineEvent {
  const at = (i: number) => words[offset + i];
  const head: EventHead = { seq: at(1), index: at(2), time: at(3), account: at(4), symbol: at(5) };
  const kind = at(0) as EventKind;
  const event =
    decodeOrder(kind, head, at) ??
    decodePosition(kind, head, at) ??
    decodeState(kind, head, at) ??
    decodeRisk(kind, head, at) ??
    decodeConditionalEvent(kind, head, at) ??
    decodeRoundEvent(kind, head, at);
  if (event === undefined) throw new Error(`unknown event kind ${String(kind)}`);
  return event;
}

// Requests and orders.
function decodeOrder(kind: EventKind, head: EventHead, at: (i: number) => number): EngineEvent | undefined {
  switch (kind) {
    case EventKind.CommandRejected:
      return { ...head, kind, code: at(6), a: at(7), b: at(8) };
    case EventKind.RequestRepeated:
      return {
        ...head,
        kind,
        firstSeq: at(6),
        command: at(7),
        orderId: at(8),
        filledLots: at(9),
        filledCost: readWide(at(10), at(11)),
        status: at(12),
      };
    case EventKind.OrderPlaced:
      return {
        ...head,
        kind,
        orderId: at(6),
        flags: at(7),
        price: at(8),
        lots: at(9),
        reserved: at(10),
        takeProfit: at(13),
        stopLoss: at(14),
      };
    case EventKind.OrderFilled:
      return {
        ...head,
        kind,
        orderId: at(6),
        flags: at(7),
        price: at(8),
        lots: at(9),
        role: at(10),
        fee: at(11),
        realizedPnl: at(12),
        tradeId: at(13),
        restLots: at(14),
        positionId: at(15),
      };
    case EventKind.OrderAmended:
      return { ...head, kind, orderId: at(6), flags: at(7), price: at(8), lots: at(9), filledLots: at(10), reserved: at(11) };
    case EventKind.OrderClosed:
      return {
        ...head,
        kind,
        orderId: at(6),
        flags: at(7),
        end: at(8),
        price: at(9),
        lots: at(10),
        filledLots: at(11),
        filledCost: readWide(at(12), at(13)),
        reason: at(14),
      };
    default:
      return undefined;
  }
}

function decodePosition(kind: EventKind, head: EventHead, at: (i: number) => number): EngineEvent | undefined {
  switch (kind) {
    case EventKind.PositionChanged:
      return {
        ...head,
        kind,
        positionId: at(6),
        positionSide: at(7),
        lots: at(8),
        entryCost: readWide(at(9), at(10)),
        isolatedWallet: at(11),
        realizedPnl: at(12),
        feesPaid: at(13),
        fundingPaid: at(14),
        leverage: at(15) >> 1,
        marginType: at(15) & 1,
      };
    case EventKind.PositionClosed:
      return {
        ...head,
        kind,
        positionId: at(6),
        positionSide: at(7),
        lots: at(8),
        entryCost: readWide(at(9), at(10)),
        exitCost: readWide(at(11), at(12)),
        realizedPnl: at(13),
        feesPaid: at(14),
        end: at(15) & 3,
        leverage: at(15) >> 2,
      };
    default:
      return undefined;
  }
}

// Accounts, symbols, settings, ledger, liquidations.
function decodeState(kind: EventKind, head: EventHead, at: (i: number) => number): EngineEvent | undefined {
  switch (kind) {
    case EventKind.AccountOpened:
    case EventKind.SymbolListed:
      return { ...head, kind };
    case EventKind.SwitchSet:
      return { ...head, kind, bits: at(6) };
    case EventKind.LedgerPosted:
      return {
        ...head,
        kind,
        debit: at(6),
        credit: at(7),
        amount: at(8),
        reason: at(9),
        ref: at(10),
        debitAfter: at(11),
        creditAfter: at(12),
      };
    case EventKind.AccountChanged:
      return {
        ...head,
        kind,
        crossWallet: at(6),
        isolatedWallets: at(7),
        orderMargin: at(8),
        positionMargin: at(9),
        unrealizedPnl: at(10),
        maintenanceMargin: at(11),
        available: at(12),
      };
    case EventKind.LeverageChanged:
      return { ...head, kind, leverage: at(6) };
    case EventKind.MarginTypeChanged:
      return { ...head, kind, marginType: at(6) };
    case EventKind.PositionModeChanged:
      return { ...head, kind, mode: at(6) };
    case EventKind.LiquidationStarted:
      return { ...head, kind, positionId: at(6), mark: at(7), equity: at(8), maintenanceMargin: at(9) };
    case EventKind.LiquidationFinished:
      return { ...head, kind, positionId: at(6), clearanceFee: at(7), insurancePaid: at(8), lots: at(9), price: at(10) };
    case EventKind.MarginWarned:
      return { ...head, kind, positionId: at(6), ratioPpm: at(7) };
    case EventKind.MarkSet:
      return { ...head, kind, mark: at(6), indexPrice: at(7) };
    default:
      return undefined;
  }
}

// Funding, the steps of liquidations, account flags, delisting.
function decodeRisk(kind: EventKind, head: EventHead, at: (i: number) => number): EngineEvent | undefined {
  switch (kind) {
    case EventKind.FundingStarted:
      return { ...head, kind, rate: at(6), mark: at(7), fundingTime: at(8) };
    case EventKind.FundingSettled:
      return {
        ...head,
        kind,
        positionId: at(6),
        positionSide: at(7),
        lots: at(8),
        mark: at(9),
        rate: at(10),
        fundingTime: at(11),
        amount: at(12),
        collected: at(13),
        debt: at(14),
      };
    case EventKind.FundingFinished:
      return { ...head, kind, fundingTime: at(6), positions: at(7) };
    case EventKind.FundingDebtPaid:
      return { ...head, kind, amount: at(6), debt: at(7) };
    case EventKind.LiquidationStep:
      return {
        ...head,
        kind,
        stage: at(6),
        positionId: at(7),
        lots: at(8),
        price: at(9),
        fee: at(10),
        equity: at(11),
        maintenanceMargin: at(12),
        bankruptcyPrice: at(13),
      };
    case EventKind.Deleveraged:
      return { ...head, kind, positionId: at(6), lots: at(7), price: at(8) };
    case EventKind.AccountFlagsSet:
      return { ...head, kind, flags: at(6) };
    case EventKind.DelistingStarted:
      return { ...head, kind, mark: at(6) };
    case EventKind.DelistingFinished:
      return { ...head, kind, positions: at(6) };
    case EventKind.EquityReported:
      return { ...head, kind, day: at(6), crossWallet: at(7), isolatedWallets: at(8), unrealized: at(9) };
    default:
      return undefined;
  }
}
