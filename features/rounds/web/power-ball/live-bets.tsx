// What others bet, their names masked; fetched anew when the pool of the round changes.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useEffect, useRef } from 'react';
import { type OthersBet, othersBets, type TradeOption, type TradeRound } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { nameOf } from './market-names.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import { signed } from './use-draw-bets.ts';

/** Rows follow the pool by a moment. */
const ROWS_MS = 600;

interface LiveBetsProps {
  option: TradeOption;
  round: TradeRound | undefined;
}

export function LiveBets({ option, round }: LiveBetsProps) {
  const t = useText(powerBallTexts);
  const {
    data,
    error,
    isFetching,
    refetch: again,
  } = useCall(othersBets, {
    query: { tradeOptionId: String(option.tradeOptionId) },
    everyMs: 10_000,
  });
  const count = round === undefined ? 0 : round.pool.upCount + round.pool.downCount;
  const seen = useRef(count);
  useEffect(() => {
    if (seen.current === count) return undefined;
    seen.current = count;
    const timer = setTimeout(() => void refetch(othersBets), ROWS_MS);
    return () => clearTimeout(timer);
  }, [count]);
  if (data === undefined && error !== null)
    return <FailingState title={t('past.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching} isLow />;
  if (data === undefined || data.length === 0) return <p className="py-8 text-center text-12 text-mute">{data && t('live.none')}</p>;
  return (
    <ul className="relative max-h-[142px] overflow-y-auto text-12 scroll-thin" data-testid="live-bets">
      {data.map((bet, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- masked rows have no identity but their place
        <LiveRow key={i} bet={bet} option={option} />
      ))}
    </ul>
  );
}

function LiveRow({ bet, option }: { bet: OthersBet; option: TradeOption }) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const math = pointMath(option);
  const profit = math.units(bet.payout ?? '0') - math.units(bet.point);
  const end =
    bet.status === 0 ? t('live.pending') : bet.status === 1 ? signed(math, profit) : t(bet.status === 2 ? 'mine.lost' : 'mine.void');
  return (
    <li className="flex h-7 items-center gap-3 border-b border-grid tabular-nums">
      <span className="w-16 shrink-0 text-mute">{moment(bet.betAt, 'time')}</span>
      <span className="w-14 shrink-0">{bet.name}</span>
      <span className="min-w-0 truncate font-medium">{nameOf(bet.type, language)}</span>
      <span className="ml-auto font-semibold">{math.shown(bet.point)}</span>
      <span className="w-20 shrink-0 text-right text-mute">{end}</span>
    </li>
  );
}
