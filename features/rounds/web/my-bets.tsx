// The member's bets of an option: open ones with what they would win now, then how the last ones ended.
import { messageOf } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import type { TradeBet, TradeOption } from '../contract.ts';
import { pointMath, standingOf } from './bet-figures.ts';
import { priceOf } from './chart-marks.tsx';
import { isPracticeBet, type Play } from './play.ts';
import { type Arrival, type MyBets, roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';
import { SellButton } from './sell-button.tsx';

const SaleFormula = lazyArea(() => import('./sale-formula.tsx').then((m) => m.SaleFormula));

interface MyBetsProps {
  option: TradeOption;
  bets: MyBets;
  now: number;
  /** The newest price, as a number. */
  last: number | undefined;
  onRound(tradeRoundId: number): void;
  play: Play;
  /** Where the ticket has no room to say it. */
  available?: string | undefined;
  /** There is room to say when a strike is set. */
  isWide?: boolean;
}

export function MyBetsPanel({ option, bets, now, last, onRound, play, available, isWide = false }: MyBetsProps) {
  const t = useText(roundsTexts);
  const math = pointMath(option);
  const isKnown = bets.arrival.state === 'there' || bets.open.length > 0;
  const waiting = bets.open.reduce((sum, bet) => sum + Number(bet.point), 0);
  return (
    <section aria-label={t(play.practice ? 'practice.bets' : 'bets.title')} className="text-12">
      <header className="flex items-center justify-between border-b border-line pb-2">
        <h2 className="text-13 font-semibold">{t(play.practice ? 'practice.bets' : 'bets.title')}</h2>
        <span className="text-mute tabular-nums">
          {available !== undefined && `${t('bet.ticket.available')} ${math.brief(available)} · `}
          {t('bets.waiting', { amount: isKnown ? math.shown(String(waiting)) : '—', unit: option.currency })}
        </span>
      </header>
      {bets.open.length + bets.past.length === 0 && <NoBets arrival={bets.arrival} isPractice={play.practice !== undefined} />}
      <ul>
        {bets.open.map((bet) => (
          <OpenBet key={bet.tradeHistoryId} {...{ bet, option, now, last, play }} isWide={isWide} />
        ))}
        {bets.past.slice(0, 6).map((bet) => (
          <PastBet key={bet.tradeHistoryId} bet={bet} option={option} {...(play.practice === undefined && { onRound })} />
        ))}
      </ul>
      {option.isEarlySale && <SaleTerms option={option} />}
    </section>
  );
}

/** None, or not known yet. */
function NoBets({ arrival, isPractice }: { arrival: Arrival; isPractice: boolean }) {
  const t = useText(roundsTexts);
  if (arrival.state === 'there') return <p className="py-6 text-center text-mute">{t(isPractice ? 'practice.bets.none' : 'bets.none')}</p>;
  if (arrival.state === 'waiting') return <SkeletonRows rows={2} hasMark={false} label={t(isPractice ? 'practice.bets' : 'bets.title')} />;
  return <FailingState title={t('bets.failed')} error={arrival.error} onRetry={arrival.retry} isRetrying={arrival.isRetrying} isLow />;
}

/** That a bet can be sold early, and by what. */
function SaleTerms({ option }: { option: TradeOption }) {
  const t = useText(roundsTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="flex items-center justify-between gap-2 pt-2 text-mute">
      {t('sale.offered')}
      <button type="button" className="touch shrink-0 font-semibold text-text underline underline-offset-2" onClick={() => setOpen(true)}>
        {t('sale.formula')}
      </button>
      {isOpen && <SaleFormula option={option} onClose={() => setOpen(false)} />}
    </p>
  );
}

const shownPrice = ({ pricePrecision }: TradeOption, price: string | null) =>
  price === null ? '' : priceOf(Number(price), pricePrecision);
const toneOf = (bet: TradeBet) => (bet.type === 'UP' ? 'rise' : 'fall');

function Head({ bet, option, children }: { bet: TradeBet; option: TradeOption; children: React.ReactNode }) {
  const t = useText(roundsTexts);
  const side = bet.type === 'UP' ? 'UP' : 'DOWN';
  return (
    <div className="flex items-center gap-2">
      <Badge tone={toneOf(bet)}>{`${side === 'UP' ? '↑' : '↓'} ${t(`side.${side}`)}`}</Badge>
      <b className="text-13 font-semibold tabular-nums">{pointMath(option).shown(bet.point)}</b>
      {isPracticeBet(bet) && <Badge tone="warn">{t('practice.name')}</Badge>}
      <span className="ml-auto">{children}</span>
    </div>
  );
}

interface OpenBetProps {
  bet: TradeBet;
  option: TradeOption;
  now: number;
  last: number | undefined;
  play: Play;
  /** There is room to say when its strike is set. */
  isWide: boolean;
}

function OpenBet({ bet, option, now, last, play, isWide }: OpenBetProps) {
  const t = useText(roundsTexts);
  const [isBusy, setBusy] = useState(false);
  const math = pointMath(option);
  const n = roundNumber(bet);
  const [until, end] = [Date.parse(bet.cancelUntil), Date.parse(bet.endAt)];
  // An in-round bet knows its strike: it is not taken back (rules 11.3).
  const canCancel = !option.isInRound && now < until - 500;
  // The strike of a running round is on the row only after its settlement: the chart shows it meanwhile.
  const isRunning = now >= Date.parse(bet.startAt);
  const standing = isRunning ? standingOf(bet, last) : undefined;
  const canSell = option.isEarlySale && isRunning && now < end - option.cutoffSeconds * 1000;
  const cancel = async () => {
    setBusy(true);
    try {
      await play.cancel(bet.tradeHistoryId);
      toast({ title: t(play.practice ? 'practice.cancelled' : 'bets.cancelled') });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  const profit = math.minus(bet.expectPoint, bet.point);
  const leftOf = (at: number) =>
    canCancel
      ? t('bets.cancelIn', { s: Math.max(0, Math.floor((at - now) / 1000)) })
      : now < at
        ? t('bets.left', { s: Math.ceil((at - now) / 1000) })
        : t('rounds.settling');
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
            {standing === undefined ? '…' : math.signed({ won: profit, lost: `-${bet.point}`, even: '0' }[standing])}
          </b>
        )}
      </Head>
      <p className="mt-1 flex items-center justify-between text-mute tabular-nums">
        <span>
          {bet.strike === null
            ? t(isWide ? 'bets.undecidedAt' : 'bets.undecided', { n, at: moment(bet.startAt, 'time') })
            : t('bets.strike', { n, price: shownPrice(option, bet.strike) })}
        </span>
        {canSell ? <SellButton bet={bet} option={option} play={play} /> : <span>{leftOf(canCancel ? until : end)}</span>}
      </p>
    </li>
  );
}

/** `onRound`: where its round has evidence to look at; a practice bet proves nothing. */
export function PastBet({ bet, option, onRound }: { bet: TradeBet; option: TradeOption; onRound?: (id: number) => void }) {
  const t = useText(roundsTexts);
  const math = pointMath(option);
  const n = roundNumber(bet);
  const line = bet.isTakenBack
    ? t('bets.back', { n })
    : bet.isSold
      ? t('bets.sold', { n })
      : bet.status === 3
        ? t('bets.void', { n, reason: t(`void.${bet.voidReason ?? 'TIE'}`) })
        : t('bets.result', {
            n,
            word: bet.status === 1 ? t('bets.won') : t('bets.lost'),
            strike: shownPrice(option, bet.strike),
            close: shownPrice(option, bet.closePrice),
          });
  const amount = math.signed(bet.profit ?? '0');
  const facts = (
    <>
      <Head bet={bet} option={option}>
        <b className={`text-13 font-semibold tabular-nums ${bet.status === 1 ? 'text-rise' : bet.status === 2 ? 'text-fall' : 'text-sub'}`}>
          {amount}
        </b>
      </Head>
      <span className="mt-1 flex justify-between gap-2 text-mute tabular-nums">
        {line}
        <span className="shrink-0">{t('bets.settled')}</span>
      </span>
    </>
  );
  return (
    <li className="border-b border-line last:border-0" data-testid="past-bet">
      {onRound ? (
        <button type="button" className="block w-full py-2.5 text-left hover:bg-hover" onClick={() => onRound(bet.tradeRoundId)}>
          {facts}
        </button>
      ) : (
        <div className="py-2.5">{facts}</div>
      )}
    </li>
  );
}
