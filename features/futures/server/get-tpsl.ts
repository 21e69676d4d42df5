// TP/SL of one order: what the order carries, and the orders that its fills armed, open or ended.
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { getTpsl } from '../contract.ts';
import { readEngine } from './engine-views.ts';
import type { OrderFacts } from '../fold-order.ts';
import { presentOrder } from './present-order.ts';
import { findOrder, listArmedBy } from './queries.ts';
import { symbolAt } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const getTpslHandler = handle(getTpsl, async (context, call) => {
  const { site, query } = call;
  const { account } = memberOf(call);
  const found = await currentOrder(context, site.id, account, query.orderId, query.after);
  if (found === undefined) throw new Refusal('ORDER_UNKNOWN', { field: 'orderId' });
  const { takeProfit, stopLoss, isMarkTp, isMarkSl } = presentOrder(symbolAt(site, found.symbol), found);
  const armed = await listArmedBy(context, site.id, account, query.orderId);
  return {
    data: {
      orderId: query.orderId,
      takeProfit: priceOrNull(takeProfit),
      stopLoss: priceOrNull(stopLoss),
      isMarkTp: isMarkTp ?? false,
      isMarkSl: isMarkSl ?? false,
      armed: armed.map((row) =>
        presentOrder(symbolAt(site, row.symbol), { ...row, reserved: row.closedSeq === undefined ? row.reserved : 0 }),
      ),
    },
  };
});

function priceOrNull(text: string | undefined): string | null {
  return text === undefined || text === '0' ? null : text;
}

/** An open order by the engine; one that ended by its row. */
async function currentOrder(
  context: AppContext,
  site: number,
  account: number,
  orderId: number,
  after: number | undefined,
): Promise<(OrderFacts & { symbol: number }) | undefined> {
  if (after !== undefined) await context.projections.waitFor(site, after);
  const open = await readEngine.order(context, site, account, orderId);
  return open === null ? findOrder(context, site, account, orderId) : { ...open, end: -1 };
}
