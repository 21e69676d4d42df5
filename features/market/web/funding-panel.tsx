// What funding will cost: the estimate, when it settles, who pays whom.
import { directionOf, figure, percent } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useLive } from '@maru/kit/web/live-store.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import type { ReactNode } from 'react';
import { quoteKey } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import { Countdown } from './symbol-bar.tsx';

export function FundingPanel({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const quote = useLive(quoteKey(symbol.symbol));
  if (!quote) return null;
  const premium = Number(quote.index) > 0 ? ((Number(quote.mark) / Number(quote.index) - 1) * 100).toFixed(4) : '0';
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto p-4">
      <p className="text-12 text-mute">{t('funding.rate')}</p>
      <p className={`text-32 font-bold ${directionClass(directionOf(quote.fundingRate))}`}>
        {figure(quote.fundingRate, { decimals: 4, sign: true })}%
      </p>
      <dl className="mt-4 grid max-w-md grid-cols-[auto_1fr] gap-x-8 gap-y-2 text-13">
        <Line label={t('funding.next')}>
          <Countdown until={quote.nextFundingAt} />
        </Line>
        <Line label={t('funding.interval')}>{t('funding.every')}</Line>
        <Line label={t('market.mark')}>{figure(quote.mark, { decimals: symbol.priceDecimals })}</Line>
        <Line label={t('market.index')}>{figure(quote.index, { decimals: symbol.priceDecimals })}</Line>
        <Line label={t('funding.premium')}>{percent(premium, 4)}</Line>
      </dl>
      <p className="mt-4 max-w-md text-13 text-sub">{t('funding.who')}</p>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-mute">{label}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </>
  );
}
