// The member's bets beside the slip: those of the coming draw with a way to take them back, then how the last ones ended.
import { callWithSequence } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useState } from 'react';
import { cancelBet, type TradeBet, type TradeOption } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { roundNumber } from '../round-board.ts';
import { isUntold } from './draw-facts.ts';
import { oddsShown } from './market-cell.tsx';
import { nameOf } from './market-names.ts';
import type { PowerBallView } from './power-ball-view.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import { takeBets } from '../told-bets.ts';
import { signed } from './use-draw-bets.ts';

const SHOWN = 8;
/** A cancellation on its way at the close would come too late. */
const CLOSE_MS = 500;

export function MyDrawBets({ bets, option, betting, now, draws, isPhone, onShow, t }: PowerBallView) {
  const math = pointMath(option);
  // Not before its balls are seen.
  const isHidden = (bet: TradeBet) => isUntold(bet, draws.show.tradeRoundId, betting?.tradeRoundId);
  const drawing = bets.past.filter(isHidden);
  const past = bets.past.filter((bet) => !isHidden(bet)).slice(0, SHOWN);
  // Nor the sum that tells it.
  const today = draws.show.tradeRoundId === undefined && drawing.length === 0 ? bets.today : undefined;
  return (
    <section aria-label={t('mine.title')} data-testid="my-bets">
      <header className="flex h-9 items-center justify-between border-b border-line">
        <h2 className="text-13 font-bold">{t('mine.title')}</h2>
        {today !== undefined && (
          <span className="text-12 text-mute tabular-nums">
            {t('mine.today', { amount: signed(math, today.startsWith('-') ? -math.units(today.slice(1)) : math.units(today)) })}
          </span>
        )}
      </header>
      {bets.open.length + bets.past.length === 0 && <p className="py-6 text-center text-12 text-mute">{t('mine.noDraws')}</p>}
      <ul className={cx(!isPhone && 'relative max-h-[220px] overflow-y-auto scroll-thin')}>
        {bets.open.map((bet) => (
          <OpenBet key={bet.tradeHistoryId} bet={bet} option={option} now={now} />
        ))}
        {drawing.map((bet) => (
          <li key={bet.tradeHistoryId} className="flex items-center gap-2 border-b border-grid py-2 last:border-0">
            <BetLine bet={bet} option={option} />
            <span className="text-12 text-sub">{t('mine.drawing')}</span>
          </li>
        ))}
        {past.map((bet) => (
          <PastBet key={bet.tradeHistoryId} bet={bet} option={option} onShow={onShow} />
        ))}
      </ul>
    </section>
  );
}

function BetLine({ bet, option }: { bet: TradeBet; option: TradeOption }) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const point = pointMath(option).shown(bet.point);
  return (
    <span className="min-w-0 flex-1 text-left">
      <b className="block truncate text-13 font-semibold">{nameOf(bet.type, language)}</b>
      <span className="block truncate text-12 text-mute tabular-nums">
        {t('mine.line', { n: roundNumber(bet), point, odds: oddsShown(bet.odds) })}
      </span>
    </span>
  );
}

function OpenBet({ bet, option, now }: { bet: TradeBet; option: TradeOption; now: number }) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const canCancel = now < Date.parse(bet.cancelUntil) - CLOSE_MS;
  const cancel = async () => {
    setBusy(true);
    try {
      const { data, sequence } = await callWithSequence(cancelBet, { body: { id: bet.tradeHistoryId } });
      takeBets([data], sequence);
      toast({ title: t('mine.cancelled') });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'warn' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex items-center gap-2 border-b border-grid py-2 last:border-0" data-testid="open-bet">
      <BetLine bet={bet} option={option} />
      {canCancel ? (
        <Button
          size={24}
          onClick={() => void cancel()}
          isBusy={isBusy}
          aria-label={t('mine.cancelOf', { name: nameOf(bet.type, language) })}
        >
          {t('mine.cancel')}
        </Button>
      ) : (
        <span className="text-12 text-sub">{t('mine.open')}</span>
      )}
    </li>
  );
}

function PastBet({ bet, option, onShow }: { bet: TradeBet; option: TradeOption; onShow(tradeRoundId: number): void }) {
  const t = useText(powerBallTexts);
  const math = pointMath(option);
  const profit = math.units(bet.payout ?? '0') - math.units(bet.point);
  const word = bet.isTakenBack ? 'back' : bet.status === 1 ? 'won' : bet.status === 2 ? 'lost' : 'void';
  return (
    <li className="border-b border-grid last:border-0" data-testid="past-bet" data-result={word}>
      <button
        type="button"
        disabled={bet.isTakenBack}
        onClick={() => onShow(bet.tradeRoundId)}
        className="flex w-full items-center gap-2 py-2 enabled:hover:bg-hover"
      >
        <BetLine bet={bet} option={option} />
        <span className="shrink-0 text-right">
          <b className={cx('block text-14 font-bold tabular-nums', word !== 'won' && 'text-sub')}>{signed(math, profit)}</b>
          <span className="block text-12 text-mute">{t(`mine.${word}`)}</span>
          {!bet.isTakenBack && <span className="sr-only">{t('mine.evidence')}</span>}
        </span>
      </button>
    </li>
  );
}
