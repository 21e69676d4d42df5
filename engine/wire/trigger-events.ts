// Events of orders that wait for a price, of the TP/SL that fills arm, and of the dead man's switch (event.ts has the rest).
import { EventKind, type EventHead } from './event-kind.ts';

export type ConditionalEvent =
  /** A conditional order waits. `stopPrice` in ticks (Trailing: its activation price); `lots` 0 = closes the position. `parentId`: the entry order whose fill armed it. */
  | ArmedFields<typeof EventKind.OrderArmed>
  | ArmedFields<typeof EventKind.TriggerAmended>
  /** It fired at `workingPrice` (mark units). OrderPlaced with the same id, now Limit or Market, or OrderClosed with a reason follows. */
  | { kind: typeof EventKind.OrderTriggered; orderId: number; flags: number; stopPrice: number; workingPrice: number; lots: number }
  /** It may not be placed now that it fired: the figures of the check that failed, as in CommandRejected. OrderClosed follows. */
  | { kind: typeof EventKind.TriggerRefused; orderId: number; code: number; limit: number; offered: number }
  /** A trailing stop reached its activation price and follows `extreme` (mark units) from now on. */
  | { kind: typeof EventKind.TrailingActivated; orderId: number; extreme: number }
  /** What an entry's fills will arm from now on, where its own events do not say it: ticks, 0 = none; limits 0 = at market. */
  | {
      kind: typeof EventKind.TpslAttached;
      orderId: number;
      flags: number;
      takeProfit: number;
      stopLoss: number;
      takeProfitLimit: number;
      stopLossLimit: number;
    }
  /** TP/SL attached to `parentId` could not be armed: the position stands without it. `code` of reject.ts; `type` TakeProfit or StopLoss. */
  | { kind: typeof EventKind.TpslRefused; parentId: number; type: number; stopPrice: number; code: number }
  /** A reversal closed the position, but the other side was refused (rules 5.7); or ClosePositions could not close this one. */
  | { kind: typeof EventKind.ReverseCut; positionId: number; lots: number; code: number }
  /** `until` 0 = off. */
  | { kind: typeof EventKind.CancelAfterSet; until: number; countdownMs: number }
  | { kind: typeof EventKind.CancelAfterDone; until: number; orders: number };

interface ArmedFields<K> {
  kind: K;
  orderId: number;
  flags: number;
  price: number;
  lots: number;
  reserved: number;
  stopPrice: number;
  callbackRate: number;
  /** TP/SL attached to it, ticks, 0 = none. */
  takeProfit: number;
  stopLoss: number;
  parentId: number;
}

export function decodeConditionalEvent(
  kind: EventKind,
  head: EventHead,
  at: (i: number) => number,
): (EventHead & ConditionalEvent) | undefined {
  switch (kind) {
    case EventKind.OrderArmed:
    case EventKind.TriggerAmended:
      return {
        ...head,
        kind,
        orderId: at(6),
        flags: at(7),
        price: at(8),
        lots: at(9),
        reserved: at(10),
        stopPrice: at(11),
        callbackRate: at(12),
        takeProfit: at(13),
        stopLoss: at(14),
        parentId: at(15),
      };
    case EventKind.OrderTriggered:
      return { ...head, kind, orderId: at(6), flags: at(7), stopPrice: at(8), workingPrice: at(9), lots: at(10) };
    case EventKind.TrailingActivated:
      return { ...head, kind, orderId: at(6), extreme: at(7) };
    case EventKind.TriggerRefused:
      return { ...head, kind, orderId: at(6), code: at(7), limit: at(8), offered: at(9) };
    case EventKind.TpslAttached:
      return {
        ...head,
        kind,
        orderId: at(6),
        flags: at(7),
        takeProfit: at(8),
        stopLoss: at(9),
        takeProfitLimit: at(10),
        stopLossLimit: at(11),
      };
    case EventKind.TpslRefused:
      return { ...head, kind, parentId: at(6), type: at(7), stopPrice: at(8), code: at(9) };
    case EventKind.ReverseCut:
      return { ...head, kind, positionId: at(6), lots: at(7), code: at(8) };
    case EventKind.CancelAfterSet:
      return { ...head, kind, until: at(6), countdownMs: at(7) };
    case EventKind.CancelAfterDone:
      return { ...head, kind, until: at(6), orders: at(7) };
    default:
      return undefined;
  }
}
