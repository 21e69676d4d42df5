// Sells an open bet early: the price of the moment stands on the button, and less than that is never taken.
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import type { TradeBet, TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import type { Play } from './play.ts';
import { roundsTexts } from './rounds-texts.ts';

const QUOTE_MS = 1_000;

export function SellButton({ bet, option, play }: { bet: TradeBet; option: TradeOption; play: Play }) {
  const t = useText(roundsTexts);
  const [isBusy, setBusy] = useState(false);
  const math = pointMath(option);
  const quote = useCall(play.quote, { query: { id: String(bet.tradeHistoryId) }, everyMs: QUOTE_MS });
  const { data } = quote;
  if (data === undefined)
    return (
      <Button size={24} disabled>
        …
      </Button>
    );
  const percent = (rate: string) => (Number(rate) * 100).toFixed(1);
  const sell = async () => {
    setBusy(true);
    try {
      const sold = await play.sell(bet.tradeHistoryId, data.point);
      const amount = `${math.brief(sold.payout ?? data.point)} ${option.currency}`;
      toast({ title: t(play.practice ? 'practice.sold' : 'sale.sold', { amount }), kind: 'done' });
    } catch (error) {
      const isMoved = error instanceof Failure && error.code === 'SALE_BELOW_LEAST';
      const now = isMoved ? (await quote.refetch()).data : undefined;
      toast({
        title: now === undefined ? messageOf(error) : t('sale.moved', { amount: `${math.brief(now.point)} ${option.currency}` }),
        kind: 'warn',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size={24}
      onClick={() => void sell()}
      isBusy={isBusy}
      title={t('sale.how', { chance: percent(data.chance), fee: percent(data.fee) })}
    >
      {t('sale.sell', { amount: math.brief(data.point) })}
    </Button>
  );
}
