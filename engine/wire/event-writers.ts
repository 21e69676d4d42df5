// Writers of the events that more than one command reports: each sets its words in place, without an object per event.
import { closedSetting } from './event-fields.ts';
import { type EventBuffer, putWide } from './event-buffer.ts';
import { EventKind } from './event-kind.ts';
import { writerOf } from './event.ts';

const CommandRejected = writerOf('CommandRejected', 'code', 'a', 'b');
const RequestRepeated = writerOf('RequestRepeated', 'firstSeq', 'command', 'orderId', 'filledLots', 'filledCost', 'filledCostLo', 'status');
const PositionClosed = writerOf(
  'PositionClosed',
  'positionId',
  'positionSide',
  'lots',
  'entryCost',
  'entryCostLo',
  'exitCost',
  'exitCostLo',
  'realizedPnl',
  'feesPaid',
  'setting',
);
const LiquidationStarted = writerOf('LiquidationStarted', 'positionId', 'mark', 'equity', 'maintenanceMargin');
const LiquidationFinished = writerOf('LiquidationFinished', 'positionId', 'clearanceFee', 'insurancePaid', 'lots', 'price');
const MarginWarned = writerOf('MarginWarned', 'positionId', 'ratioPpm');
const MarkSet = writerOf('MarkSet', 'mark', 'indexPrice');

export function emitRejected(e: EventBuffer, account: number, symbol: number, code: number, a: number, b: number): void {
  const at = e.begin(EventKind.CommandRejected, account, symbol);
  const w = e.words;
  w[at + CommandRejected.code] = code;
  w[at + CommandRejected.a] = a;
  w[at + CommandRejected.b] = b;
}

export function emitRepeated(
  e: EventBuffer,
  account: number,
  symbol: number,
  firstSeq: number,
  command: number,
  orderId: number,
  filledLots: number,
  filledCost: number,
  status: number,
): void {
  const at = e.begin(EventKind.RequestRepeated, account, symbol);
  const w = e.words;
  w[at + RequestRepeated.firstSeq] = firstSeq;
  w[at + RequestRepeated.command] = command;
  w[at + RequestRepeated.orderId] = orderId;
  w[at + RequestRepeated.filledLots] = filledLots;
  putWide(w, at + RequestRepeated.filledCost, filledCost);
  w[at + RequestRepeated.status] = status;
}

export function emitPositionClosed(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  positionSide: number,
  lots: number,
  entryHi: number,
  entryLo: number,
  exitHi: number,
  exitLo: number,
  realizedPnl: number,
  feesPaid: number,
  end: number,
  leverage: number,
): void {
  const at = e.begin(EventKind.PositionClosed, account, symbol);
  const w = e.words;
  w[at + PositionClosed.positionId] = positionId;
  w[at + PositionClosed.positionSide] = positionSide;
  w[at + PositionClosed.lots] = lots;
  w[at + PositionClosed.entryCost] = entryHi;
  w[at + PositionClosed.entryCostLo] = entryLo;
  w[at + PositionClosed.exitCost] = exitHi;
  w[at + PositionClosed.exitCostLo] = exitLo;
  w[at + PositionClosed.realizedPnl] = realizedPnl;
  w[at + PositionClosed.feesPaid] = feesPaid;
  w[at + PositionClosed.setting] = closedSetting(leverage, end);
}

export function emitLiquidationStarted(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  mark: number,
  equity: number,
  maintenance: number,
): void {
  const at = e.begin(EventKind.LiquidationStarted, account, symbol);
  const w = e.words;
  w[at + LiquidationStarted.positionId] = positionId;
  w[at + LiquidationStarted.mark] = mark;
  w[at + LiquidationStarted.equity] = equity;
  w[at + LiquidationStarted.maintenanceMargin] = maintenance;
}

export function emitLiquidationFinished(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  clearanceFee: number,
  insurancePaid: number,
  lots: number,
  price: number,
): void {
  const at = e.begin(EventKind.LiquidationFinished, account, symbol);
  const w = e.words;
  w[at + LiquidationFinished.positionId] = positionId;
  w[at + LiquidationFinished.clearanceFee] = clearanceFee;
  w[at + LiquidationFinished.insurancePaid] = insurancePaid;
  w[at + LiquidationFinished.lots] = lots;
  w[at + LiquidationFinished.price] = price;
}

export function emitWarned(e: EventBuffer, account: number, symbol: number, positionId: number, ratioPpm: number): void {
  const at = e.begin(EventKind.MarginWarned, account, symbol);
  const w = e.words;
  w[at + MarginWarned.positionId] = positionId;
  w[at + MarginWarned.ratioPpm] = ratioPpm;
}

export function emitMark(e: EventBuffer, symbol: number, mark: number, index: number): void {
  const at = e.begin(EventKind.MarkSet, -1, symbol);
  const w = e.words;
  w[at + MarkSet.mark] = mark;
  w[at + MarkSet.indexPrice] = index;
}
