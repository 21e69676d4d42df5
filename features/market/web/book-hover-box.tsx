// Beside the ladder: what buying or selling up to the pointed row would sum to, at which average, for how much.
import type { BookHover } from '@maru/kit/web/book/ladder-machine.ts';
import { scaledText } from '@maru/kit/web/book/scaled-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { createPortal } from 'react-dom';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';

export function HoverBox({ hover, symbol }: { hover: BookHover; symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const need = Math.round(hover.value / 10 ** symbol.sizeDecimals);
  return createPortal(
    <dl
      className="pointer-events-none fixed z-20 grid min-w-[196px] grid-cols-[1fr_auto] gap-x-2 gap-y-0.5 rounded-8 bg-raised px-3 py-2 text-12 whitespace-nowrap shadow-float"
      style={{ right: innerWidth - hover.left + 8, top: Math.max(8, hover.top - 30) }}
      aria-hidden="true"
    >
      <dt className="text-mute">{t('market.toHere')}</dt>
      <dd className="text-right font-semibold">
        {scaledText(hover.pick.sum, symbol.sizeDecimals)} {symbol.base}
      </dd>
      <dt className="text-mute">{t('market.average')}</dt>
      <dd className="text-right font-semibold">{scaledText(hover.average, symbol.priceDecimals)}</dd>
      <dt className="text-mute">{t('market.need')}</dt>
      <dd className="text-right font-semibold">{scaledText(Math.round(need / 10 ** symbol.priceDecimals), 0)} USDT</dd>
    </dl>,
    document.body,
  );
}
