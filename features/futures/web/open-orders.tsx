// The open orders below the chart, with what cancels them: all of a kind in one row, or all.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import type { Order } from '@maru/futures/contract.ts';
import { follows } from '@maru/futures/order-type-table.ts';
import { type ReactNode, useState } from 'react';
import { useAccount } from './account-store.ts';
import { CancelAllButton } from './all-buttons.tsx';
import { futuresTexts } from './futures-texts.ts';
import { OrderCards, OrdersTable } from './position-dialogs.ts';
import type { TableSize } from './positions-table.tsx';
import { cancelThese } from './trade-actions.ts';
import type { TradeState } from './trade-context.tsx';

export const orderKinds = ['limit', 'exit', 'condition', 'trailing'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** As a trader tells them apart: what rests, what closes at a price, what waits to open, what trails. */
export function kindOf(order: Pick<Order, 'type' | 'isWaiting' | 'reduceOnly' | 'closePosition' | 'positionSide' | 'side'>): OrderKind {
  if (order.isWaiting !== true) return 'limit';
  if (follows(order.type)) return 'trailing';
  const closes = order.reduceOnly || order.closePosition || order.positionSide === (order.side === 'SELL' ? 'LONG' : 'SHORT');
  return closes ? 'exit' : 'condition';
}

const ofSymbol = (orders: Iterable<Order>, onlyId: number | undefined): Order[] =>
  [...orders].filter((o) => onlyId === undefined || o.futuresOptionId === onlyId);

/** One press a kind, where there is more than one: one request, and what could not be cancelled is told once. */
export function CancelRow({ onlyId, isPhone = false }: { onlyId: number | undefined; isPhone?: boolean }) {
  const t = useText(futuresTexts);
  const orders = ofSymbol(useAccount((s) => s.account.orders).values(), onlyId);
  const [busy, setBusy] = useState<OrderKind>();
  if (orders.length === 0) return null;
  const kinds = orderKinds
    .map((kind) => ({ kind, those: orders.filter((order) => kindOf(order) === kind) }))
    .filter(({ those }) => those.length > 0);
  const cancel = async (kind: OrderKind, those: readonly Order[]) => {
    setBusy(kind);
    await cancelThese(those.map(({ id }) => id));
    setBusy(undefined);
  };
  return (
    <fieldset
      aria-label={t('cancel.byKind')}
      className={isPhone ? 'flex flex-wrap gap-2 px-4 pt-3 *:flex-1' : 'flex items-center gap-1'}
      data-testid="cancel-row"
    >
      {kinds.length > 1 &&
        kinds.map(({ kind, those }) => (
          <Button
            key={kind}
            look={isPhone ? 'line' : 'quiet'}
            size={isPhone ? 40 : 24}
            className={isPhone ? '' : 'text-13'}
            isBusy={busy === kind}
            onClick={() => void cancel(kind, those)}
          >
            {t('cancel.kind', { kind: t(`cancel.kind.${kind}`), count: those.length })}
          </Button>
        ))}
      <CancelAllButton futuresOptionId={onlyId} isPhone={isPhone} />
    </fieldset>
  );
}

interface OpenOrdersProps {
  state: TradeState;
  size: TableSize | 'phone';
  onSymbol(futuresOptionId: number): void;
  onlyId: number | undefined;
}

export function OpenOrders({ state, size, onSymbol, onlyId }: OpenOrdersProps) {
  const orders = useAccount((s) => s.account.orders);
  const pending = useAccount((s) => s.pending);
  // Newest first; a ladder's orders, of one moment, as they lie in the book.
  const open = ofSymbol(orders.values(), onlyId).toSorted((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : Number(b.price) - Number(a.price) || b.id - a.id,
  );
  return (
    <Loaded isEmpty={open.length + pending.length === 0} empty={<Empty kind="orders" />}>
      {size === 'phone' ? (
        <>
          <CancelRow onlyId={onlyId} isPhone />
          <OrderCards orders={open} pending={pending} instruments={state.instruments} />
        </>
      ) : (
        <OrdersTable
          orders={open}
          pending={pending}
          instruments={state.instruments}
          onSymbol={onSymbol}
          isWide={size === 'hall' || size === 'desktop'}
          isAiry={size === 'hall'}
        />
      )}
    </Loaded>
  );
}

export function Loaded({ isEmpty, empty, children }: { isEmpty: boolean; empty: ReactNode; children: ReactNode }) {
  const t = useText(futuresTexts);
  const status = useAccount((s) => s.status);
  if (status === 'loading')
    return (
      <div className="px-3">
        <SkeletonRows rows={3} rowClass="h-9" label={t('loading.list')} />
      </div>
    );
  if (status === 'failed') return <FailingState title={t('account.failed')}>{t('account.failedNext')}</FailingState>;
  return isEmpty ? empty : children;
}

export function Empty({ kind }: { kind: 'positions' | 'orders' }) {
  const t = useText(futuresTexts);
  return (
    <EmptyState isLow title={t(`empty.${kind}`)}>
      {t(`empty.${kind}Next`)}
    </EmptyState>
  );
}
