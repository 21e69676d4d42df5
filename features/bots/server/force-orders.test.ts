// What the market hears of liquidations: one message an order, all its fills in it, nothing of other fills or other sites.
import { EVENT_WORDS, EventKind, FillRole } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { expect, test } from 'vitest';
import { createForcedWatch, type ForcedTold } from './forced-watch.ts';
import { clientIdOf } from './order-shape.ts';
import { createForceOrders, forceOrderShape, type Liquidated } from './force-orders.ts';

const site = { id: 1, symbols: ['BINANCE:ETHUSDT', 'BINANCE:BTCUSDT'] } as unknown as SiteConfig;
const fill = (orderId: number, flags: number, price: number, lots: number, role: number) => [
  EventKind.OrderFilled,
  9,
  0,
  1_700_000_000_000,
  44,
  1,
  orderId,
  flags,
  price,
  lots,
  role,
];
function batch(of: number, ...records: number[][]): EventBatch {
  const events = new Float64Array(records.length * EVENT_WORDS);
  records.forEach((record, i) => events.set(record, i * EVENT_WORDS));
  return { site: of, firstSeq: 1, lastSeq: 1, commands: new Float64Array(), events };
}

test('the fills of one liquidation order are one message with their average; whose it was is not told', () => {
  let tell: (batch: EventBatch) => void = () => {};
  const orders = createForceOrders({ onBatch: (listener) => void (tell = listener) });
  const heard: Liquidated[] = [];
  const stop = orders.hear(1, (order) => heard.push(order));
  tell(
    batch(
      1,
      fill(5, 1, 600_000, 20, FillRole.Liquidation),
      fill(6, 0, 600_000, 20, FillRole.Maker),
      fill(5, 1, 599_000, 60, FillRole.Liquidation),
    ),
  );
  tell(batch(2, fill(7, 1, 600_000, 20, FillRole.Liquidation)));
  expect(heard).toHaveLength(1);
  const { e, E, o } = forceOrderShape(site, heard[0], 77);
  expect([e, E]).toEqual(['forceOrder', 77]);
  expect(o).toMatchObject({ s: 'BTCUSDT', S: 'SELL', o: 'LIMIT', f: 'IOC', X: 'FILLED', l: o.q, z: o.q, T: 1_700_000_000_000 });
  expect([o.p, o.ap, o.q]).toEqual(['5990.00', '5992.50', '0.080']);
  expect(JSON.stringify(o)).not.toContain('44');
  stop();
  tell(batch(1, fill(8, 1, 600_000, 20, FillRole.Liquidation)));
  expect(heard).toHaveLength(1);
});

test.each([
  [FillRole.Adl, 'ADL', 'adl_autoclose'],
  [FillRole.Settlement, 'SETTLEMENT', 'settlement_autoclose-17000000000005'],
  [FillRole.Liquidation, 'LIQUIDATION', 'autoclose-17000000000005'],
])('its own member hears of role %i as %s, first as new; another member and another site nothing', (role, autoClose, clientId) => {
  let tell: (batch: EventBatch) => void = () => {};
  const watch = createForcedWatch({ onBatch: (listener) => void (tell = listener) });
  const heard: ForcedTold[] = [];
  const elsewhere: ForcedTold[] = [];
  const listener = (to: ForcedTold[]) => ({ forced: (told: ForcedTold) => to.push(told), isolated: () => {} });
  const stop = watch.hear(site, 44, listener(heard));
  watch.hear(site, 45, listener(elsewhere));
  watch.hear({ ...site, id: 2 }, 44, listener(elsewhere));
  const placed = [EventKind.OrderPlaced, 9, 0, 1_700_000_000_000, 44, 1, 5, 1, 0, 80];
  const own = [EventKind.OrderPlaced, 9, 0, 1_700_000_000_000, 44, 1, 8, 1, 600_000, 80];
  tell(batch(1, own, fill(8, 1, 600_000, 20, FillRole.Taker), placed, fill(5, 1, 600_000, 20, role), fill(5, 1, 599_000, 60, role)));
  expect(heard.map(({ execution, order }) => [execution, order.status, order.filledQuantity, order.autoClose])).toEqual([
    ['NEW', 'NEW', '0.000', autoClose],
    ['CALCULATED', 'PARTIALLY_FILLED', '0.020', autoClose],
    ['CALCULATED', 'FILLED', '0.080', autoClose],
  ]);
  expect([clientIdOf(heard[2].order), heard[2].order.averagePrice, heard[2].fill?.quantity]).toEqual([clientId, '5992.50', '0.060']);
  stop();
  tell(batch(1, placed, fill(5, 1, 600_000, 20, role)));
  expect([heard.length, elsewhere.length]).toEqual([3, 0]);
});

test('its own member’s isolated positions are named, also one that is liquidated before it was ever told', () => {
  let tell: (batch: EventBatch) => void = () => {};
  const watch = createForcedWatch({ onBatch: (listener) => void (tell = listener) });
  const heard: number[] = [];
  watch.hear(site, 44, { forced: () => {}, isolated: (positionId) => heard.push(positionId) });
  const changed = (account: number, positionId: number, isIsolated: number) => {
    const words = Array.from({ length: EVENT_WORDS }, () => 0);
    [words[0], words[4], words[6], words[15]] = [EventKind.PositionChanged, account, positionId, 20 * 2 + isIsolated];
    return words;
  };
  const liquidation = (account: number, positionId: number) => [EventKind.LiquidationStarted, 9, 0, 0, account, 1, positionId];
  tell(batch(1, changed(44, 1, 1), changed(44, 2, 0), changed(45, 3, 1), liquidation(44, 4), liquidation(44, 0), liquidation(45, 5)));
  expect(heard).toEqual([1, 4]);
});
