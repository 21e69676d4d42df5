// Open orders with those on their way: edited in place, cancelled one by one; a change that is refused comes back with its reason.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { buttonClass, Spinner } from '@maru/kit/web/ui/button.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import type { Order } from '@maru/futures/contract.ts';
import { type AccountStore, useAccount } from './account-store.ts';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';
import { type EditName, isEditable, orderTypeText, trailingText, triggerName, triggerText } from './order-terms.ts';
import { OrderTpslCell } from './order-tpsl-cell.tsx';
import { useEditFocus, useOrderEdit } from './use-order-edit.ts';
import { OrderSide } from './order-side.tsx';
import { cancelOne } from './trade-actions.ts';

export interface OrdersProps {
  orders: readonly Order[];
  pending: AccountStore['pending'];
  instruments: ReadonlyMap<number, Instrument>;
  onSymbol(futuresOptionId: number): void;
  isWide: boolean;
  /** There is room between the columns. */
  isAiry: boolean;
}

export function OrdersTable({ orders, pending, instruments, onSymbol, isWide, isAiry }: OrdersProps) {
  const t = useText(openedTexts);
  const heads = [
    t('col.symbol'),
    t('col.time'),
    t('col.type'),
    t('col.side'),
    t('col.price'),
    t('col.stop'),
    t('col.size'),
    t('col.filled'),
    t('col.tpsl'),
    ...(isWide ? [t('col.held'), t('col.tif')] : []),
    '',
  ];
  return (
    <table className="w-full border-collapse text-12" data-testid="orders">
      <thead>
        <tr className="text-11 text-mute">
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={`sticky top-0 z-1 h-7 bg-surface font-normal whitespace-nowrap ${at === 0 ? 'px-3 text-left' : !head ? 'right-0 z-2 px-3' : `${isAiry ? 'px-2.5' : 'px-1.5'} ${at < 4 ? 'text-left' : 'text-right'}`}`}
            >
              {head || <span className="sr-only">{t('col.actions')}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pending.map((p) => (
          <PendingRow key={p.key} pending={p} instrument={instruments.get(p.order.futuresOptionId)} columns={heads.length} />
        ))}
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} instrument={instruments.get(order.futuresOptionId)} {...{ onSymbol, isWide, isAiry }} />
        ))}
      </tbody>
    </table>
  );
}

function PendingRow({
  pending,
  instrument,
  columns,
}: {
  pending: AccountStore['pending'][number];
  instrument: Instrument | undefined;
  columns: number;
}) {
  const t = useText(openedTexts);
  const { order } = pending;
  return (
    <tr className="h-[34px] border-b border-grid text-mute" data-testid="pending-order">
      <td colSpan={columns} className="px-3">
        <span className="inline-flex items-center gap-2">
          <Spinner />
          {pairOf(pending.symbol)} {t(order.side === 'BUY' ? 'side.buy' : 'side.sell')} {figure(order.quantity ?? '')}{' '}
          {instrument?.option.base} {order.price ? `· ${figure(order.price)}` : `· ${t('type.MARKET')}`}
          <span className="rounded-4 bg-hover px-1.5 text-11 font-semibold">{t('pending.placing')}</span>
        </span>
      </td>
    </tr>
  );
}

function OrderRow({
  order,
  instrument,
  onSymbol,
  isWide,
  isAiry,
}: {
  order: Order;
  instrument: Instrument | undefined;
  onSymbol(futuresOptionId: number): void;
  isWide: boolean;
  isAiry: boolean;
}) {
  const t = useText(openedTexts);
  const changing = useAccount((s) => s.changing.get(order.id));
  const edit = useOrderEdit(order);
  const { row, ask } = useEditFocus(edit.draft !== undefined, changing !== undefined || edit.isSaving);
  const padding = isAiry ? 'px-2.5' : 'px-1.5';
  const cell = `${padding} text-right whitespace-nowrap`;
  const field = (name: EditName, decimals: number, label: string, shown: string) =>
    edit.draft && isEditable(order, name) ? (
      <AmountInput
        aria-label={label}
        data-edited={name}
        aria-invalid={edit.refused ? true : undefined}
        value={edit.draft[name] ?? ''}
        onChange={(value) => edit.set(name, value)}
        onFocus={() => ask(name)}
        onKeyDown={edit.keyed}
        rules={{ decimals, wholeDigits: 10 }}
        step={name === 'callbackRate' ? '0.1' : name === 'quantity' ? instrument?.option.stepSize : instrument?.option.tickSize}
        // The field stands around the figure it replaces: no column grows, the save button stays where it is.
        style={{ width: `calc(${Math.max((edit.draft[name] ?? '').length, 6)}ch + 14px)` }}
        className={`-mx-[7px] h-6 rounded-4 border bg-field px-1.5 text-right outline-none focus:border-text ${edit.refused ? 'border-danger' : 'border-line'}`}
      />
    ) : isEditable(order, name) ? (
      <button
        type="button"
        title={t('act.edit')}
        onClick={() => {
          ask(name);
          edit.start();
        }}
        className="rounded-4 decoration-dotted underline-offset-4 hover:underline"
      >
        {shown}
      </button>
    ) : (
      shown || <span className="text-mute">--</span>
    );
  const tick = instrument?.units.tickDecimals ?? 8;
  const trigger = triggerName(order);
  return (
    <>
      <tr ref={row} className={`h-[34px] border-b border-grid bg-surface last:border-0 hover:bg-hover ${changing ? 'text-mute' : ''}`}>
        <th scope="row" className="px-3 text-left font-normal whitespace-nowrap">
          <button type="button" onClick={() => onSymbol(order.futuresOptionId)} className="flex items-center gap-2 rounded-4">
            <CoinMark base={instrument?.option.base ?? pairOf(order.symbol)} size={18} />
            <b className="text-13 font-semibold">{pairOf(order.symbol)}</b>
          </button>
        </th>
        <td className={`${padding} whitespace-nowrap text-mute`}>
          <TableTime at={order.createdAt} />
        </td>
        <td className={`${padding} whitespace-nowrap`}>{orderTypeText(t, order)}</td>
        <td className={`${padding} whitespace-nowrap`}>
          <OrderSide order={order} />
        </td>
        <td className={cell}>{field('price', tick, t('col.price'), Number(order.price) === 0 ? t('type.MARKET') : figure(order.price))}</td>
        <td className={cell}>
          {field(trigger, trigger === 'callbackRate' ? 1 : tick, t('col.stop'), triggerText(t, order))}
          {!edit.draft && <TrailingNote order={order} />}
        </td>
        <td className={cell}>
          {field(
            'quantity',
            instrument?.units.lotDecimals ?? 8,
            t('col.size'),
            order.closePosition ? t('order.whole') : figure(order.quantity),
          )}
        </td>
        <td className={cell}>
          {order.isWaiting ? (
            <span className="text-mute">{t('order.waits')}</span>
          ) : (
            `${figure(order.filledQuantity)} / ${figure(order.quantity)}`
          )}
        </td>
        <td className={cell}>
          <OrderTpslCell order={order} instrument={instrument} isOff={changing !== undefined} />
        </td>
        {isWide && (
          <>
            <td className={cell}>{figure(order.reserved, { decimals: 2 })}</td>
            <td className={cell}>{order.timeInForce === 'GTX' ? t('ticket.postOnly') : order.timeInForce}</td>
          </>
        )}
        <td className="sticky right-0 bg-inherit px-3 text-right whitespace-nowrap">
          <RowActions order={order} edit={edit} changing={changing} />
        </td>
      </tr>
      {edit.refused && (
        <tr>
          <td colSpan={12} className="px-3 pb-1.5 text-right text-12 text-danger">
            <span role="alert">{edit.refused}</span>
          </td>
        </tr>
      )}
    </>
  );
}

function TrailingNote({ order }: { order: Order }) {
  const text = trailingText(useText(openedTexts), order);
  return text && <span className="ml-1.5 text-11 text-mute">{text}</span>;
}

function RowActions({
  order,
  edit,
  changing,
}: {
  order: Order;
  edit: ReturnType<typeof useOrderEdit>;
  changing: 'canceling' | 'amending' | undefined;
}) {
  const t = useText(openedTexts);
  if (changing) return <span className="rounded-4 bg-hover px-1.5 py-0.5 text-11 font-semibold">{t(`pending.${changing}`)}</span>;
  return (
    <span className="inline-flex gap-1">
      <button
        type="button"
        data-edit=""
        className={buttonClass(edit.draft ? 'ink' : 'line', 24)}
        onClick={edit.draft ? () => void edit.save() : edit.start}
      >
        {t(edit.draft ? 'act.save' : 'act.edit')}
      </button>
      {edit.draft ? (
        <button type="button" className={buttonClass('line', 24)} onClick={edit.stop}>
          {t('act.back')}
        </button>
      ) : (
        <button
          type="button"
          className={buttonClass('line', 24)}
          onClick={() => void cancelOne(order.id)}
          data-testid={`cancel-${order.id}`}
        >
          {t('act.cancel')}
        </button>
      )}
    </span>
  );
}
