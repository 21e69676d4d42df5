// Side, type and state of a history: in a row on its page, behind one button on the trade screen.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Select, type SelectOption } from '@maru/kit/web/ui/choices.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { orderTypes } from '@maru/futures/order-type-table.ts';
import { ListFilter } from 'lucide-react';
import { openedTexts } from './opened-texts.ts';
import { countFilters, type HistoryFilters, type HistoryKind, statusesOf } from './history-filters.ts';
import { historyTexts } from './history-texts.ts';

export interface FilterBarProps {
  kind: HistoryKind;
  filters: HistoryFilters;
  onChange(change: Partial<HistoryFilters>): void;
}

const compact = 'touch flex h-7 items-center gap-1 rounded-6 border border-line px-2 text-12 text-sub hover:bg-hover';

/** The three choices themselves; what a kind does not know is not offered. */
export function FilterFields({ kind, filters, onChange, className = compact }: FilterBarProps & { className?: string }) {
  const t = useText(openedTexts);
  const h = useText(historyTexts);
  if (kind === 'funding') return null;
  const statuses: SelectOption<string>[] = [
    { value: 'ALL', label: h('filter.allStatus') },
    ...statusesOf[kind].map((value) => ({ value, label: statusText(t, kind, value) })),
  ];
  return (
    <>
      <Select<HistoryFilters['side']>
        label={t('col.side')}
        value={filters.side}
        onChange={(side) => onChange({ side })}
        className={className}
        options={[
          { value: 'ALL', label: h('filter.allSide') },
          { value: 'BUY', label: t(kind === 'position' || kind === 'liquidation' ? 'side.long' : 'side.buy') },
          { value: 'SELL', label: t(kind === 'position' || kind === 'liquidation' ? 'side.short' : 'side.sell') },
        ]}
      />
      {kind === 'order' && (
        <Select<HistoryFilters['orderType']>
          label={t('col.type')}
          value={filters.orderType}
          onChange={(orderType) => onChange({ orderType })}
          className={className}
          options={[{ value: 'ALL', label: h('filter.allType') }, ...orderTypes.map((value) => ({ value, label: t(`type.${value}`) }))]}
        />
      )}
      {statuses.length > 1 && (
        <Select<string>
          label={t('col.status')}
          value={statusesOf[kind].includes(filters.status) ? filters.status : 'ALL'}
          onChange={(status) => onChange({ status })}
          className={className}
          options={statuses}
        />
      )}
    </>
  );
}

function statusText(t: ReturnType<typeof useText<typeof openedTexts>>, kind: HistoryKind, value: string): string {
  if (kind === 'order') return t(`status.${value}` as 'status.FILLED');
  if (kind === 'trade') return t(`role.${value}` as 'role.TAKER');
  return t(`end.${value}` as 'end.CLOSED');
}

export function FilterButton(props: FilterBarProps) {
  const h = useText(historyTexts);
  const count = countFilters(props.kind, props.filters);
  if (props.kind === 'funding') return null;
  return (
    <Popover
      align="start"
      trigger={
        <button type="button" className={compact}>
          <ListFilter size={13} aria-hidden="true" />
          {h('filter.more')}
          {count > 0 && <b className="rounded-full bg-ink px-1.5 text-11 font-semibold text-on-ink">{count}</b>}
        </button>
      }
    >
      <div className="flex w-52 flex-col gap-2">
        <FilterFields
          {...props}
          className="flex h-9 w-full items-center justify-between rounded-4 border border-line bg-field px-3 text-13"
        />
      </div>
    </Popover>
  );
}
