// A site that gives up futures takes no new exposure from then on: its engine only reduces, and orders that would open something end.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { OrderEnd } from '@maru/engine/wire/event.ts';
import { isClosing } from '@maru/engine/futures/order-flags.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { readEngine } from './engine-views.ts';
import { throwIfRejected } from './refuse.ts';
import { bitOfTrading, readRequested, siteSwitch, type Trading, requestedTurn, writeRequested } from './requested-trading.ts';

/** Asked at every start and after every change of the site; without a change nothing is journaled. */
export async function followProduct(context: AppContext, site: SiteConfig): Promise<void> {
  const told = await context.shared.turn(requestedTurn(site.id), () => tellEngine(context, site));
  if (told === undefined) return;
  const { trading, bits, seq } = told;
  // After the switch: none can come in between, and no operator's stop waits for it. The row is last, so that a crash begins again.
  const ended = hasProduct(site, 'futures') ? 0 : await endOpeningOrders(context, site.id, seq);
  await context.shared.turn(requestedTurn(site.id), async () => {
    // An operator may have requested something else since, and told the engine so.
    const requested = (await readRequested(context.pool, site.id))?.trading ?? trading;
    await writeRequested(context.pool, site.id, { trading: requested, bits: siteSwitch(site, requested) });
  });
  context.log.info({ site: site.id, bits, ended }, 'trading follows the products of the site');
}

/** Undefined: the engine knows already. */
async function tellEngine(context: AppContext, site: SiteConfig) {
  const requested = await readRequested(context.pool, site.id);
  if (requested === undefined && hasProduct(site, 'futures')) return undefined;
  const trading = requested?.trading ?? (await tradingBefore(context, site));
  const bits = siteSwitch(site, trading);
  if (bits === requested?.bits) return undefined;
  const { events, seq } = await context.engine.submit(site.id, encodeFields(-1, -1, { kind: CommandKind.SetSwitch, bits }));
  throwIfRejected(events, undefined, seq);
  return { trading, bits, seq };
}

/** Operators may have stopped the site before its request was kept. */
async function tradingBefore(context: AppContext, site: SiteConfig): Promise<Trading> {
  const states = await readEngine.symbols(context, site.id);
  const bits = states.reduce((all, state) => all | (state.switches & ~state.ownSwitches), 0);
  const words: readonly Trading[] = ['HALT', 'CANCEL_ONLY', 'REDUCE_ONLY'];
  return words.find((word) => (bits & bitOfTrading[word]) !== 0) ?? 'NONE';
}

async function endOpeningOrders(context: AppContext, site: number, seq: number): Promise<number> {
  if (!(await context.projections.waitFor(site, seq, 30_000))) throw new Error('the lists of orders are too far behind to end them');
  const { rows } = await context.pool.query<{ account: number }>(
    'SELECT DISTINCT account FROM futures_order WHERE site_id = $1 AND closed_seq IS NULL',
    [site],
  );
  let ended = 0;
  for (const { account } of rows) {
    const { orders } = await readEngine.openOrders(context, site, account, -1);
    for (const { orderId } of orders.filter(({ flags }) => !isClosing(flags))) {
      // One that has just gone by itself is refused, which is as well.
      await context.engine.submit(site, encodeFields(account, -1, { kind: CommandKind.CancelOrder, orderId, end: OrderEnd.Operator }));
      ended++;
    }
  }
  return ended;
}
