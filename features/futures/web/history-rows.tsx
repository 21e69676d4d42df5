// A history's rows: a table where there is room, cards on a phone; above the first of each day what the whole day came to.
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ClosedPosition, Fill, FundingPayment, HistoryDay, LiquidationStep, Order } from '@maru/futures/contract.ts';
import type { ReactNode } from 'react';
import type { HistoryColumn } from './history-columns.tsx';
import type { HistoryKind } from './history-filters.ts';
import { historyTexts } from './history-texts.ts';
import { WhyButton } from './why-button.tsx';
import { whyTexts } from './why-texts.ts';

export type Row = Order | Fill | ClosedPosition | FundingPayment | LiquidationStep;

/** What its list goes by. An order's shape is open to more fields, so `in` alone cannot tell them apart. */
const timeOf = (row: Row): string => {
  const { closedAt, time, fundingTime, createdAt } = row as Partial<ClosedPosition & Fill & FundingPayment & Order>;
  return closedAt ?? time ?? fundingTime ?? createdAt ?? '';
};

const keyOf = (row: Row): string =>
  'liquidationId' in row
    ? `l${row.liquidationId}`
    : 'fundingId' in row
      ? `n${row.fundingId}`
      : 'tradeId' in row
        ? `f${row.tradeId}-${row.orderId}`
        : 'closedPnl' in row
          ? `p${row.futuresPositionId}-${row.closedAt}`
          : `o${row.id}`;

interface RowsProps {
  rows: readonly Row[];
  days: readonly HistoryDay[];
  columns: readonly HistoryColumn[];
  kind: HistoryKind;
  onOpen(row: Row): void;
}

/** Rows in pieces, a piece for each day of the site's calendar, with what the whole day came to. */
function byDay(rows: readonly Row[], days: readonly HistoryDay[]): { date: string; day: HistoryDay | undefined; rows: Row[] }[] {
  const pieces: { date: string; day: HistoryDay | undefined; rows: Row[] }[] = [];
  for (const row of rows) {
    const date = dayOf(Date.parse(timeOf(row)));
    if (pieces.at(-1)?.date !== date) pieces.push({ date, day: days.find((day) => day.date === date), rows: [] });
    pieces.at(-1)?.rows.push(row);
  }
  return pieces;
}

function DaySums({ day, kind }: { day: HistoryDay; kind: HistoryKind }) {
  const h = useText(historyTexts);
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 text-12">
      <b className="font-semibold text-text">{day.date.replaceAll('-', '.')}</b>
      <span className="text-mute">{h(day.count === 1 ? 'history.countOne' : 'history.count', { count: figure(String(day.count)) })}</span>
      {kind !== 'liquidation' && (
        <span className="text-mute">
          {h(`historyDay.${kind as 'trade'}`)}{' '}
          <b className={`font-semibold ${directionClass(directionOf(day.pnl))}`}>
            {figure(day.pnl, { decimals: kind === 'position' ? 2 : 4, sign: true })}
          </b>{' '}
          USDT
        </span>
      )}
      {kind !== 'funding' && (
        <span className="text-mute">
          {h(kind === 'liquidation' ? 'liquidation.fee' : 'historyDay.fee')}{' '}
          <b className="font-semibold text-sub">{figure(day.fee, { decimals: 4 })}</b> USDT
        </span>
      )}
    </span>
  );
}

export function Rows({
  rows,
  days,
  columns,
  kind,
  onShare,
  onOpen,
}: RowsProps & {
  onShare?: ((closed: ClosedPosition) => void) | undefined;
}) {
  const w = useText(whyTexts);
  return (
    <table className="w-full border-collapse text-12" data-testid={`history-${kind}`}>
      <thead>
        <tr className="text-11 text-mute">
          {columns.map((column) => (
            <th
              key={column.head}
              scope="col"
              className={`sticky top-0 z-1 h-7 bg-surface px-2.5 font-normal whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : 'text-left nth-[n+5]:pl-5'}`}
            >
              {column.head}
              {column.unit && <span className="ml-1">{column.unit}</span>}
            </th>
          ))}
          <th scope="col" className="sticky top-0 z-1 h-7 w-8 bg-surface">
            <span className="sr-only">{w('why.ask')}</span>
          </th>
        </tr>
      </thead>
      {/* A body a day: a reader tells a row by the day that heads its own. */}
      {byDay(rows, days).map(({ date, day, rows: ofDay }) => (
        <tbody key={date} className="[&:last-child>tr:last-child]:border-0">
          {day && (
            <tr className="border-b border-grid bg-bg/60" data-testid="history-day">
              <th scope="rowgroup" colSpan={columns.length + 1} className="h-8 px-3 text-left font-normal">
                <DaySums day={day} kind={kind} />
              </th>
            </tr>
          )}
          {ofDay.map((row) => (
            <tr
              key={keyOf(row)}
              onDoubleClick={() => 'closedPnl' in row && onShare?.(row)}
              className="h-8 border-b border-grid hover:bg-hover"
            >
              {columns.map((column) => (
                <td
                  key={column.head}
                  className={`px-2.5 whitespace-nowrap first:pl-3 last:pr-3 ${column.isFigure ? 'text-right' : 'nth-[n+5]:pl-5'}`}
                >
                  {column.isSymbol ? <Opener onOpen={() => onOpen(row)}>{column.cell(row as never)}</Opener> : column.cell(row as never)}
                </td>
              ))}
              <td className="pr-2 text-right">
                <RowWhy row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** What the journal can explain of a row: fills, payments and liquidations. */
export function RowWhy({ row }: { row: Row }) {
  if ('liquidationId' in row) return <WhyButton query={{ liquidationId: row.liquidationId }} />;
  if ('fundingId' in row) return <WhyButton query={{ fundingId: row.fundingId }} />;
  if ('tradeId' in row) return <WhyButton query={{ tradeId: String(row.tradeId), orderId: String(row.orderId) }} />;
  if ('closedPnl' in row && row.end === 'LIQUIDATED') return <WhyButton query={{ futuresPositionId: String(row.futuresPositionId) }} />;
  return null;
}

/** The name of a row opens all that is known of it. */
function Opener({ onOpen, children }: { onOpen(): void; children: ReactNode }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className="touch underline-offset-4 hover:underline">
      {children}
    </button>
  );
}

export function Cards({ rows, days, columns, kind, isPage, onOpen }: RowsProps & { isPage: boolean }) {
  const names = columns.filter((column) => column.isName);
  const facts = columns.slice(1).filter((column) => !column.isName);
  return (
    <ul className="divide-y divide-line">
      {byDay(rows, days).flatMap(({ day, rows: ofDay }) =>
        ofDay.map((row, at) => (
          <li key={keyOf(row)} className={`py-3 text-12 ${isPage ? '' : 'px-4'}`}>
            {at === 0 && day && (
              <p className="mb-3 rounded-6 bg-field px-3 py-2" data-testid="history-day">
                <DaySums day={day} kind={kind} />
              </p>
            )}
            <p className="mb-1.5 flex items-center gap-2 text-13">
              {names.map((column) => (
                <span key={column.head}>
                  {column.isSymbol ? <Opener onOpen={() => onOpen(row)}>{column.cell(row as never)}</Opener> : column.cell(row as never)}
                </span>
              ))}
              <TableTime at={timeOf(row)} className="ml-auto text-12 text-mute" />
              <RowWhy row={row} />
            </p>
            {/* Two to a line; what is wider has one of its own. A label without a value tells nothing. */}
            <dl className="flex flex-wrap gap-x-5 gap-y-1">
              {facts.map((column) => {
                const cell = column.cell(row as never);
                return cell === '' ? null : (
                  <div key={column.head} className="flex flex-[0_0_calc(50%-10px)] items-baseline justify-between gap-2 whitespace-nowrap">
                    <dt className="text-mute">
                      {column.head}
                      {column.unit === '%' && ' %'}
                    </dt>
                    <dd>{cell}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        )),
      )}
    </ul>
  );
}
