// Below the board: the day's draws as two roads with the newest in a list, how often each number came, and what others bet right now.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useState } from 'react';
import type { DrawRow } from '../../power-ball-contract.ts';
import { roundNumber } from '../round-board.ts';
import { Balls, inOrder } from './balls.tsx';
import { DrawBadge } from './draw-badge.tsx';
import { DrawCounts } from './draw-counts.tsx';
import { DrawRoad } from './draw-road.tsx';
import { LiveBets } from './live-bets.tsx';
import type { PowerBallView } from './power-ball-view.ts';
import { powerBallTexts } from './power-ball-texts.ts';

type Past = 'roads' | 'counts' | 'live';

export function PastPanel(view: PowerBallView) {
  const { draws, isPhone, t, show, option } = { ...view, show: view.draws.show };
  const [past, setPast] = useState<Past>('roads');
  // What is being drawn is not told here before its balls are seen.
  const seen = draws.list.filter(({ tradeRoundId }) => tradeRoundId !== show.tradeRoundId);
  return (
    <section className={cx('bg-surface', !isPhone && 'min-h-50 flex-1 rounded-8')} data-testid="past">
      <Tabs<Past>
        label={t('past.label')}
        isPhone={isPhone}
        items={[
          { value: 'roads', label: t('past.roads') },
          { value: 'counts', label: t('past.counts') },
          { value: 'live', label: t('past.live') },
        ]}
        value={past}
        onChange={setPast}
        aside={<span className="text-12 text-mute">{draws.today && t('past.today', { n: draws.today.draws })}</span>}
      >
        <TabPanel value={past} className={isPhone ? 'p-4' : 'px-5 py-2.5'}>
          {draws.error !== null && past !== 'live' ? (
            <FailingState title={t('past.failed')} error={draws.error} onRetry={draws.retry} isRetrying={draws.isFetching} isLow />
          ) : past === 'roads' ? (
            <Roads {...view} seen={seen} />
          ) : past === 'counts' ? (
            <DrawCounts today={draws.today} isPhone={isPhone} />
          ) : (
            <LiveBets option={option} round={view.betting} />
          )}
        </TabPanel>
      </Tabs>
    </section>
  );
}

const LISTED = 4;

function Roads({ draws, isPhone, isTight, onShow, t, seen }: PowerBallView & { seen: readonly DrawRow[] }) {
  const { today } = draws;
  if (seen.length === 0) return <p className="py-8 text-center text-12 text-mute">{!draws.isLoading && t('past.none')}</p>;
  const columns = isPhone ? 14 : 15;
  const oldestFirst = seen.toReversed();
  const count = (a: string, x: string, b: string, y: string) =>
    today && t('road.counts', { a, x: today.wins[x] ?? 0, b, y: today.wins[y] ?? 0 });
  return (
    <div className={cx('flex gap-6', isPhone ? 'flex-col' : isTight && 'flex-wrap')}>
      <DrawRoad
        title={t('road.power')}
        counts={count(t('road.odd'), 'PB_ODD', t('road.even'), 'PB_EVEN')}
        draws={oldestFirst}
        columns={columns}
        kind="parity"
        onShow={onShow}
      />
      <DrawRoad
        title={t('road.sum')}
        counts={count(t('road.under'), 'SUM_UNDER', t('road.over'), 'SUM_OVER')}
        draws={oldestFirst}
        columns={columns}
        kind="half"
        onShow={onShow}
      />
      <ul className={cx('min-w-80 flex-1', isPhone ? '' : 'relative max-h-[142px] overflow-y-auto scroll-thin')} data-testid="draw-list">
        {seen.slice(0, isPhone ? 10 : Math.max(LISTED, seen.length)).map((draw) => (
          <DrawLine key={draw.tradeRoundId} draw={draw} onShow={onShow} />
        ))}
      </ul>
    </div>
  );
}

function DrawLine({ draw, onShow }: { draw: DrawRow; onShow(tradeRoundId: number): void }) {
  const t = useText(powerBallTexts);
  return (
    <li className="flex h-[35px] items-center gap-3 border-b border-grid last:border-0">
      <span className="min-w-11 shrink-0 whitespace-nowrap text-12 font-medium tabular-nums">
        {t('pb.number', { n: roundNumber(draw) })}
      </span>
      {draw.balls === null ? <span className="text-12 text-mute">{t('tray.void')}</span> : <Balls balls={inOrder(draw.balls)} size={26} />}
      <span className="ml-auto">
        <DrawBadge draw={draw} onShow={onShow} isSmall />
      </span>
    </li>
  );
}
