// A refusal explained: which check failed, the limit and what came against it, and for money the parts of the cost (rules 3.6, 6.4).
import { type Command, CommandKind, OrderType, Side } from '@maru/engine/command.ts';
import type { EngineEvent, EventKind } from '@maru/engine/event.ts';
import { assumedMarketPrice, orderCost } from '@maru/engine/futures/order-cost.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, priceText, quantityText, rateText } from '../decimal-text.ts';
import { rejectionFigure } from '../refuse.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { markAt, type Moment, specAt } from './moment.ts';

type Rejected = Extract<EngineEvent, { kind: typeof EventKind.CommandRejected }>;
type Place = Extract<Command, { kind: typeof CommandKind.PlaceOrder }>;

/** What each check demands, in the rules' letters; the first number is the limit, the second what came. */
const demands: Partial<Record<RejectName, { rule: string; formula: string; sign: '≤' | '≥' | '<' }>> = {
  QUANTITY_TOO_SMALL: { rule: '3.6 #7', formula: 'q ≥ minQty', sign: '≥' },
  QUANTITY_TOO_LARGE: { rule: '3.6 #7', formula: 'q ≤ maxQty', sign: '≤' },
  PRICE_TOO_HIGH: { rule: '3.6 #8', formula: 'P ≤ maxPrice', sign: '≤' },
  PRICE_TOO_LOW: { rule: '3.6 #8', formula: 'P ≥ minPrice', sign: '≥' },
  PRICE_ABOVE_BAND: { rule: '3.6 #9', formula: 'P ≤ MP × multiplierUp', sign: '≤' },
  PRICE_BELOW_BAND: { rule: '3.6 #10', formula: 'P ≥ MP × multiplierDown', sign: '≥' },
  NOTIONAL_TOO_SMALL: { rule: '3.6 #13', formula: 'P × q ≥ minNotional', sign: '≥' },
  REDUCE_ONLY_REJECTED: { rule: '3.5', formula: 'q ≤ position − waiting', sign: '≤' },
  POSITION_NOT_SUFFICIENT: { rule: '3.6 #18', formula: 'q ≤ position', sign: '≤' },
  TOO_MANY_ORDERS: { rule: '3.6 #20', formula: 'open orders < maxOpenOrders', sign: '<' },
  TOO_MANY_CONDITIONAL_ORDERS: { rule: '3.6 #20', formula: 'conditional orders < max', sign: '<' },
  NOTIONAL_ABOVE_BRACKET: { rule: '5.4', formula: 'N + orders + this ≤ maxNotionalValue(L)', sign: '≤' },
  INSUFFICIENT_BALANCE: { rule: '6.3', formula: 'amount ≤ maxWithdrawAmount', sign: '≤' },
  INSUFFICIENT_MARGIN: { rule: '6.4', formula: 'cost ≤ availableBalance', sign: '≤' },
  CROSS_BALANCE_SHORT: { rule: '5.6', formula: 'amount ≤ availableBalance', sign: '≤' },
  ISOLATED_BALANCE_SHORT: { rule: '5.6', formula: 'amount ≤ maxRemovable', sign: '≤' },
  FOK_NOT_FILLED: { rule: '3.2', formula: 'fillable ≥ q', sign: '≥' },
  OPEN_INTEREST_CAP: { rule: '5.4', formula: 'open interest ≤ cap', sign: '≤' },
  INVALID_LEVERAGE: { rule: '5.3', formula: 'L ≤ maxLeverage', sign: '≤' },
};

export function explainRejection(m: Moment, symbol: SiteSymbol | undefined, rejected: Rejected): ExplainStep[] {
  const name = rejections.get(rejected.code)?.name;
  if (name === undefined) return [];
  const isCost = name === 'INSUFFICIENT_MARGIN' && symbol !== undefined && m.command.kind === CommandKind.PlaceOrder;
  const cost = isCost ? costSteps(m, symbol, m.command as Place, rejected.b) : [];
  return [...cost, ...demandSteps(name, rejected.a, rejected.b, symbol)];
}

/** The condition that failed with its two figures; none where the rules name none. */
export function demandSteps(name: RejectName, a: number, b: number, symbol: SiteSymbol | undefined): ExplainStep[] {
  const demand = demands[name];
  if (demand === undefined) return [];
  const limit = rejectionFigure(name, a, symbol);
  const offered = rejectionFigure(name, b, symbol);
  return [
    {
      name: { ko: '지키지 못한 조건', en: 'The condition that failed' },
      rule: demand.rule,
      formula: demand.formula,
      numbers: name === 'FOK_NOT_FILLED' ? `${limit} ≥ ${offered}` : `${offered} ${demand.sign} ${limit}`,
      result: 'false',
      unit: '',
      holds: true,
    },
  ];
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
