// Cumulative depth of both sides around the spread, on a canvas, from the levels the book shows.
import { scaledText, unitsOfText } from '@maru/kit/web/book/scaled-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { liveStore } from '@maru/kit/web/live-store.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import type { Depth } from '@maru/market/contract.ts';
import { useEffect, useRef } from 'react';
import { depthKey } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { fundingTexts } from './funding-texts.ts';
import { marketTexts } from './market-texts.ts';

type Point = readonly [price: number, sum: number];

/** Prices with the size from the best one outwards, in units of the symbol. */
export function cumulate(levels: Depth['bids'], priceDecimals: number, sizeDecimals: number): Point[] {
  let sum = 0;
  return levels.map(([price, size]) => {
    sum += unitsOfText(size, sizeDecimals);
    return [unitsOfText(price, priceDecimals), sum] as const;
  });
}

/** Colours are read when it is made: another theme is another canvas. */
export function DepthChart({ symbol }: { symbol: MarketSymbol }) {
  const look = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}`);
  return <DepthCanvas key={look} symbol={symbol} />;
}

function DepthCanvas({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const f = useText(fundingTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const paint = () => {
      const depth = liveStore.get(depthKey(symbol.symbol));
      if (!depth || document.hidden) return;
      const bids = cumulate(depth.bids, symbol.priceDecimals, symbol.sizeDecimals);
      const asks = cumulate(depth.asks, symbol.priceDecimals, symbol.sizeDecimals);
      paintDepth(element, bids, asks, symbol);
      const size = (points: readonly Point[]) => scaledText(points.at(-1)?.[1] ?? 0, symbol.sizeDecimals);
      element.setAttribute('aria-label', f('chart.depthLabel', { name: symbol.pair, bid: size(bids), ask: size(asks) }));
    };
    const observer = new ResizeObserver(paint);
    observer.observe(element);
    paint();
    const off = liveStore.subscribe(depthKey(symbol.symbol), paint);
    return () => {
      off();
      observer.disconnect();
    };
  }, [symbol, f]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
  return <canvas ref={canvas} role="img" aria-label={t('chart.depth')} className="h-full min-h-0 w-full flex-1" />;
}

function paintDepth(element: HTMLCanvasElement, bids: readonly Point[], asks: readonly Point[], symbol: MarketSymbol): void {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const width = element.clientWidth;
  const height = element.clientHeight;
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }
  const context = element.getContext('2d');
  if (!context || bids.length === 0 || asks.length === 0) return;
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const middle = (bids[0][0] + asks[0][0]) / 2;
  const reach = Math.max(middle - bids.at(-1)![0], asks.at(-1)![0] - middle, 1);
  const top = Math.max(bids.at(-1)![1], asks.at(-1)![1], 1);
  const x = (price: number) => width / 2 + ((price - middle) / reach) * (width / 2);
  const y = (sum: number) => height - 24 - (sum / top) * (height - 56);
  const side = (points: readonly Point[], hue: string, edge: number) => {
    context.beginPath();
    context.moveTo(x(points[0][0]), height - 24);
    let last = height - 24;
    for (const [price, sum] of points) {
      context.lineTo(x(price), last);
      last = y(sum);
      context.lineTo(x(price), last);
    }
    context.lineTo(edge, last);
    context.lineTo(edge, height - 24);
    context.globalAlpha = 0.14;
    context.fillStyle = hue;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = hue;
    context.lineWidth = 1.25;
    context.stroke();
  };
  side(bids, color('bid'), 0);
  side(asks, color('ask'), width);
  context.fillStyle = color('mute');
  context.font = "400 11px 'Pretendard Variable', sans-serif";
  context.textBaseline = 'middle';
  const labels: readonly (readonly [number, CanvasTextAlign, number])[] = [
    [middle - reach, 'left', 12],
    [middle, 'center', width / 2],
    [middle + reach, 'right', width - 12],
  ];
  for (const [price, align, at] of labels) {
    context.textAlign = align;
    context.fillText(scaledText(Math.round(price), symbol.priceDecimals), at, height - 12);
  }
  context.textAlign = 'right';
  context.fillText(scaledText(top, symbol.sizeDecimals), width - 12, 24);
}
