// The member's bets on a power ball: open ones, settled ones, today's result; told once all balls of their draw are seen.
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useEffect, useState } from 'react';
import { betQueue, currentBetsOfOption, listBets, othersBets, type TradeBet, type TradeOption } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { roundNumber } from '../round-board.ts';
import { openQuery, pastQuery, readBets, takeBets } from '../told-bets.ts';
import { isUntold } from './draw-facts.ts';
import { powerBallTexts } from './power-ball-texts.ts';

/** The tray learns of the round's end a moment after the bets do. */
const TRAY_MS = 700;

export interface DrawBets {
  open: readonly TradeBet[];
  past: readonly TradeBet[];
  /** This power ball's, of the site's day; undefined: nothing of it was settled today. */
  today: string | undefined;
}

export function useDrawBets(option: TradeOption, shownId?: number, bettingId?: number): DrawBets {
  const t = useText(powerBallTexts);
  const open = useCall(currentBetsOfOption, { query: openQuery(option.tradeOptionId) });
  const past = useCall(listBets, { query: pastQuery(option.tradeOptionId) });
  const [settled, setSettled] = useState<readonly TradeBet[]>([]);
  useTopic(
    betQueue,
    {},
    (message) => {
      if (message.type !== 'gameBet' && message.type !== 'betResult') return;
      takeBets(message.bets, message.sequence);
      if (message.type !== 'betResult') return;
      if (message.isAlarm) playNotification();
      setSettled((was) => [...was, ...message.bets.filter(({ tradeOptionId }) => tradeOptionId === option.tradeOptionId)]);
    },
    () => void Promise.all([readBets(), refetch(othersBets)]),
  );
  // Not before the balls: a result told first would spoil them.
  const isShown = settled.length > 0 && !isUntold(settled[0], shownId, bettingId);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => {
      tellResult(option, settled, t);
      setSettled([]);
    }, TRAY_MS);
    return () => clearTimeout(timer);
  }, [isShown, settled, option, t]);
  const today = dayOf(serverNow());
  const day = past.data?.days.find(({ date }) => date === today);
  return { open: open.data ?? [], past: past.data?.content ?? [], today: day?.profit };
}

function tellResult(option: TradeOption, bets: readonly TradeBet[], t: ReturnType<typeof useText<typeof powerBallTexts>>): void {
  const math = pointMath(option);
  const n = roundNumber(bets[0]);
  const won = bets.filter(({ status }) => status === 1).length;
  const isVoid = bets.every(({ status }) => status === 3);
  const paid = bets.reduce((sum, bet) => sum + math.units(bet.payout ?? '0'), 0n);
  const profit = bets.reduce((sum, bet) => sum + math.units(bet.payout ?? '0') - math.units(bet.point), 0n);
  const title = isVoid ? t('result.void', { n }) : won > 0 ? t('result.won', { n, won }) : t('result.lost', { n });
  const line = t('result.line', { paid: math.shown(math.text(paid)), profit: signed(math, profit) });
  toast({ title, ...(!isVoid && { line }), kind: won > 0 ? 'done' : 'notice', stay: 'notice' });
}

/** `+9.50`, `−5.00`, `0.00`. */
export function signed(math: ReturnType<typeof pointMath>, units: bigint): string {
  const shown = math.shown(math.text(units < 0n ? -units : units));
  return units > 0n ? `+${shown}` : units < 0n ? `−${shown}` : shown;
}
