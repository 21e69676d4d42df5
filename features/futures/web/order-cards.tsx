// Open orders on a phone.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass, Spinner } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import type { Order } from '@maru/futures/contract.ts';
import { useAccount } from './account-store.ts';
import { openedTexts } from './opened-texts.ts';
import { carriesTpsl } from './order-tpsl.ts';
import { OrderTpslCell } from './order-tpsl-cell.tsx';
import { OrderSide } from './order-side.tsx';
import { editNames, isEditable, orderTypeText, trailingText, triggerText } from './order-terms.ts';
import type { OrdersProps } from './orders-table.tsx';
import { useOrderEdit } from './use-order-edit.ts';
import { cancelOne } from './trade-actions.ts';
import { TradeField } from './trade-field.tsx';

const labels = { price: 'col.price', quantity: 'col.size', stopPrice: 'col.stop', callbackRate: 'ticket.callback' } as const;

export function OrderCards({ orders, pending, instruments }: Pick<OrdersProps, 'orders' | 'pending' | 'instruments'>) {
  const t = useText(openedTexts);
  return (
    <ul className="divide-y divide-line" data-testid="orders">
      {pending.map((p) => (
        <li key={p.key} className="flex items-center gap-2 px-4 py-3 text-13 text-mute" data-testid="pending-order">
          <Spinner /> {pairOf(p.symbol)} {figure(p.order.quantity ?? '')} · {t('pending.placing')}
        </li>
      ))}
      {orders.map((order) => (
        <Card key={order.id} order={order} base={instruments.get(order.futuresOptionId)?.option.base ?? ''} instruments={instruments} />
      ))}
    </ul>
  );
}

function Card({ order, base, instruments }: { order: Order; base: string; instruments: OrdersProps['instruments'] }) {
  const t = useText(openedTexts);
  const changing = useAccount((s) => s.changing.get(order.id));
  const edit = useOrderEdit(order);
  const units = instruments.get(order.futuresOptionId)?.units;
  return (
    <li className="px-4 py-3">
      <p className="flex items-center gap-2 text-13">
        <CoinMark base={base} size={18} />
        <b className="text-14 font-bold">{pairOf(order.symbol)}</b>
        <OrderSide order={order} />
        <TableTime at={order.createdAt} className="ml-auto text-12 text-mute" />
      </p>
      {edit.draft ? (
        <div className="mt-2 flex flex-col gap-2">
          {editNames
            .filter((name) => isEditable(order, name))
            .map((name, at) => (
              <TradeField
                key={name}
                label={t(labels[name])}
                value={edit.draft?.[name] ?? ''}
                onChange={(value) => edit.set(name, value)}
                rules={{
                  decimals: name === 'quantity' ? (units?.lotDecimals ?? 3) : name === 'callbackRate' ? 1 : (units?.tickDecimals ?? 2),
                }}
                error={at === 0 ? edit.refused : undefined}
                isPhone
              />
            ))}
        </div>
      ) : (
        <p className="mt-1 flex justify-between text-13">
          <span className="text-mute">
            {orderTypeText(t, order)}{' '}
            <b className="font-semibold text-text">{order.isWaiting ? triggerText(t, order) : figure(order.price)}</b>
            {trailingText(t, order) && <span className="block text-12">{trailingText(t, order)}</span>}
          </span>
          <span className="text-mute">
            {t(order.isWaiting ? 'col.size' : 'col.filled')}{' '}
            <b className="font-semibold text-text">
              {order.closePosition
                ? t('order.whole')
                : order.isWaiting
                  ? figure(order.quantity)
                  : `${figure(order.filledQuantity)} / ${figure(order.quantity)}`}
            </b>
          </span>
        </p>
      )}
      {!edit.draft && carriesTpsl(order) && (
        <p className="mt-1 flex h-7 items-center justify-between text-13 text-mute">
          {t('col.tpsl')}
          <OrderTpslCell order={order} instrument={instruments.get(order.futuresOptionId)} isOff={changing !== undefined} />
        </p>
      )}
      <div className="mt-2 grid grid-cols-2 gap-2">
        {edit.draft ? (
          <>
            <button type="button" className={buttonClass('line', 40)} onClick={edit.stop}>
              {t('act.back')}
            </button>
            <button type="button" className={buttonClass('ink', 40)} onClick={() => void edit.save()}>
              {t('act.save')}
            </button>
          </>
        ) : (
          <>
            <button type="button" className={buttonClass('soft', 40)} disabled={changing !== undefined} onClick={edit.start}>
              {changing === 'amending' ? t('pending.amending') : t('act.edit')}
            </button>
            <button
              type="button"
              className={buttonClass('soft', 40)}
              disabled={changing !== undefined}
              onClick={() => void cancelOne(order.id)}
            >
              {changing === 'canceling' ? t('pending.canceling') : t('act.cancel')}
            </button>
          </>
        )}
      </div>
    </li>
  );
}
