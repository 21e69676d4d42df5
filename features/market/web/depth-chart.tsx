// Cumulative depth of both sides around the spread, from the levels the book shows; pointer or arrow keys read what stands up to a price.
import { scaledText, unitsOfText } from '@maru/kit/web/book/scaled-text.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useLive } from '@maru/kit/web/live-store.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import type { Depth } from '@maru/market/contract.ts';
import { Fragment, type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { depthKey } from './market-feed.ts';
import type { MarketSymbol } from './market-symbol.ts';
import { fundingTexts } from './funding-texts.ts';
import { marketTexts } from './market-texts.ts';

type Point = readonly [price: number, sum: number, value: number];

/** Prices with the size and the value from the best one outwards, in units of the symbol. */
function cumulate(levels: Depth['bids'], { priceDecimals, sizeDecimals }: MarketSymbol): Point[] {
  let sum = 0;
  let value = 0;
  return levels.map(([priceText, sizeText]) => {
    const price = unitsOfText(priceText, priceDecimals);
    const size = unitsOfText(sizeText, sizeDecimals);
    sum += size;
    value += price * size;
    return [price, sum, value] as const;
  });
}

interface Sides {
  bids: Point[];
  asks: Point[];
}
const sidesOf = (depth: Depth, symbol: MarketSymbol): Sides => ({ bids: cumulate(depth.bids, symbol), asks: cumulate(depth.asks, symbol) });

/** The middle, and how far the farther side goes; undefined while a side is empty. */
function spanOf({ bids, asks }: Sides): { middle: number; reach: number } | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  if (!bid || !ask) return undefined;
  const middle = (bid[0] + ask[0]) / 2;
  return { middle, reach: Math.max(middle - bids.at(-1)![0], asks.at(-1)![0] - middle, 1) };
}

/** What stands between the spread and a place across the picture, 0 to 1. */
function readAt(sides: Sides, at: number): { point: Point; isBid: boolean; awayPercent: number } | undefined {
  const span = spanOf(sides);
  if (!span) return undefined;
  const price = span.middle + (at * 2 - 1) * span.reach;
  const isBid = at < 0.5;
  const point = isBid ? sides.bids.findLast(([each]) => each >= price) : sides.asks.findLast(([each]) => each <= price);
  return point && { point, isBid, awayPercent: ((point[0] - span.middle) / span.middle) * 100 };
}

/** Colours are read when it is made: another theme is another canvas. */
export function DepthChart({ symbol }: { symbol: MarketSymbol }) {
  const look = usePrefs((prefs) => `${prefs.theme}|${prefs.upDown}`);
  return <DepthCanvas key={look} symbol={symbol} />;
}

const STEP = 0.02;

function DepthCanvas({ symbol }: { symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  const f = useText(fundingTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Where it is read, by pointer, touch or arrow keys. */
  const [at, setAt] = useState<number>();
  const depth = useLive(depthKey(symbol.symbol));
  const sides = useMemo(() => (depth ? sidesOf(depth, symbol) : { bids: [], asks: [] }), [depth, symbol]);
  const paint = useEffectEvent(() => {
    if (canvas.current && !document.hidden) paintDepth(canvas.current, sides, symbol, at);
  });
  useEffect(() => paint());
  useEffect(() => {
    const observer = new ResizeObserver(() => paint());
    if (canvas.current) observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  const size = (points: readonly Point[]) => scaledText(points.at(-1)?.[1] ?? 0, symbol.sizeDecimals);
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    setAt((was = 0.5) => Math.min(1, Math.max(0, was + by)));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that can be read value by value
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, not loaded
      role="img"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its values are read by arrow keys
      tabIndex={0}
      aria-label={f('chart.depthLabel', { name: symbol.pair, bid: size(sides.bids), ask: size(sides.asks) })}
      data-testid="depth-chart"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(undefined)}
      onKeyDown={step}
      onBlur={() => setAt(undefined)}
      className="relative flex min-h-0 flex-1 touch-pan-y focus-visible:-outline-offset-2"
    >
      <canvas ref={canvas} className="h-full min-h-0 w-full flex-1" />
      {depth && sides.bids.length + sides.asks.length === 0 && (
        <p className="absolute inset-x-0 top-24 text-center text-12 text-mute">{t('market.noBook')}</p>
      )}
      {at !== undefined && <Readout reading={readAt(sides, at)} at={at} symbol={symbol} />}
    </div>
  );
}

function Readout({ reading, at, symbol }: { reading: ReturnType<typeof readAt>; at: number; symbol: MarketSymbol }) {
  const t = useText(marketTexts);
  if (!reading) return null;
  const [price, sum, value] = reading.point;
  const worth = Math.round(value / 10 ** (symbol.sizeDecimals + symbol.priceDecimals));
  const rows = [
    [t('market.toHere'), `${scaledText(sum, symbol.sizeDecimals)} ${symbol.base}`],
    [t('market.average'), scaledText(Math.round(value / sum), symbol.priceDecimals)],
    [t('market.need'), `${scaledText(worth, 0)} USDT`],
  ];
  return (
    <dl
      aria-hidden="true"
      className="pointer-events-none absolute top-3 grid min-w-[196px] grid-cols-[1fr_auto] gap-x-2 gap-y-0.5 rounded-8 bg-raised px-3 py-2 text-12 whitespace-nowrap shadow-float"
      style={at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` }}
    >
      <dt className={`font-semibold ${reading.isBid ? 'text-bid' : 'text-ask'}`}>{scaledText(price, symbol.priceDecimals)}</dt>
      <dd className="text-right text-mute">{figure(reading.awayPercent.toFixed(3), { sign: true })}%</dd>
      {rows.map(([label, text]) => (
        <Fragment key={label}>
          <dt className="text-mute">{label}</dt>
          <dd className="text-right font-semibold">{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function paintDepth(element: HTMLCanvasElement, sides: Sides, symbol: MarketSymbol, at: number | undefined): void {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const width = element.clientWidth;
  const height = element.clientHeight;
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }
  const context = element.getContext('2d');
  const span = spanOf(sides);
  if (!context) return;
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (!span) return;
  const { bids, asks } = sides;
  const { middle, reach } = span;
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
  if (at !== undefined) {
    context.fillStyle = color('edge');
    context.fillRect(Math.round(at * width), 0, 1, height - 24);
  }
  context.fillStyle = color('mute');
  context.font = "400 11px 'Pretendard Variable', sans-serif";
  context.textBaseline = 'middle';
  const labels: readonly (readonly [number, CanvasTextAlign, number])[] = [
    [middle - reach, 'left', 12],
    [middle, 'center', width / 2],
    [middle + reach, 'right', width - 12],
  ];
  for (const [price, align, left] of labels) {
    context.textAlign = align;
    context.fillText(scaledText(Math.round(price), symbol.priceDecimals), left, height - 12);
  }
  context.textAlign = 'right';
  context.fillText(scaledText(top, symbol.sizeDecimals), width - 12, 24);
}
