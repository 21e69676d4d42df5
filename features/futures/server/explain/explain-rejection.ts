// A refusal explained: which check failed, the limit and what came against it, and for money the parts of the cost (rules 3.6, 6.4).
import { rateText } from '@maru/engine/money/decimal.ts';
import { type Command, CommandKind, OrderType, Side } from '@maru/engine/wire/command.ts';
import type { EngineEvent, EventKind } from '@maru/engine/wire/event.ts';
import { assumedMarketPrice, orderCost } from '@maru/engine/futures/order-cost.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, priceText, quantityText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { demandSteps } from './explain-demands.ts';
import { markAt, type Moment, specAt } from './moment.ts';

type Rejected = Extract<EngineEvent, { kind: typeof EventKind.CommandRejected }>;
type Place = Extract<Command, { kind: typeof CommandKind.PlaceOrder }>;

export function explainRejection(m: Moment, symbol: SiteSymbol | undefined, rejected: Rejected): ExplainStep[] {
  const name = rejections.get(rejected.code)?.name;
  if (name === undefined) return [];
  const isCost = name === 'INSUFFICIENT_MARGIN' && symbol !== undefined && m.command.kind === CommandKind.PlaceOrder;
  const cost = isCost ? costSteps(m, symbol, m.command as Place, rejected.b) : [];
  return [...cost, ...demandSteps(m, name, rejected.a, rejected.b, symbol)];
}

/** Parts of what an order costs; `told` is what the engine found (rules 6.4). */
export function costSteps(
  m: Moment,
  symbol: SiteSymbol,
  order: Pick<Place, 'side' | 'type' | 'price' | 'lots'>,
  told: number,
): ExplainStep[] {
  const spec = specAt(m, symbol.symbol);
  const mark = markAt(m, symbol.symbol);
  const sign = order.side === Side.Buy ? 1 : -1;
  const isMarket = order.type === OrderType.Market;
  const price = isMarket ? assumedMarketPrice(sign, m.bestBid, m.bestAsk, mark) : order.price;
  // Settings are those of the command's symbol; a Tick has none.
  const isOwn = m.command.symbol === symbol.symbol;
  const leverage = (isOwn ? m.settings?.leverage : undefined) ?? spec.defaultLeverage;
  if (price <= 0) return [];
  const parts = orderCost(symbol.units, sign, price, mark, order.lots, leverage, spec.takerFee);
  const [p, q] = [priceText(symbol, price), quantityText(symbol, order.lots)];
  const step = (ko: string, en: string, formula: string, numbers: string, result: number): ExplainStep => ({
    name: { ko, en },
    rule: '6.4',
    formula,
    numbers,
    result: amountText(result),
    unit: 'USDT',
    holds: null,
  });
  // Other orders, a position to close and the walk of a market order change what counts: a sum that does not come to the journal's
  // figure explains nothing, so the figure stands alone.
  if (parts.cost !== told) return [];
  const gap = sign > 0 ? `${markText(symbol, mark)} − ${p}` : `${p} − ${markText(symbol, mark)}`;
  const sum = [parts.initialMargin, parts.openLoss, parts.feeReserve].map(amountText).join(' + ');
  return [
    step('개시 증거금', 'Initial margin', 'ceil(P × q ÷ L)', `ceil(${p} × ${q} ÷ ${leverage})`, parts.initialMargin),
    step(
      '열자마자 나는 손실',
      'Loss it would open with',
      'ceil(q × |min(0, s × (MP − P))|)',
      `ceil(${q} × |min(0, ${gap})|)`,
      parts.openLoss,
    ),
    step('수수료 예치', 'Fee set aside', 'ceil(P × q × takerFee)', `ceil(${p} × ${q} × ${rateText(spec.takerFee)})`, parts.feeReserve),
    { ...step('주문 비용', 'Cost of the order', 'IM + openLoss + fee', sum, told), holds: true },
  ];
}
