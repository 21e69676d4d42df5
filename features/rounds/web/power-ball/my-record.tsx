// The tab of the member's own record: every power ball bet with the sums of its day, pages, and a way to each evidence.
import { serverNow, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { periodOf, type Span } from '@maru/kit/web/periods.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { PeriodSegment } from '@maru/kit/web/ui/period-segment.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { usePaging } from '@maru/kit/web/use-paging.ts';
import { useState } from 'react';
import { type BetDay, listBets, type TradeBet, type TradeOption } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { useFreshBets } from '../fresh-bets.ts';
import { roundNumber } from '../round-board.ts';
import { oddsShown } from './market-cell.tsx';
import { nameOf } from './market-names.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import { signed } from './use-draw-bets.ts';

const SIZE = 20;
const usual: Span = { period: '30', from: '', to: '' };
const SHOWN_DAYS = 7;

interface RecordProps {
  option: TradeOption;
  onShow(tradeRoundId: number): void;
}

export function MyRecord({ option, onShow }: RecordProps) {
  const t = useText(powerBallTexts);
  const [span, setSpan] = useState(usual);
  const { page, setPage, asOf } = usePaging(JSON.stringify(span));
  // The start of a period moves with the clock: once a minute is enough, or every render would be another question.
  const asked = asOf(periodOf(span, Math.floor(serverNow() / 60_000) * 60_000));
  const list = useCall(listBets, {
    query: { ...asked, tradeTypeStrs: 'P1,P2,P5', page: String(page), size: String(SIZE) },
    keepsOld: true,
  });
  useFreshBets();
  const { data } = list;
  return (
    <section className="mx-auto w-full max-w-[1116px] rounded-8 bg-surface p-4 tablet:p-6" aria-label={t('pb.record')} data-testid="record">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <PeriodSegment span={span} onChange={(change) => setSpan((was) => ({ ...was, ...change }))} />
      </div>
      {data === undefined && list.isError ? (
        <FailingState title={t('record.failed')} error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : data === undefined ? (
        <SkeletonRows label={t('pb.record')} />
      ) : data.content.length === 0 && JSON.stringify(span) !== JSON.stringify(usual) ? (
        <EmptyState title={t('record.none.period')} actions={<Button onClick={() => setSpan(usual)}>{t('record.usual')}</Button>} />
      ) : data.content.length === 0 ? (
        <EmptyState title={t('record.empty')}>{t('record.empty.words')}</EmptyState>
      ) : (
        <>
          <Days days={data.days} option={option} />
          <ul className="mt-4">
            {data.content.map((bet) => (
              <RecordRow key={bet.tradeHistoryId} bet={bet} option={option} onShow={onShow} />
            ))}
          </ul>
          <Pager page={page} size={SIZE} total={data.totalElements} onPage={setPage} />
        </>
      )}
    </section>
  );
}

const unitsOf = (math: ReturnType<typeof pointMath>, amount: string): bigint =>
  amount.startsWith('-') ? -math.units(amount.slice(1)) : math.units(amount);

function Days({ days, option }: { days: readonly BetDay[]; option: TradeOption }) {
  const t = useText(powerBallTexts);
  const math = pointMath(option);
  return (
    <ul className="flex gap-2 overflow-x-auto pb-1 [scrollbar-width:none]">
      {days.slice(0, SHOWN_DAYS).map((day) => (
        <li key={day.date} className="shrink-0 rounded-8 bg-sunken px-3 py-2 text-12">
          <p className="text-mute tabular-nums">{day.date.slice(5).replace('-', '.')}</p>
          <b className="block text-16 font-bold tabular-nums">{signed(math, unitsOf(math, day.profit))}</b>
          <p className="text-mute">{t('record.day', { n: day.bets, won: day.won, lost: day.lost })}</p>
        </li>
      ))}
    </ul>
  );
}

function RecordRow({ bet, option, onShow }: { bet: TradeBet } & RecordProps) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const math = pointMath(option);
  const word = bet.status === 0 ? 'open' : bet.isTakenBack ? 'back' : bet.status === 1 ? 'won' : bet.status === 2 ? 'lost' : 'void';
  const profit = bet.payout === null ? undefined : math.units(bet.payout) - math.units(bet.point);
  return (
    <li className="flex items-center gap-3 border-b border-grid py-2.5 text-13" data-testid="record-row">
      <span className="min-w-0 flex-1">
        <b className="block truncate font-semibold">{nameOf(bet.type, language)}</b>
        <span className="block text-12 text-mute tabular-nums tablet:truncate">
          {tableMoment(bet.betAt)} · {t('pb.minutes', { n: Number(bet.code.slice(1)) })}{' '}
          {t('mine.line', { n: roundNumber(bet), point: math.shown(bet.point), odds: oddsShown(bet.odds) })}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <b className={cx('block text-14 font-bold tabular-nums', word !== 'won' && 'text-sub')}>
          {profit === undefined ? '—' : signed(math, profit)}
        </b>
        <span className="block text-12 text-mute">{t(`mine.${word}`)}</span>
      </span>
      <button
        type="button"
        disabled={word === 'open' || word === 'back'}
        aria-label={t('mine.evidenceOf', { n: roundNumber(bet), name: nameOf(bet.type, language) })}
        onClick={() => onShow(bet.tradeRoundId)}
        className="touch h-8 shrink-0 rounded-6 border border-line px-2.5 text-12 font-semibold enabled:hover:bg-hover disabled:text-mute"
      >
        {t('record.show')}
      </button>
    </li>
  );
}
