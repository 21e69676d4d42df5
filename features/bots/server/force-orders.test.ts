// What the market hears of liquidations: one message an order, all its fills in it, nothing of other fills or other sites.
import { EVENT_WORDS, EventKind, FillRole } from '@maru/engine/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { expect, test } from 'vitest';
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
