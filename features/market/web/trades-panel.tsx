// Recent trades: fixed rows that take new contents, arrow before the price, large prints marked.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useLive } from '@maru/kit/web/live-store.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { tapeKey } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { marketTexts } from './market-texts.ts';
import { largeFrom } from './trade-tape.ts';

const ROW = 20;

export const TradesPanel = memo(function TradesPanel({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const tape = useLive(tapeKey(symbol.symbol)) ?? [];
  const box = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(20);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRows(Math.max(1, Math.floor(element.clientHeight / ROW))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const large = largeFrom(tape);
  return (
    <div className="flex h-full min-h-0 flex-col [contain:strict]">
      <div className="flex h-6 shrink-0 items-center px-3 text-11 text-mute" aria-hidden="true">
        <span className="flex-1">{t('market.price')}</span>
        <span className="flex-1 text-right">
          {t('market.size')} {symbol.base}
        </span>
        <span className="flex-1 text-right">{t('market.time')}</span>
      </div>
      <div ref={box} className="min-h-0 flex-1 overflow-hidden">
        {tape.length === 0 && <EmptyState isLow title={t('market.noTrades')} />}
        <ol aria-label={t('market.trades')}>
          {tape.slice(0, rows).map((trade, slot) => (
            <Row
              // oxlint-disable-next-line react/no-array-index-key -- a slot keeps its place and takes new contents
              key={slot}
              price={figure(trade.price, { decimals: symbol.priceDecimals })}
              size={figure(trade.quantity, { decimals: symbol.sizeDecimals })}
              time={moment(trade.time, 'time')}
              isBuy={trade.side === 'B'}
              isLarge={Number(trade.quantity) >= large}
            />
          ))}
        </ol>
      </div>
    </div>
  );
});

const Row = memo(function Row({
  price,
  size,
  time,
  isBuy,
  isLarge,
}: {
  price: string;
  size: string;
  time: string;
  isBuy: boolean;
  isLarge: boolean;
}) {
  return (
    <li className={`flex h-5 items-center px-3 text-12 ${isLarge ? 'bg-hover' : ''}`}>
      <span className={`flex-1 ${isBuy ? 'text-rise' : 'text-fall'}`}>
        <span className="mr-1 inline-block w-2.5">{isBuy ? '↑' : '↓'}</span>
        {price}
      </span>
      <span className={`flex-1 text-right ${isLarge ? 'font-bold' : ''}`}>{size}</span>
      <span className="flex-1 text-right text-mute">{time}</span>
    </li>
  );
});
