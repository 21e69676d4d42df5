// The head of the chart: the price, the running round's strike, how far from it, and how long until its end.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { expectedOf, pointMath } from './bet-figures.ts';
import type { BoardView } from './board-view.ts';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

const shown = (price: number, precision: number, signDisplay: 'auto' | 'exceptZero' = 'auto') =>
  price.toLocaleString('en-US', { minimumFractionDigits: precision, maximumFractionDigits: precision, signDisplay }).replace('-', '−');

export function RoundHead({ option, rounds, bets, last, now, isPractice, play }: BoardView) {
  const t = useText(roundsTexts);
  const { running } = rounds;
  const strike = running?.strike == null ? undefined : Number(running.strike);
  const difference = strike === undefined || last === undefined ? undefined : last - strike;
  const tone = difference === undefined || difference === 0 ? 'text-text' : difference > 0 ? 'text-rise' : 'text-fall';
  const n = running === undefined ? '' : roundNumber(running);
  const precision = option.pricePrecision;
  const math = pointMath(option);
  const expected = running && expectedOf(math, bets.open, running.tradeRoundId, last);
  return (
    <div className="flex h-14 items-center gap-6 overflow-hidden border-b border-line px-4 whitespace-nowrap tabular-nums">
      <p className={`text-24 font-bold ${tone}`} data-testid="price">
        {last === undefined ? '—' : shown(last, precision)}
        {difference !== undefined && difference !== 0 && <span aria-hidden="true">{difference > 0 ? ' ↑' : ' ↓'}</span>}
      </p>
      {running !== undefined && (
        <>
          {option.isInRound ? (
            <Pair name={t('rounds.strike')} value={t('rounds.eachStrike')} />
          ) : (
            <>
              <Pair name={t('rounds.strikeOf', { n })} value={strike === undefined ? '—' : shown(strike, precision)} />
              <Pair
                name={t('rounds.difference')}
                value={difference === undefined ? '—' : shown(difference, precision, 'exceptZero')}
                tone={tone}
              />
            </>
          )}
          <Pair
            name={t('rounds.endIn', { n })}
            value={t('rounds.seconds', { n: Math.max(0, Math.ceil((Date.parse(running.endAt) - now) / 1000)) })}
          />
        </>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-6 text-right">
        {isPractice && (
          <span className="min-w-0 truncate rounded-4 bg-hover px-2 py-1 text-11 font-semibold text-sub" title={t('bet.ticket.practice')}>
            {t('bet.ticket.practice')}
          </span>
        )}
        {expected !== undefined && (
          <Pair
            name={t(play.practice ? 'practice.expected' : 'rounds.mine', { n })}
            value={t('rounds.expected', { amount: math.signed(expected) })}
            tone={expected.startsWith('-') ? 'text-fall' : expected === '0' ? 'text-text' : 'text-rise'}
          />
        )}
      </div>
    </div>
  );
}

function Pair({ name, value, tone = 'text-text' }: { name: string; value: string; tone?: string }) {
  return (
    <div>
      <p className="text-11 text-mute">{name}</p>
      <p className={`text-13 font-semibold ${tone}`}>{value}</p>
    </div>
  );
}
