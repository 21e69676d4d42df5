// Results of bets as notices: what came of each, of which game when it is another, and why a stake went back.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import type { TradeBet, TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { baseOf } from './option-bar.tsx';
import { isPracticeBet } from './play.ts';
import { roundNumber } from './round-board.ts';
import type { roundsTexts } from './rounds-texts.ts';

const MOST = 3;

export function tellResults(option: TradeOption, settled: readonly TradeBet[], t: Text<typeof roundsTexts>): void {
  const math = pointMath(option);
  // Of every price round: one may have gone on to another game meanwhile.
  for (const bet of settled.filter(({ stock }) => stock !== null).slice(0, MOST)) {
    const amount = bet.status === 1 ? `+${math.brief(math.minus(bet.payout ?? '0', bet.point))}` : math.shown(bet.point);
    const words =
      bet.status === 1
        ? t('bet.result.won', { amount })
        : bet.status === 2
          ? t('bet.result.lost', { amount: `−${amount}` })
          : t('bet.result.void', { amount });
    const lines = [
      bet.tradeOptionId !== option.tradeOptionId && t('bet.result.of', { name: baseOf(bet), n: roundNumber(bet) }),
      bet.voidReason !== null && t(`void.${bet.voidReason}`),
      isPracticeBet(bet) && t('practice.noMoney'),
    ].filter((line) => line !== false);
    toast({
      title: isPracticeBet(bet) ? t('practice.of', { words }) : words,
      ...(lines.length > 0 && { line: lines.join(' · ') }),
      kind: bet.status === 1 ? 'done' : 'notice',
      stay: 'notice',
    });
  }
}
