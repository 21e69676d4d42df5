// The chart of the two rounds, or why there is none: a closed market, rounds that did not arrive.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import type { BoardView } from './board-view.ts';
import { ClosedMarket } from './closed-market.tsx';
import { RoundChart } from './round-chart.tsx';
import { roundsTexts } from './rounds-texts.ts';

export function BoardChart({ view, height, isPhone }: { view: BoardView; height: string; isPhone: boolean }) {
  const t = useText(roundsTexts);
  const { option, rounds, ticks, now, bets } = view;
  if (option.state === 'CLOSED' && rounds.running === undefined) return <ClosedMarket option={option} height={height} />;
  if (rounds.isFailing)
    return (
      <div className="flex flex-col justify-center" style={{ height }}>
        <FailingState title={t('bet.failed.rounds')} onRetry={rounds.retry} />
      </div>
    );
  const { running, betting } = rounds;
  // Where bets are taken within a round it is the only one.
  const aheadSeconds = option.durationSeconds * (option.isInRound ? 1 : 2);
  return (
    <RoundChart {...{ ticks, now, running, betting, bets: bets.open, aheadSeconds, height, isPhone }} precision={option.pricePrecision} />
  );
}
