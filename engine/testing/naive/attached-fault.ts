// What refuses TP/SL attached to an entry order (rules 3.1): the wrong side of where it will open, closing orders, lead traders.
import { AccountFlag, OrderType } from '../../command.ts';
import { Reject } from '../../reject.ts';
import { workingPrice } from './gate.ts';
import { accountOf, type Naive, type NaiveOrder, type NaiveSymbol } from './model.ts';
import { assumedTicks, isCloser } from './risk.ts';

export function attachedFault(s: Naive, m: NaiveSymbol, o: NaiveOrder): number {
  const a = o.attached;
  if (a === undefined) return 0;
  const { takeProfit, stopLoss } = a;
  if (!Number.isSafeInteger(takeProfit) || !Number.isSafeInteger(stopLoss) || takeProfit < 0 || stopLoss < 0) return Reject.PARAM_MALFORMED;
  if (takeProfit === 0 && stopLoss === 0) return Reject.PARAM_MALFORMED;
  if (isCloser(o)) return Reject.TPSL_ON_CLOSING_ORDER;
  if (takeProfit > m.spec.maxPrice || stopLoss > m.spec.maxPrice) return Reject.STOP_PRICE_TOO_HIGH;
  const entry = (byMark: boolean) => (o.type === OrderType.Market ? workingPrice(m, byMark) : assumedTicks(o) * 100n);
  const beyond = (stop: number, byMark: boolean) => o.sign * (BigInt(stop) * 100n - entry(byMark));
  if (takeProfit !== 0 && beyond(takeProfit, a.takeProfitByMark) <= 0n) return Reject.TAKE_PROFIT_WRONG_SIDE;
  if (stopLoss !== 0 && beyond(stopLoss, a.stopLossByMark) >= 0n) return Reject.STOP_LOSS_WRONG_SIDE;
  return (accountOf(s, o.account).flags & AccountFlag.Trader) !== 0 ? Reject.TRADER_MAY_NOT_TPSL : 0;
}
