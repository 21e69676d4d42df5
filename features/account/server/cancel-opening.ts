// Takes back what rests in the book and would open something new; orders that close, TP/SL among them, stay.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { OrderEnd } from '@maru/engine/wire/event.ts';
import { isClosing } from '@maru/engine/futures/order-flags.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export async function cancelOpening({ engine }: Pick<AppContext, 'engine'>, site: number, account: number): Promise<void> {
  const { orders } = await engine.query<{ orders: { orderId: number; symbol: number; flags: number }[] }>(site, 'openOrders', account, -1);
  for (const { orderId, symbol, flags } of orders) {
    if (isClosing(flags)) continue;
    const head = { time: 0, account, symbol, keyHi: 0, keyLo: 0, body: 0 };
    await engine.submit(site, encodeCommand({ ...head, kind: CommandKind.CancelOrder, orderId, end: OrderEnd.OwnLimit }));
  }
}
