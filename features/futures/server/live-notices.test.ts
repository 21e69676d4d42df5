// Warnings in words for what nobody asked for, and which orders are the engine's own.
import { EVENT_WORDS, EventKind, FillRole, LiquidationStage } from '@maru/engine/wire/event.ts';
import { OrderType } from '@maru/engine/wire/command.ts';
import { ORIGIN_SHIFT } from '@maru/engine/wire/order-terms.ts';
import { Reject } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { describe, expect, it } from 'vitest';
import type { EventRef } from './live-events.ts';
import { engineOrdersOf, noticeOf } from './live-notices.ts';

const site = { symbols: ['BINANCE:BTCUSDT'], languages: ['ko', 'en'] } as unknown as SiteConfig;
const english = { ...site, languages: ['en'] } as SiteConfig;
const open = new Set([5]);

/** A record: kind, sequence, then words 6 on. */
function told(kind: number, seq: number, ...fields: number[]): EventRef {
  const words = new Float64Array(EVENT_WORDS);
  words.set([kind, seq, 0, 0, 1, 0, ...fields]);
  return { words, at: 0, clientOrderId: undefined };
}

describe('noticeOf', () => {
  it('TP/SL that could not be armed: which, where and why', () => {
    const event = told(EventKind.TpslRefused, 9, 77, OrderType.StopLoss, 5_900_000, Reject.ACCOUNT_FROZEN);
    expect(noticeOf(site, event, open)).toBe('59,000.00 USDT 손절 주문을 걸지 못했어요. 계정이 잠겨 있어요. 주문 취소만 할 수 있어요.');
    expect(noticeOf(english, event, open)).toBe(
      'The stop-loss at 59,000.00 USDT could not be set. The account is frozen. Only cancelling is possible.',
    );
  });

  it('a reason that needs figures is named by its code', () => {
    const event = told(EventKind.ReverseCut, 9, 5, 10, Reject.INSUFFICIENT_MARGIN);
    expect(noticeOf(english, event, open)).toBe('The position was closed, but the other side could not be opened. (INSUFFICIENT_MARGIN)');
  });

  it('auto-deleveraging: how much, at which price (rules 9.6)', () => {
    const event = told(EventKind.Deleveraged, 9, 5, 250, 6_012_345);
    expect(noticeOf(site, event, open)).toBe('자동 감축으로 0.250 BTC 포지션을 60,123.45 USDT에 정리했어요.');
    expect(noticeOf(english, event, open)).toBe('Auto-deleveraging closed 0.250 BTC at 60,123.45 USDT.');
  });

  it('a liquidation that stepped down a tier, unless nothing is left of the position (rules 9.3)', () => {
    const step = (position: number) => told(EventKind.LiquidationStep, 9, LiquidationStage.SteppedDown, position, 200, 6_000_000);
    expect(noticeOf(site, step(5), open)).toBe('증거금이 부족해 포지션을 0.200 BTC만큼 먼저 정리했어요. 남은 포지션을 확인해 주세요.');
    expect(noticeOf(english, step(5), open)).toContain('0.200 BTC was closed first');
    expect(noticeOf(english, step(6), open)).toBeUndefined();
    expect(noticeOf(english, told(EventKind.LiquidationStep, 9, LiquidationStage.ClosedInBook, 5, 200, 6_000_000), open)).toBeUndefined();
  });

  it('says nothing of what the member did itself', () => {
    expect(noticeOf(site, told(EventKind.OrderFilled, 9, 77), open)).toBeUndefined();
  });
});

describe('engineOrdersOf', () => {
  it('by their fills’ role, or placed within a liquidation; a stop that fires beside it is the member’s', () => {
    const fired = OrderType.StopLoss << ORIGIN_SHIFT;
    const refs = [
      told(EventKind.OrderPlaced, 8, 1),
      told(EventKind.LiquidationStarted, 9, 5),
      told(EventKind.OrderPlaced, 9, 2),
      told(EventKind.OrderPlaced, 9, 3, fired),
      told(EventKind.OrderFilled, 10, 4, 0, 0, 0, FillRole.Adl),
      told(EventKind.OrderFilled, 10, 6, 0, 0, 0, FillRole.Maker),
    ];
    expect([...engineOrdersOf(refs)]).toEqual([2, 4]);
  });
});
