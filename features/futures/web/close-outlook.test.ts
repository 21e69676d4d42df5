// What the dialogs say of closing and of turning round is what the rules make of it (5.5, 5.7, 7.3), by sums done by hand.
import { describe, expect, test } from 'vitest';
import { costOf } from '@maru/engine/money/cost.ts';
import type { PositionNow } from './account-now.ts';
import { closeOutlook, legsOf, reverseOutlook } from './close-outlook.ts';
import { instrumentOf } from './instrument.ts';
import { bitcoin } from './testing/bitcoin-option.ts';

const i = instrumentOf(bitcoin);
const usdt = (amount: number) => Math.round(amount * 1_000_000);
const wallet = usdt(10_000);
const purse = { crossWallet: wallet, crossPnl: usdt(500), positionMargin: 0, orderMargin: 0, maintenance: usdt(122), available: wallet };

/** 0.5 BTC at 60,000 on 10x, the mark at 61,000. */
function position(side: 1 | -1, lots = 500): PositionNow {
  const held = { side, lots, entryCost: costOf(6_000_000, lots, i.units.costNum), isolatedWallet: 0, leverage: 10 };
  return { instrument: i, held, mark: 610_000_000, position: { marginType: 'CROSSED' } } as PositionNow;
}

describe('turning a position round', () => {
  test('a long becomes a short of the same size: its profit is realised, a fee is paid for each side', () => {
    const p = position(1);
    const { after, fee } = reverseOutlook(p, [p], purse);
    expect(after.held).toMatchObject({ side: -1, lots: 500 });
    expect(after.realized).toBe(usdt(500));
    expect(fee).toBe(usdt(24.4));
    expect(after.walletChange).toBe(usdt(500 - 24.4));
  });

  test('in hedge mode what opens is added to the other leg', () => {
    const [long, short] = [position(1), position(-1, 200)];
    const { after } = reverseOutlook(long, legsOf(long, [long, short]), purse);
    expect(after.held).toMatchObject({ side: -1, lots: 700 });
  });
});

test('closing half at market realises half and leaves half', () => {
  const p = position(1);
  const { after, fee } = closeOutlook(p, [p], purse, 250, 6_100_000, false);
  expect(after.held).toMatchObject({ side: 1, lots: 250 });
  expect(after.realized).toBe(usdt(250));
  expect(fee).toBe(usdt(6.1));
});
