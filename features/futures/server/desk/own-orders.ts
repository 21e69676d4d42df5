// A member's orders in the file of everything that is kept of it.
import type { MemberData } from '@maru/member/contract.ts';
import { presentOrder } from '../present-order.ts';
import { symbolAt } from '../site-symbols.ts';

interface Row {
  order_id: number;
  symbol: number;
  flags: number;
  price: number;
  lots: number;
  filled_lots: number;
  filled_cost: number;
  reserved: number;
  client_order_id: string | null;
  end_reason: number | null;
  placed_ms: number;
  updated_ms: number;
}

export const ownOrders: MemberData = {
  section: 'orders',
  name: { ko: '주문', en: 'Orders' },
  query: ({ site, account }) => ({ text: 'SELECT * FROM futures_order WHERE site_id = $1 AND account = $2', values: [site, account] }),
  present(record, site) {
    const row = record as Row;
    return presentOrder(symbolAt(site, row.symbol), {
      orderId: row.order_id,
      symbol: row.symbol,
      flags: row.flags,
      price: row.price,
      lots: row.lots,
      filledLots: row.filled_lots,
      filledCost: row.filled_cost,
      reserved: row.reserved,
      clientOrderId: row.client_order_id ?? '',
      end: row.end_reason ?? -1,
      placedAt: row.placed_ms,
      updatedAt: row.updated_ms,
    });
  },
};
