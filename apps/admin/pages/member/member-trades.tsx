// A member's orders, open ones first, and its trades.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useNewText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, directionClass } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { listMemberHistory } from '@maru/futures/admin-contract.ts';
import type { Fill, Order } from '@maru/futures/contract.ts';
import { useMemo } from 'react';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import { pairOf } from './member-holdings.tsx';

const SIZE = '100';
type Words = Text<typeof memberTexts>;

const sideCell = (t: Words, side: 'BUY' | 'SELL') => <Badge tone={side === 'BUY' ? 'rise' : 'fall'}>{t(`m.order.${side}`)}</Badge>;
const plain = (value: string) => <Figure value={value} isDimmed={false} />;

export function OrdersTab({ member, open }: { member: number; open: readonly Order[] }) {
  const t = useNewText(memberTexts);
  const list = useCall(listMemberHistory, { query: { playerId: String(member), type: 'order', size: SIZE } });
  const columns = useMemo(() => orderColumns(t), [t]);
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

const orderColumns = (t: Words): DeskColumn<Order>[] => [
  { key: 'time', head: t('m.ledger.time'), width: '120px', cell: (row) => <TableTime at={row.createdAt} /> },
  { key: 'symbol', namesRow: true, head: t('m.order.symbol'), cell: (row) => pairOf(row.symbol) },
  { key: 'side', head: t('m.order.side'), cell: (row) => sideCell(t, row.side) },
  { key: 'type', head: t('m.order.type'), cell: (row) => row.type },
  {
    key: 'price',
    head: t('m.order.price'),
    isFigure: true,
    cell: (row) => (directionOf(row.price) === 0 ? t('m.order.market') : plain(row.price)),
  },
  { key: 'quantity', head: t('m.order.quantity'), isFigure: true, cell: (row) => plain(row.quantity) },
  { key: 'filled', head: t('m.order.filled'), isFigure: true, cell: (row) => plain(row.filledQuantity) },
  {
    key: 'status',
    head: t('m.order.status'),
    isFigure: true,
    cell: (row) =>
      row.endReason === null ? <Badge tone="brand">{t('m.order.open')}</Badge> : <span className="text-mute">{row.status}</span>,
  },
];

export function TradesTab({ member }: { member: number }) {
  const t = useNewText(memberTexts);
  const list = useCall(listMemberHistory, { query: { playerId: String(member), type: 'trade', size: SIZE } });
  const columns = useMemo(() => tradeColumns(t), [t]);
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

const tradeColumns = (t: Words): DeskColumn<Fill>[] => [
  { key: 'time', head: t('m.ledger.time'), width: '120px', cell: (row) => <TableTime at={row.time} /> },
  { key: 'symbol', namesRow: true, head: t('m.order.symbol'), cell: (row) => pairOf(row.symbol) },
  { key: 'side', head: t('m.order.side'), cell: (row) => sideCell(t, row.side) },
  { key: 'role', head: t('m.order.type'), cell: (row) => <span className="text-mute">{row.role}</span> },
  { key: 'price', head: t('m.order.price'), isFigure: true, cell: (row) => plain(row.price) },
  { key: 'quantity', head: t('m.order.quantity'), isFigure: true, cell: (row) => plain(row.quantity) },
  { key: 'fee', head: t('m.order.fee'), isFigure: true, cell: (row) => <Figure value={row.fee} className="text-sub" /> },
  {
    key: 'pnl',
    head: t('m.order.pnl'),
    isFigure: true,
    cell: (row) => <Figure value={row.realizedPnl} sign className={directionClass(directionOf(row.realizedPnl))} />,
  },
];
