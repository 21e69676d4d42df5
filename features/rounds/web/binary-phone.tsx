// The binary page on a phone: chart on top, the two large buttons fixed at the bottom, evidence as a sheet.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Dock } from '@maru/kit/web/ui/dock.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { BetTicket } from './bet-ticket.tsx';
import { BoardChart } from './board-chart.tsx';
import type { BoardView } from './board-view.ts';
import { priceOf } from './chart-marks.tsx';
import { DockedEvidence } from './docked-evidence.tsx';
import { LossRuler } from './loss-ruler.tsx';
import { MyBetsPanel } from './my-bets.tsx';
import { PastTabs } from './past-tabs.tsx';
import { roundNumber } from './round-board.ts';
import { RoundRing } from './round-ring.tsx';
import { RoundRoad } from './round-road.tsx';
import { roundsTexts } from './rounds-texts.ts';

export function BinaryPhone(view: BoardView) {
  const { option, rounds, now, last, bets, available, shown, onShow, play, proven, mine } = view;
  const t = useText(roundsTexts);
  const { running, betting } = rounds;
  const strike = running?.strike == null ? undefined : Number(running.strike);
  const difference = strike === undefined || last === undefined ? 0 : last - strike;
  const tone = difference > 0 ? 'text-rise' : difference < 0 ? 'text-fall' : 'text-text';
  const shownPrice = (price: number) => priceOf(price, option.pricePrecision);
  const n = running === undefined ? '' : roundNumber(running);
  return (
    <div className={`flex flex-col gap-2 ${option.hasPractice ? 'pb-64' : 'pb-52'}`}>
      <section className="bg-surface">
        <div className="flex h-22 items-center gap-4 px-4 tabular-nums">
          {option.state !== 'CLOSED' && (option.state !== 'PAUSED' || betting) && (
            <RoundRing round={betting} now={now} size={76} isSettling={rounds.settling !== undefined} />
          )}
          <div className="min-w-0">
            <p className={`text-[22px] leading-7 font-bold ${tone}`}>
              {last === undefined ? '—' : shownPrice(last)}
              <span aria-hidden="true">{difference > 0 ? ' ↑' : difference < 0 ? ' ↓' : ''}</span>
            </p>
            {running !== undefined && (
              <p className="text-12 text-mute">
                {option.isInRound
                  ? t('rounds.eachStrike')
                  : `${t('rounds.strikeOf', { n })} ${strike === undefined ? '—' : shownPrice(strike)}`}
              </p>
            )}
            {difference !== 0 && (
              <p className={`text-12 font-semibold ${tone}`}>{`${difference > 0 ? '+' : '−'}${shownPrice(Math.abs(difference))}`}</p>
            )}
          </div>
          {running !== undefined && (
            <div className="ml-auto text-right text-12">
              <p className="text-mute">{t('rounds.endIn', { n })}</p>
              <p className="font-semibold">
                {t('rounds.seconds', { n: Math.max(0, Math.ceil((Date.parse(running.endAt) - now) / 1000)) })}
              </p>
              <p className="text-mute">{moment(running.endAt, 'time')}</p>
            </div>
          )}
        </div>
        <BoardChart view={view} height="260px" isPhone />
        <div className="px-4 py-2">
          <RoundRoad option={option} rows={3} columns={16} chosen={shown} onChoose={onShow} />
        </div>
      </section>
      <section className="bg-surface px-4 py-2">
        {/* Where there is practice the balance stands at its switch. */}
        <MyBetsPanel
          {...{ option, bets, now, last, play, onRound: onShow }}
          isWide
          available={option.hasPractice ? undefined : available}
        />
        {play.practice === undefined && <LossRuler currency={option.currency} />}
        {view.isPractice && <p className="mt-3 text-11 text-mute">{t('bet.ticket.practice')}</p>}
      </section>
      <section className="bg-surface">
        <PastTabs option={option} shown={shown} onShow={onShow} isPhone today={bets.today} mine={mine} />
      </section>
      <Dock>
        <BetTicket option={option} round={betting} available={available} now={now} isPhone play={play} />
      </Dock>
      <Sheet isOpen={shown !== undefined} onClose={() => onShow(undefined)} title={t('bet.past.title')}>
        {shown !== undefined && (
          <div className="-mx-4 -my-2">
            <DockedEvidence option={option} shown={shown} onShow={onShow} bets={proven} isSheet />
          </div>
        )}
      </Sheet>
    </div>
  );
}
