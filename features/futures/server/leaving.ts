// What stands in a leaving member's way in futures: positions, and orders in the book or waiting for their trigger.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { LeavingPart, Obstacle } from '@maru/member/contract.ts';
import { readEngine } from './engine-views.ts';

export function futuresLeaving(context: AppContext): LeavingPart {
  return {
    name: 'futures',
    async obstacles({ site, account }) {
      const [{ positions }, { orders }] = await Promise.all([
        readEngine.openPositions(context, site, account, -1),
        readEngine.openOrders(context, site, account, -1),
      ]);
      const list: Obstacle[] = [];
      const path = '/future';
      if (positions.length > 0)
        list.push({ kind: 'POSITIONS', name: { ko: '열린 포지션', en: 'open positions' }, count: positions.length, path });
      if (orders.length > 0) list.push({ kind: 'ORDERS', name: { ko: '미체결 주문', en: 'open orders' }, count: orders.length, path });
      return list;
    },
  };
}
