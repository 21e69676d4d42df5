// What the list of bets is narrowed to: days, option, side and result, and the question that makes of it, the same for list and file.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { periodOf, type Span } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { listTradeOptions } from '../contract.ts';
import { lengthText } from './option-bar.tsx';
import { roundsTexts } from './rounds-texts.ts';

const statuses = { all: undefined, open: '0', won: '1', lost: '2', void: '3' } as const;
type Status = keyof typeof statuses;
const sides = ['ALL', 'UP', 'DOWN'] as const;

export interface BetFilters extends Span {
  /** '' = all. */
  tradeOptionId: string;
  side: (typeof sides)[number];
  status: Status;
}
export const noBetFilters: BetFilters = { period: '30', from: '', to: '', tradeOptionId: '', side: 'ALL', status: 'all' };

export function betQuery({ tradeOptionId, side, status, ...span }: BetFilters, nowMs: number) {
  const statusStrs = statuses[status];
  return {
    ...periodOf(span, nowMs),
    ...(tradeOptionId === '' ? {} : { tradeOptionId }),
    ...(side === 'ALL' ? {} : { typeStrs: side }),
    ...(statusStrs === undefined ? {} : { statusStrs }),
  };
}

const choiceClass = 'touch flex h-7 items-center gap-1 rounded-6 border border-line px-2 text-12 text-sub hover:bg-hover';

export function BetFilterBar({ filters, onChange }: { filters: BetFilters; onChange(change: Partial<BetFilters>): void }) {
  const t = useText(roundsTexts);
  const options = useCall(listTradeOptions, { staleMs: 60_000 });
  return (
    <>
      <PeriodSegment span={filters} onChange={onChange} />
      <Select<string>
        label={t('bet.history.game')}
        value={filters.tradeOptionId || 'ALL'}
        onChange={(value) => onChange({ tradeOptionId: value === 'ALL' ? '' : value })}
        className={choiceClass}
        options={[
          { value: 'ALL', label: t('bet.history.allGames') },
          ...(options.data?.content ?? []).map(({ tradeOptionId, stock, durationSeconds }) => ({
            value: String(tradeOptionId),
            label: `${stock?.replace(/^\w+:/, '') ?? t('bet.history.powerBall')} ${lengthText(t, durationSeconds, false)}`,
          })),
        ]}
      />
      <Select<BetFilters['side']>
        label={t('bet.history.side')}
        value={filters.side}
        onChange={(side) => onChange({ side })}
        className={choiceClass}
        options={sides.map((value) => ({ value, label: t(value === 'ALL' ? 'bet.history.allSides' : `side.${value}`) }))}
      />
      <Select<Status>
        label={t('bet.history.status')}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        className={choiceClass}
        options={(Object.keys(statuses) as Status[]).map((value) => ({
          value,
          label: t(value === 'all' ? 'bet.history.allResults' : `bet.history.${value}`),
        }))}
      />
    </>
  );
}
