// The positions' dialogs, the histories and a phone's cards, in chunks of their own: they come while a pointer or the focus is over the lists.
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { createElement } from 'react';
import { dropAsked } from './position-commands.ts';
import { OrderTpslDialog } from './order-tpsl-lazy.ts';

export const PositionDialogs = lazyArea(() => import('./position-actions.tsx').then((m) => m.PositionDialogs), {
  onFail: dropAsked,
});
const waiting = createElement('div', { className: 'px-3' }, createElement(SkeletonRows, { rows: 3, rowClass: 'h-9', label: '' }));
export const HistoryPanel = lazyArea(() => import('./history-panel.tsx').then((m) => m.HistoryPanel), { waiting });

/** A phone's: a desk has tables. */
export const PositionCards = lazyArea(() => import('./position-cards.tsx').then((m) => m.PositionCards), { waiting });
export const OrderCards = lazyArea(() => import('./order-cards.tsx').then((m) => m.OrderCards), { waiting });

export const MyTrades = lazyArea(() => import('./my-trades.tsx').then((m) => m.MyTrades), { waiting });
/** Its cells are edited in place: more than a page needs before anybody looks at it. */
export const OrdersTable = lazyArea(() => import('./orders-table.tsx').then((m) => m.OrdersTable), { waiting });
/** Whoever never splits an order over time never loads it. */
export const TwapPanel = lazyArea(() => import('./twap-panel.tsx').then((m) => m.TwapPanel), { waiting });
export const CloseAllDialog = lazyArea(() => import('./close-all-dialog.tsx').then((m) => m.CloseAllDialog));

export function preloadLists(): void {
  PositionDialogs.preload();
  HistoryPanel.preload();
  OrderTpslDialog.preload();
  CloseAllDialog.preload();
  OrdersTable.preload();
}
