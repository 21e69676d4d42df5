// The binary page on a phone: chart on top, the two large buttons fixed at the bottom, evidence as a sheet.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { BetTicket } from './bet-ticket.tsx';
import type { BoardView } from './board-view.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';
import { MyBetsPanel } from './my-bets.tsx';
import { roundNumber } from './round-board.ts';
import { RoundChart } from './round-chart.tsx';
import { RoundRing } from './round-ring.tsx';
import { RoundRoad } from './round-road.tsx';
import { roundsTexts } from './rounds-texts.ts';

export function BinaryPhone({ option, rounds, ticks, now, last, bets, available, shown, onShow }: BoardView) {
  const t = useText(roundsTexts);
  const { running, betting } = rounds;
  const strike = running?.strike == null ? undefined : Number(running.strike);
  const difference = strike === undefined || last === undefined ? 0 : last - strike;
  const tone = difference > 0 ? 'text-rise' : difference < 0 ? 'text-fall' : 'text-text';
  const shownPrice = (price: number) => price.toLocaleString('en-US', { minimumFractionDigits: option.pricePrecision });
  const n = running === undefined ? '' : roundNumber(running);
  return (
    <div className="-mx-1 flex flex-col gap-2 pb-52">
      <section className="bg-surface">
        <div className="flex h-22 items-center gap-4 px-4 tabular-nums">
          <RoundRing round={betting} now={now} size={76} />
          <div className="min-w-0">
            <p className={`text-22 font-bold ${tone}`}>
              {last === undefined ? '—' : shownPrice(last)}
              <span aria-hidden="true">{difference > 0 ? ' ↑' : difference < 0 ? ' ↓' : ''}</span>
            </p>
            <p className="text-12 text-mute">
              {t('rounds.strikeOf', { n })} {strike === undefined ? '—' : shownPrice(strike)}
            </p>
          </div>
          <div className="ml-auto text-right text-12">
            <p className="text-mute">{t('rounds.endIn', { n })}</p>
            <p className="font-semibold">
              {running === undefined ? '—' : t('rounds.seconds', { n: Math.max(0, Math.ceil((Date.parse(running.endAt) - now) / 1000)) })}
            </p>
          </div>
        </div>
        <RoundChart {...{ ticks, now, running, betting, bets: bets.open }} precision={option.pricePrecision} height={280} />
        <div className="px-4 py-2">
          <RoundRoad option={option} rows={3} columns={16} chosen={shown} onChoose={onShow} />
        </div>
      </section>
      <section className="bg-surface px-4 py-3">
        <MyBetsPanel {...{ option, bets, now, last, onRound: onShow }} />
      </section>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]">
        <BetTicket option={option} round={betting} available={available} now={now} isPhone />
      </div>
      <Sheet isOpen={shown !== undefined} onClose={() => onShow(undefined)} title={t('past.title')}>
        {shown !== undefined && <EvidenceSheet tradeRoundId={shown} onClose={() => onShow(undefined)} />}
      </Sheet>
    </div>
  );
}
