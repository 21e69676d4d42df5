// The positions' dialogs and the histories, in chunks of their own: they come while a pointer or the focus is over the lists.
import { PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { createElement } from 'react';

export const PositionDialogs = lazyArea(() => import('./position-actions.tsx').then((m) => m.PositionDialogs));
const waiting = createElement('div', { className: 'px-3' }, createElement(PlankRows, { rows: 3, rowClass: 'h-9', label: '' }));
export const HistoryPanel = lazyArea(() => import('./history-panel.tsx').then((m) => m.HistoryPanel), { waiting });

export const MyTrades = lazyArea(() => import('./my-trades.tsx').then((m) => m.MyTrades), { waiting });
export const OrderTpslDialog = lazyArea(() => import('./order-tpsl-dialog.tsx').then((m) => m.OrderTpslDialog));

export function preloadLists(): void {
  PositionDialogs.preload();
  HistoryPanel.preload();
  OrderTpslDialog.preload();
}
