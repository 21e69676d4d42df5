// Beside the road of past rounds: the member's own record, who is ahead today, and what others stake.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { type ReactNode, useState } from 'react';
import { type BetDay, listBets, topWinners, type TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { PastBet } from './my-bets.tsx';
import { OthersBets } from './others-bets.tsx';
import { RoundRoad } from './round-road.tsx';
import { roundsTexts } from './rounds-texts.ts';
import { pastQuery } from './told-bets.ts';

const pasts = ['road', 'mine', 'winners', 'others'] as const;
/** On a phone the road stands under the chart, in sight of the dock. */
const phonePasts = ['others', 'winners', 'mine'] as const;
type Past = (typeof pasts)[number];
const names = { road: 'bet.past.title', mine: 'bet.past.mine', winners: 'bet.past.winners', others: 'bet.past.others' } as const;

interface PastTabsProps {
  option: TradeOption;
  shown: number | undefined;
  onShow(tradeRoundId: number): void;
  isPhone: boolean;
  /** The member's day on this game. */
  today: BetDay | undefined;
  /** In place of the member's record: that of practice. */
  mine?: ReactNode;
}

export function PastTabs({ option, shown, onShow, isPhone, today, mine }: PastTabsProps) {
  const t = useText(roundsTexts);
  const [past, setPast] = useState<Past>(isPhone ? 'others' : 'road');
  return (
    <Tabs<Past>
      label={t('bet.past.title')}
      items={(isPhone ? phonePasts : pasts).map((value) => ({
        value,
        label: t(value === 'mine' && mine !== undefined ? 'practice.bets' : names[value]),
      }))}
      value={past}
      onChange={setPast}
    >
      <TabPanel value={past} className={isPhone ? 'px-4 py-3' : 'relative h-50 overflow-y-auto p-3'}>
        {past === 'road' && <RoundRoad option={option} rows={6} columns={28} chosen={shown} onChoose={onShow} hasSums today={today} />}
        {past === 'mine' && (mine ?? <Mine option={option} onShow={onShow} day={today} />)}
        {mine !== undefined && (past === 'winners' || past === 'others') && (
          <p className="pb-1 text-12 text-mute">{t('practice.others')}</p>
        )}
        {past === 'winners' && <Winners option={option} />}
        {past === 'others' && <OthersBets option={option} />}
      </TabPanel>
    </Tabs>
  );
}

function Mine({ option, onShow, day }: Pick<PastTabsProps, 'option' | 'onShow'> & { day: BetDay | undefined }) {
  const t = useText(roundsTexts);
  // The one that news is folded into.
  const { data, isError, error, refetch, isFetching } = useCall(listBets, { query: pastQuery(option.tradeOptionId) });
  const math = pointMath(option);
  if (data === undefined && isError)
    return <FailingState title={t('bet.failed.list')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} isLow />;
  if (data === undefined) return <SkeletonRows rows={4} label={t('bet.past.mine')} />;
  if (data.content.length === 0) return <EmptyState title={t('mine.none')} isLow />;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 text-12 text-mute tabular-nums">
        {day && <span>{t('bet.past.today', { won: day.won, lost: day.lost })}</span>}
        {day && (
          <span>
            {t('bet.past.profit')} <b className="font-semibold text-text">{math.signed(day.profit)}</b>
          </span>
        )}
        <OwnLink href="/dnw_history/binary_list" className="touch ml-auto font-semibold text-text underline underline-offset-2">
          {t('mine.all')}
        </OwnLink>
      </p>
      <ul className="text-12">
        {data.content.map((bet) => (
          <PastBet key={bet.tradeHistoryId} bet={bet} option={option} onRound={onShow} />
        ))}
      </ul>
    </>
  );
}

function Winners({ option }: Pick<PastTabsProps, 'option'>) {
  const t = useText(roundsTexts);
  const { data, isError, error, refetch, isFetching } = useCall(topWinners, { everyMs: 15_000 });
  const math = pointMath(option);
  if (data === undefined && isError)
    return <FailingState title={t('winners.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} isLow />;
  if (data === undefined) return <SkeletonRows rows={4} label={t('bet.past.winners')} />;
  if (data.length === 0) return <EmptyState title={t('winners.none')} isLow />;
  return (
    <ol className="text-12 tabular-nums" data-testid="winners">
      {data.map(({ name, profit, bets, won, isMe }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- masked rows have no identity but their place
        <li key={i} className={cx('flex h-7 items-center gap-3 border-b border-grid', isMe && 'font-semibold')}>
          <span className="w-5 text-right text-mute">{i + 1}</span>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="text-mute">{t('winners.bets', { n: bets, won })}</span>
          <b className="w-28 text-right font-semibold text-text">{math.signed(profit)}</b>
        </li>
      ))}
    </ol>
  );
}
