// The lines with what they do: an order dropped elsewhere is amended, and for three seconds can be put back.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import type { Order } from '@maru/futures/contract.ts';
import { useMemo } from 'react';
import { hushExits } from './account-effects.ts';
import { useAccount } from './account-store.ts';
import { chartLines } from './chart-lines.ts';
import type { LineActions } from './line-input.ts';
import { futuresTexts } from './futures-texts.ts';
import { type AccountNow, type MarketNow, previewOrder } from './order-preview.ts';
import { askForMargin, askToClose, askToMove, askToReverse } from './position-commands.ts';
import { setTicket, useTicket } from './ticket-store.ts';
import type { PositionNow } from './account-now.ts';
import { requestTransfer } from './transfer-request.ts';
import { tpslOf } from './position-tpsl.ts';
import { amendOne, cancelOne, changeTpsl, type Outcome, tellFailure } from './trade-actions.ts';
import type { AccountFigures, TradeState } from './trade-context.tsx';

type T = ReturnType<typeof useText<typeof futuresTexts>>;

export function useChartLines(
  state: TradeState,
  figures: AccountFigures,
  account: AccountNow,
  market: MarketNow,
  isPhone: boolean,
): PriceLine[] {
  const t = useText(futuresTexts);
  const orders = useAccount((s) => s.account.orders);
  const fields = useTicket((s) => s.fields);
  const looksAt = useTicket((s) => s.looksAt);
  const { instrument: i } = state;
  const actions = useMemo<LineActions>(
    () => ({
      moveOrder: (order, price) => void moveOrder(order, price, t),
      askToMove: (order, price) => askToMove(order.id, price),
      cancelOrder: (order) => void cancelOne(order.id),
      closePosition: (p) => askToClose(p.position.futuresPositionId, false),
      turnPosition: (p) => askToReverse(p.position.futuresPositionId),
      addMargin: (p) => (p.position.marginType === 'ISOLATED' ? askForMargin(p.position.futuresPositionId) : requestTransfer('USDT')),
      writePrice: (price) => setTicket({ price }),
      writeStop: (stopPrice) => setTicket({ stopPrice }),
      writeExit: (kind, price) => setTicket({ [kind]: price }),
      moveTrigger: (order, price) => void moveTrigger(order, price, t),
      moveExit: (p, kind, price) => void moveExit(p, kind, price, t),
    }),
    [t],
  );
  const isKnown = useAccount((s) => s.status === 'ready');
  const looked = previewOrder(i, account, market, fields, looksAt);
  // Where it would end is not said of an account that is not here yet.
  const preview = isKnown ? looked : { ...looked, later: { ...looked.later, liquidation: 0 } };
  return chartLines({
    i,
    positions: figures.positions,
    orders: [...orders.values()],
    fields,
    preview,
    account,
    market,
    t,
    actions,
    isPhone,
  });
}

async function moveOrder(order: Order, price: string, t: T): Promise<void> {
  if (Number(price) === Number(order.price)) return;
  const outcome = await amendOne(order, { price });
  if (!outcome.ok) return tellFailure(outcome.failure, t('amend.asked'));
  // At its new price it may have met the book: what is filled cannot be put back, and its own toast says so.
  if (outcome.value.status === 'FILLED') return;
  offerUndo(t, order.price, price, () => amendOne(outcome.value, { price: order.price }));
}

async function moveTrigger(order: Order, price: string, t: T): Promise<void> {
  if (Number(price) === Number(order.stopPrice)) return;
  const outcome = await amendOne(order, { stopPrice: price });
  if (!outcome.ok) return tellFailure(outcome.failure, t('amend.asked'));
  offerUndo(t, order.stopPrice ?? '', price, () => amendOne(outcome.value, { stopPrice: order.stopPrice ?? '' }));
}

async function moveExit(p: PositionNow, kind: 'takeProfit' | 'stopLoss', price: string, t: T): Promise<void> {
  const before = tpslOf(p.position, useAccount.getState().account.orders.values())[kind]?.stopPrice ?? '';
  if (Number(price) === Number(before)) return;
  hushExits(p.position.futuresOptionId);
  const outcome = await changeTpsl(p.position, { [kind]: price });
  if (!outcome.ok) return tellFailure(outcome.failure, t('act.tpsl'));
  offerUndo(t, before, price, () => changeTpsl(p.position, { [kind]: before }));
}

function offerUndo(t: T, from: string, to: string, putBack: () => Promise<Outcome<unknown>>): void {
  const undo = async () => {
    const back = await putBack();
    if (!back.ok) tellFailure(back.failure, t('act.undo'));
  };
  const line = t('amend.line', { from: figure(from), to: figure(to) });
  toast({ title: t('amend.asked'), line, kind: 'done', stay: 'undo', action: { label: t('act.undo'), onChoose: () => void undo() } });
}
