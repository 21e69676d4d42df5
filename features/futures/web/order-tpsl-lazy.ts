// The dialog of an order's TP and SL, in a chunk of its own: cells open it, lists ask for it ahead.
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';

export const OrderTpslDialog = lazyArea(() => import('./order-tpsl-dialog.tsx').then((m) => m.OrderTpslDialog));
