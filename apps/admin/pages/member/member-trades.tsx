// A member's orders, open ones first, and its trades.
import { DataTable } from '@maru/kit/web/desk/data-table.tsx';
import { type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, directionClass, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { listMemberHistory } from '@maru/futures/admin-contract.ts';
import type { Fill, Order } from '@maru/futures/contract.ts';
import { memberOrderColumns, memberTradeColumns } from '@maru/futures/member-history-list-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { pairOf } from './member-holdings.tsx';

const SIZE = '100';

const plain = (value: string) => <Figure value={value} isDimmed={false} />;
const shared = {
  time: { width: '120px', isFigure: false },
  symbol: { namesRow: true, cell: ({ symbol }: { symbol: string }) => pairOf(symbol) },
  side: { tone: ({ side }: { side: 'BUY' | 'SELL' }): Tone => (side === 'BUY' ? 'rise' : 'fall') },
  quantity: ({ quantity }: { quantity: string }) => plain(quantity),
};

const orderLooks: Looks<Order> = {
  ...shared,
  price: ({ price }, text) => (directionOf(price) === 0 ? text : plain(price)),
  filled: ({ filledQuantity }) => plain(filledQuantity),
  status: {
    isFigure: true,
    cell: ({ endReason }, text) => (endReason === null ? <Badge tone="brand">{text}</Badge> : <span className="text-mute">{text}</span>),
  },
};

export function OrdersTab({ member, open }: { member: number; open: readonly Order[] }) {
  const t = useText(memberTexts);
  const list = useCall(listMemberHistory, { query: { playerId: String(member), type: 'order', size: SIZE } });
  const columns = useListColumns(memberOrderColumns, orderLooks);
  return (
    <Loaded query={list} rows={8}>
      {({ content }) => {
        const rows = [...open, ...(content as Order[])];
        return rows.length === 0 ? (
          <EmptyState isLow title={t('m.orders.empty')} />
        ) : (
          <DataTable label={t('m.tab.orders')} columns={columns} rows={rows} keyOf={(row) => `${row.id}-${row.createdAt}`} />
        );
      }}
    </Loaded>
  );
}

const tradeLooks: Looks<Fill> = {
  ...shared,
  role: { isQuiet: true },
  price: ({ price }) => plain(price),
  fee: ({ fee }) => <Figure value={fee} className="text-sub" />,
  pnl: ({ realizedPnl }) => <Figure value={realizedPnl} sign className={directionClass(directionOf(realizedPnl))} />,
};

export function TradesTab({ member }: { member: number }) {
  const t = useText(memberTexts);
  const list = useCall(listMemberHistory, { query: { playerId: String(member), type: 'trade', size: SIZE } });
  const columns = useListColumns(memberTradeColumns, tradeLooks);
  return (
    <Loaded query={list} rows={8}>
      {({ content }) =>
        content.length === 0 ? (
          <EmptyState isLow title={t('m.trades.empty')} />
        ) : (
          <DataTable
            label={t('m.tab.trades')}
            columns={columns}
            rows={content as Fill[]}
            keyOf={(row) => `${row.tradeId}-${row.orderId}-${row.time}`}
          />
        )
      }
    </Loaded>
  );
}
