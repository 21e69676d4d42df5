// The binary page on a desk: chart and road at the left, evidence docked beside them, ring, ticket and own bets at the right.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
import type { TradeRound } from '../contract.ts';
import { BetTicket } from './bet-ticket.tsx';
import type { BoardView } from './board-view.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';
import { MyBetsPanel } from './my-bets.tsx';
import { OthersBets } from './others-bets.tsx';
import { roundNumber } from './round-board.ts';
import { RoundChart } from './round-chart.tsx';
import { RoundHead } from './round-head.tsx';
import { RoundRing } from './round-ring.tsx';
import { RoundRoad } from './round-road.tsx';
import { roundsTexts } from './rounds-texts.ts';

type Past = 'road' | 'others';

export function BinaryDesk(view: BoardView) {
  const { option, rounds, ticks, now, bets, shown, onShow, last } = view;
  const t = useText(roundsTexts);
  const [past, setPast] = useState<Past>('road');
  const target = rounds.betting;
  return (
    <div className="flex items-stretch gap-1">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <section className="rounded-8 bg-surface">
          <RoundHead {...view} />
          <RoundChart
            {...{ ticks, now, running: rounds.running, betting: target, bets: bets.open }}
            precision={option.pricePrecision}
            height={488}
          />
        </section>
        <section className="rounded-8 bg-surface">
          <Tabs<Past>
            label={t('past.title')}
            items={[
              { value: 'road', label: t('past.title') },
              { value: 'others', label: t('past.others') },
            ]}
            value={past}
            onChange={setPast}
          >
            <TabPanel value={past} className="h-50 overflow-y-auto p-3">
              {past === 'road' ? (
                <RoundRoad option={option} rows={6} columns={28} chosen={shown} onChoose={onShow} hasSums />
              ) : (
                <OthersBets option={option} />
              )}
            </TabPanel>
          </Tabs>
        </section>
      </div>
      {shown !== undefined && (
        <aside className="w-96 shrink-0 overflow-y-auto rounded-8 bg-surface">
          <EvidenceSheet tradeRoundId={shown} onClose={() => onShow(undefined)} />
        </aside>
      )}
      <div className="flex w-80 shrink-0 flex-col gap-1">
        <section className="flex flex-col gap-3 rounded-8 bg-surface p-3">
          <div className="flex items-center gap-4">
            <RoundRing round={target} now={now} size={112} />
            {target && <RoundWords round={target} now={now} />}
          </div>
          <BetTicket option={option} round={target} available={view.available} now={now} isPhone={false} />
        </section>
        <section className="flex-1 rounded-8 bg-surface p-3">
          <MyBetsPanel {...{ option, bets, now, last, onRound: onShow }} />
        </section>
      </div>
    </div>
  );
}

function RoundWords({ round, now }: { round: TradeRound; now: number }) {
  const t = useText(roundsTexts);
  const isOpen = now < Date.parse(round.betCloseAt);
  const wait = Math.max(0, Math.ceil((Date.parse(round.startAt) - now) / 1000));
  return (
    <div className="text-12 text-sub tabular-nums">
      <p className="text-13 font-semibold text-text">
        {t('rounds.number', { n: roundNumber(round) })} {isOpen ? t('rounds.betting') : t('rounds.locked')}
      </p>
      <p className="mt-1">{t('rounds.strikeAt', { at: moment(round.startAt, 'time') })}</p>
      <p>{t('rounds.resultAt', { at: moment(round.endAt, 'time') })}</p>
      <p className="text-mute">
        {isOpen ? t('rounds.closeAt', { at: moment(round.betCloseAt, 'time') }) : t('rounds.nextIn', { s: wait })}
      </p>
    </div>
  );
}
