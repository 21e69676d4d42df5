// The member's bets of an option: open ones with what they would win now, then how the last ones ended.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { cancelBet, currentBetsOfOption, type TradeBet, type TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { type MyBets, roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

interface MyBetsProps {
  option: TradeOption;
  bets: MyBets;
  now: number;
  /** The newest price, as a number. */
  last: number | undefined;
  onRound(tradeRoundId: number): void;
}

export function MyBetsPanel({ option, bets, now, last, onRound }: MyBetsProps) {
  const t = useText(roundsTexts);
  const math = pointMath(option);
  const waiting = bets.open.reduce((sum, bet) => sum + Number(bet.point), 0);
  return (
    <section aria-label={t('bets.title')} className="text-12">
      <header className="flex items-center justify-between border-b border-line pb-2">
        <h2 className="text-13 font-semibold">{t('bets.title')}</h2>
        <span className="text-mute tabular-nums">{t('bets.waiting', { amount: math.shown(String(waiting)), unit: option.currency })}</span>
      </header>
      {bets.open.length + bets.past.length === 0 && <p className="py-6 text-center text-mute">{t('bets.none')}</p>}
      <ul>
        {bets.open.map((bet) => (
          <OpenBet key={bet.tradeHistoryId} {...{ bet, option, now, last }} />
        ))}
        {bets.past.slice(0, 6).map((bet) => (
          <PastBet key={bet.tradeHistoryId} bet={bet} option={option} onRound={onRound} />
        ))}
      </ul>
    </section>
  );
}

const toneOf = (bet: TradeBet) => (bet.type === 'UP' ? 'rise' : 'fall');

function Head({ bet, option, children }: { bet: TradeBet; option: TradeOption; children: React.ReactNode }) {
  const t = useText(roundsTexts);
  const side = bet.type === 'UP' ? 'UP' : 'DOWN';
  return (
    <div className="flex items-center gap-2">
      <Badge tone={toneOf(bet)}>{`${side === 'UP' ? '↑' : '↓'} ${t(`side.${side}`)}`}</Badge>
      <b className="text-13 font-semibold tabular-nums">{pointMath(option).shown(bet.point)}</b>
      <span className="ml-auto">{children}</span>
    </div>
  );
}

/** Up wins above the strike; at it nobody does. */
function standingOf(bet: TradeBet, last: number | undefined): 'won' | 'lost' | 'even' | undefined {
  if (bet.strike === null || last === undefined) return undefined;
  const difference = last - Number(bet.strike);
  if (difference === 0) return 'even';
  return difference > 0 === (bet.type === 'UP') ? 'won' : 'lost';
}

function OpenBet({ bet, option, now, last }: { bet: TradeBet; option: TradeOption; now: number; last: number | undefined }) {
  const t = useText(roundsTexts);
  const [isBusy, setBusy] = useState(false);
  const math = pointMath(option);
  const n = roundNumber(bet);
  const [until, end] = [Date.parse(bet.cancelUntil), Date.parse(bet.endAt)];
  const canCancel = now < until - 500;
  // The strike of a running round is on the row only after its settlement: the chart shows it meanwhile.
  const standing = now >= Date.parse(bet.startAt) ? standingOf(bet, last) : undefined;
  const cancel = async () => {
    setBusy(true);
    try {
      await call(cancelBet, { body: { id: bet.tradeHistoryId } });
      toast({ title: t('bets.cancelled') });
      await refetch(currentBetsOfOption);
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  const profit = math.minus(bet.expectPoint, bet.point);
  return (
    <li className="border-b border-line py-2.5" data-testid="open-bet">
      <Head bet={bet} option={option}>
        {canCancel ? (
          <Button size={24} onClick={() => void cancel()} isBusy={isBusy}>
            {t('bets.cancel')}
          </Button>
        ) : (
          <b
            className={`text-13 font-semibold tabular-nums ${standing === 'won' ? 'text-rise' : standing === 'lost' ? 'text-fall' : 'text-sub'}`}
          >
            {standing === 'won' ? `+${math.shown(profit)}` : standing === 'lost' ? `−${math.shown(bet.point)}` : '…'}
          </b>
        )}
      </Head>
      <p className="mt-1 flex justify-between text-mute tabular-nums">
        <span>{bet.strike === null ? t('bets.undecided', { n }) : t('bets.strike', { n, price: bet.strike })}</span>
        <span>
          {canCancel
            ? t('bets.cancelIn', { s: Math.max(0, Math.floor((until - now) / 1000)) })
            : t('bets.left', { s: Math.max(0, Math.ceil((end - now) / 1000)) })}
        </span>
      </p>
    </li>
  );
}

function PastBet({ bet, option, onRound }: { bet: TradeBet; option: TradeOption; onRound(id: number): void }) {
  const t = useText(roundsTexts);
  const math = pointMath(option);
  const n = roundNumber(bet);
  const line = bet.isTakenBack
    ? t('bets.back', { n })
    : bet.status === 3
      ? t('bets.void', { n, reason: t(`void.${bet.voidReason ?? 'TIE'}`) })
      : t('bets.result', {
          n,
          word: bet.status === 1 ? t('bets.won') : t('bets.lost'),
          strike: bet.strike ?? '',
          close: bet.closePrice ?? '',
        });
  const amount =
    bet.status === 1 ? `+${math.shown(math.minus(bet.expectPoint, bet.point))}` : bet.status === 2 ? `−${math.shown(bet.point)}` : '0';
  return (
    <li className="border-b border-line last:border-0" data-testid="past-bet">
      <button
        type="button"
        className="block w-full py-2.5 text-left hover:bg-hover"
        aria-label={`${line} ${amount}`}
        onClick={() => onRound(bet.tradeRoundId)}
      >
        <Head bet={bet} option={option}>
          <b
            className={`text-13 font-semibold tabular-nums ${bet.status === 1 ? 'text-rise' : bet.status === 2 ? 'text-fall' : 'text-sub'}`}
          >
            {amount}
          </b>
        </Head>
        <span className="mt-1 flex justify-between gap-2 text-mute tabular-nums">
          <span>{line}</span>
          <span className="shrink-0">{t('bets.settled')}</span>
        </span>
      </button>
    </li>
  );
}
