// The binary page on a desk: chart and road at the left, evidence docked beside them, ring, ticket and own bets at the right.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { TradeRound } from '../contract.ts';
import { BetTicket } from './bet-ticket.tsx';
import { BoardChart } from './board-chart.tsx';
import type { BoardView } from './board-view.ts';
import { DockedEvidence } from './docked-evidence.tsx';
import { MyBetsPanel } from './my-bets.tsx';
import { PastTabs } from './past-tabs.tsx';
import { roundNumber, takesBetsInside } from './round-board.ts';
import { RoundHead } from './round-head.tsx';
import { RoundRing } from './round-ring.tsx';
import { roundsTexts } from './rounds-texts.ts';

/** All that the window leaves between header, bar, head and past rounds; a low window scrolls instead. */
const CHART_HEIGHT = 'max(487px, calc(100dvh - 413px))';

export function BinaryLayout(view: BoardView) {
  const { option, rounds, now, bets, shown, onShow, last, play, proven, mine } = view;
  const target = rounds.betting;
  return (
    <>
      <div className="flex items-stretch gap-1">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <section className="rounded-8 bg-surface">
            <RoundHead {...view} />
            <BoardChart view={view} height={CHART_HEIGHT} isPhone={false} />
          </section>
          <section className="rounded-8 bg-surface">
            <PastTabs option={option} shown={shown} onShow={onShow} isPhone={false} today={bets.today} mine={mine} />
          </section>
        </div>
        {shown !== undefined && (
          <aside className="relative w-96 shrink-0 overflow-hidden rounded-8 bg-surface">
            <div className="absolute inset-0">
              <DockedEvidence option={option} shown={shown} onShow={onShow} bets={proven} />
            </div>
          </aside>
        )}
      </div>
      <div className="col-start-2 row-start-2 flex flex-col gap-1 laptop:row-span-2 laptop:row-start-1">
        <section className="flex flex-col gap-3 rounded-8 bg-surface p-3">
          {option.state !== 'CLOSED' && (option.state !== 'PAUSED' || target) && (
            <div className="flex items-center gap-4">
              <RoundRing round={target} now={now} size={112} isSettling={rounds.settling !== undefined} />
              {target && <RoundWords round={target} settling={rounds.settling} now={now} />}
            </div>
          )}
          <BetTicket option={option} round={target} available={view.available} now={now} isPhone={false} play={play} />
        </section>
        <section className="relative min-h-40 flex-1 rounded-8 bg-surface">
          <div className="absolute inset-0 overflow-y-auto p-3 scroll-thin">
            <MyBetsPanel {...{ option, bets, now, last, play, onRound: onShow }} />
          </div>
        </section>
      </div>
    </>
  );
}

function RoundWords({ round, settling, now }: { round: TradeRound; settling: TradeRound | undefined; now: number }) {
  const t = useText(roundsTexts);
  const isOpen = now < Date.parse(round.betCloseAt);
  const isInRound = takesBetsInside(round);
  const wait = Math.max(0, Math.ceil((Date.parse(isInRound ? round.endAt : round.startAt) - now) / 1000));
  return (
    <div className="text-12 text-sub tabular-nums">
      <p className="text-13 font-semibold text-text">
        {t('rounds.number', { n: roundNumber(round) })} {isOpen ? t('rounds.betting') : t('rounds.locked')}
      </p>
      <p className="mt-1">{isInRound ? t('rounds.eachStrike') : t('rounds.strikeAt', { at: moment(round.startAt, 'time') })}</p>
      <p>{t('rounds.resultAt', { at: moment(round.endAt, 'time') })}</p>
      <p className="text-mute">
        {settling !== undefined
          ? t('rounds.settlingOf', { n: roundNumber(settling) })
          : isOpen
            ? t('rounds.closeAt', { at: moment(round.betCloseAt, 'time') })
            : t('rounds.nextIn', { s: wait })}
      </p>
    </div>
  );
}
