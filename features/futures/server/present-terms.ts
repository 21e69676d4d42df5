// What only conditional orders and orders with TP/SL show: their prices, what they watch, and what they were before they fired.
import { unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { OrderFlag, ORIGIN_SHIFT, unpackConditionalFlags } from '@maru/engine/wire/order-terms.ts';
import { OrderEnd } from '@maru/engine/wire/event.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { Order } from '../contract.ts';
import { markText, priceText } from './decimal-text.ts';
import type { OrderFacts } from '../fold-order.ts';
import { orderTypeOfCode } from '../order-type-table.ts';
import type { SiteSymbol } from './site-symbols.ts';

/** Rates are 10^-8; as percent they have two digits less. */
const PERCENT_DECIMALS = 6;

const ORIGIN_BITS = 7 << ORIGIN_SHIFT;

/** True for orders that wait, fired, or carry TP/SL. */
export function hasTerms(flags: number): boolean {
  return orderTypeOfCode((flags >> 3) & 7).trigger !== undefined || (flags & (ORIGIN_BITS | OrderFlag.Attached)) !== 0;
}

/** The type it was placed as, and its further fields. */
export function presentTerms(symbol: SiteSymbol, o: OrderFacts): { type: number; fields: Partial<Order> } {
  const { closePosition, workingType, priceProtect, origin, waiting } = unpackConditionalFlags(o.flags);
  const type = origin > 0 ? origin : unpackOrderFlags(o.flags).type;
  const price = (ticks: number | undefined) => (ticks ? priceText(symbol, ticks) : '0');
  const fields: Partial<Order> = {};
  if (origin > 0) {
    const { stop, follows } = orderTypeOfCode(origin).trigger ?? { stop: 'stopPrice', follows: false };
    Object.assign(fields, {
      stopPrice: stop === 'stopPrice' ? price(o.stopPrice) : '0',
      workingType: workingType === 0 ? 'CONTRACT_PRICE' : 'MARK_PRICE',
      priceProtect,
      closePosition,
      isWaiting: waiting && o.end < 0,
      hasFired: !waiting && o.end !== OrderEnd.TriggerRefused && o.end !== OrderEnd.PriceProtected,
      ...(follows ? trailingFields(symbol, o) : {}),
    });
  }
  if ((o.flags & OrderFlag.Attached) !== 0) {
    Object.assign(fields, {
      takeProfit: price(o.takeProfit),
      stopLoss: price(o.stopLoss),
      isMarkTp: (o.flags & OrderFlag.TakeProfitByMark) !== 0,
      isMarkSl: (o.flags & OrderFlag.StopLossByMark) !== 0,
      isPartialTpsl: (o.flags & OrderFlag.PartialTpsl) !== 0,
      ...((o.flags & OrderFlag.TpslLimits) === 0
        ? {}
        : { takeProfitLimit: price(o.takeProfitLimit), stopLossLimit: price(o.stopLossLimit) }),
    });
  }
  if (o.parentId) fields.parentId = o.parentId;
  return { type, fields };
}

function trailingFields(symbol: SiteSymbol, o: OrderFacts): Partial<Order> {
  return {
    activationPrice: o.stopPrice ? priceText(symbol, o.stopPrice) : '0',
    callbackRate: formatDecimal(o.callbackRate ?? 0, PERCENT_DECIMALS, true),
    extremePrice: o.extreme ? markText(symbol, o.extreme) : '0',
  };
}
