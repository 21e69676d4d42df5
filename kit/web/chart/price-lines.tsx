// Horizontal prices over the chart: a line at the price, a chip that says what it is, a tag on the axis; orders can be dragged or moved by keys.
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PlotArea, PriceChart } from './price-chart.ts';
import { onSettledLayout } from './settled-layout.ts';
import { stackTags, type TagPlace } from './stack-tags.ts';

export type LineTone = 'rise' | 'fall' | 'sub' | 'text' | 'edge' | 'brand' | 'danger' | 'mute';
export interface ChipPart {
  text: string;
  tone?: LineTone;
  /** A filled block: the side of a position. */
  solid?: 'long' | 'short';
}
export interface PriceLine {
  id: string;
  price: number;
  tone: LineTone;
  dash: 'solid' | 'dashed' | 'dotted';
  /** Who keeps its place when tags meet. */
  rank: number;
  /** Filled tag: the last price, liquidation, entry. */
  filled?: boolean;
  chip?: { parts: readonly ChipPart[]; close?: { label: string; act(): void } };
  /** Said of the line when it can be moved; makes it movable. */
  move?: {
    label: string;
    tick: number;
    moving?(price: number): void;
    drop(price: number): void;
    /** The chip while it is dragged: what a drop here would mean. */
    partsAt?(price: number): readonly ChipPart[];
    /** Prices where it may not be dropped: that side is hatched while it is dragged. */
    isValid?(price: number): boolean;
  };
  /** Hatches the side away from the last price, or the way to it. */
  hatch?: 'beyond' | 'toLast';
  /** Tints the way from this price to another, right of the newest bar: what an entry may win or lose. */
  zone?: { to: number; tone: LineTone; note?: string };
}

const PITCH = 22;
const toneColor = (tone: LineTone): string => `var(--${tone === 'danger' ? 'danger' : tone})`;

export function PriceLines({
  chart,
  lines,
  last,
  format,
  held,
}: {
  chart: PriceChart;
  lines: readonly PriceLine[];
  last: number | undefined;
  format(price: number): string;
  held?: boolean;
}) {
  const root = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ id: string; price: number }>();
  const shown = lines.map((line) => (dragged?.id === line.id ? draggedLine(line, dragged.price) : line));
  const place = useEffectEvent(() => {
    if (root.current && !held) placeLines(root.current, chart, shown, last);
  });
  useLayoutEffect(() => place());
  useEffect(() => onSettledLayout(chart, () => place()), [chart]);

  return (
    <div ref={root} className="pointer-events-none absolute inset-0 z-1 overflow-hidden" data-testid="price-lines">
      {shown.map((line) => (
        <Line key={line.id} line={line} chart={chart} format={format} drag={setDragged} />
      ))}
    </div>
  );
}

/** The line as it would be where it is held: its consequence on the chip, hatched where it may not go. */
function draggedLine(line: PriceLine, price: number): PriceLine {
  const parts = line.move?.partsAt?.(price);
  const isWrong = line.move?.isValid?.(price) === false;
  return {
    ...line,
    price,
    ...(parts && line.chip ? { chip: { ...line.chip, parts } } : {}),
    ...(isWrong ? { tone: 'danger' as const, hatch: 'toLast' as const } : {}),
  };
}

function Line({
  line,
  chart,
  format,
  drag,
}: {
  line: PriceLine;
  chart: PriceChart;
  format(price: number): string;
  drag(to: { id: string; price: number } | undefined): void;
}) {
  const color = toneColor(line.tone);
  return (
    <div data-line={line.id} data-hatch={line.hatch} className="absolute inset-0" style={{ '--tone': color } as CSSProperties}>
      {line.zone && (
        <div
          data-part="zone"
          className="absolute left-0 border-l text-11 text-sub"
          style={{ background: `color-mix(in srgb, ${toneColor(line.zone.tone)} 8%, transparent)`, borderColor: toneColor(line.zone.tone) }}
        >
          {line.zone.note && <span className="absolute top-3 left-2 whitespace-nowrap">{line.zone.note}</span>}
        </div>
      )}
      {line.hatch && <div data-part="hatch" className="price-line-hatch absolute left-0" />}
      <div data-part="line" className="absolute left-0 z-1 h-0 w-full border-t" style={{ borderColor: color, borderTopStyle: line.dash }} />
      <div data-part="leader" className="absolute z-1 w-px" style={{ background: color }} />
      {line.chip && <Chip line={line} chart={chart} drag={drag} />}
      <div
        data-part="tag"
        className={`absolute z-2 flex h-[18px] items-center justify-end gap-1 rounded-3 border px-1.5 text-11 font-medium ${line.filled ? 'text-surface' : 'bg-surface text-text'}`}
        style={{ borderColor: color, ...(line.filled ? { background: color } : {}) }}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 8 8"
          className="price-tag-chevron mr-auto size-[7px] shrink-0 fill-none stroke-current"
          strokeWidth="1.5"
        >
          <path d="M1 5.5 4 2.5l3 3" />
        </svg>
        {format(line.price)}
      </div>
    </div>
  );
}

function Chip({ line, chart, drag }: { line: PriceLine; chart: PriceChart; drag(to: { id: string; price: number } | undefined): void }) {
  const move = line.move;
  const handlers = useMove(line, chart, drag);
  return (
    <div
      data-part="chip"
      className="pointer-events-auto absolute z-2 flex h-5 items-stretch overflow-hidden rounded-4 border bg-surface text-11 font-medium whitespace-nowrap"
      style={{ borderColor: 'var(--tone)', borderStyle: line.tone === 'brand' ? 'dashed' : 'solid' }}
    >
      {move && (
        <button
          type="button"
          aria-label={move.label}
          className="flex w-4 cursor-ns-resize touch-none items-center justify-center text-mute hover:text-text"
          {...handlers}
        >
          <span aria-hidden="true" className="grid grid-cols-2 gap-0.5">
            {[0, 1, 2, 3, 4, 5].map((dot) => (
              <i key={dot} className="size-[2px] bg-current" />
            ))}
          </span>
        </button>
      )}
      {line.chip?.parts.map((part, i) => (
        <span
          key={`${i}-${part.solid ?? ''}`}
          className={`flex items-center px-1.5 ${i > 0 && !part.solid ? 'border-l border-line' : ''} ${part.solid ? 'font-semibold text-on-solid' : ''}`}
          style={part.solid ? { background: `var(--${part.solid})` } : { color: part.tone ? toneColor(part.tone) : 'var(--text)' }}
        >
          {part.text}
        </span>
      ))}
      {line.chip?.close && (
        <button
          type="button"
          aria-label={line.chip.close.label}
          title={line.chip.close.label}
          onClick={line.chip.close.act}
          className="flex w-5 items-center justify-center border-l border-line text-mute hover:bg-hover hover:text-text"
        >
          ×
        </button>
      )}
    </div>
  );
}

/** Pointer: press, move, let go. Keys: arrows a tick (Alt ten), Enter sets, Escape takes back. */
function useMove(line: PriceLine, chart: PriceChart, drag: (to: { id: string; price: number } | undefined) => void) {
  const at = useRef<number>(undefined);
  const move = line.move;
  const to = (price: number) => {
    if (!move || price <= 0) return;
    const snapped = Math.round(price / move.tick) * move.tick;
    at.current = snapped;
    drag({ id: line.id, price: snapped });
    move.moving?.(snapped);
  };
  const end = (commit: boolean) => {
    const price = at.current;
    at.current = undefined;
    drag(undefined);
    // Let go where it may not be, it goes back.
    if (commit && price !== undefined && move && move.isValid?.(price) !== false) move.drop(price);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const box = event.currentTarget.closest('[data-testid="price-lines"]')?.getBoundingClientRect();
      const price = box && chart.yToPrice(event.clientY - box.top);
      if (price !== undefined) to(price);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (step && move) {
        event.preventDefault();
        to((at.current ?? line.price) + step * move.tick * (event.altKey ? 10 : 1));
      } else if (event.key === 'Enter' && at.current !== undefined) {
        event.preventDefault();
        end(true);
      } else if (event.key === 'Escape') end(false);
    },
    onBlur: () => at.current !== undefined && end(false),
  };
}

function placeLines(root: HTMLElement, chart: PriceChart, lines: readonly PriceLine[], last: number | undefined): void {
  const plot = chart.plot();
  if (!plot) return;
  const found: { line: PriceLine; y: number }[] = [];
  for (const line of lines) {
    const y = chart.priceToY(line.price);
    if (y !== undefined) found.push({ line, y });
  }
  const places = new Map(
    stackTags(
      found.map(({ line, y }) => ({ id: line.id, y, rank: line.rank })),
      plot.height,
      PITCH,
    ).map((p) => [p.id, p]),
  );
  const lastY = last === undefined ? undefined : chart.priceToY(last);
  for (const element of root.children as unknown as HTMLElement[]) {
    const place = places.get(element.dataset['line'] ?? '');
    element.style.visibility = place ? 'visible' : 'hidden';
    if (!place) continue;
    placeLine(element, place, plot.width, plot.height, plot.axis, lastY);
    const zone = found.find(({ line }) => line.id === element.dataset['line'])?.line.zone;
    if (zone) placeZone(element, place, chart.priceToY(zone.to), plot);
  }
}

function placeLine(element: HTMLElement, place: TagPlace, width: number, height: number, axis: number, lastY: number | undefined): void {
  for (const part of element.children as unknown as HTMLElement[]) {
    switch (part.dataset['part']) {
      case 'line':
        part.style.transform = `translateY(${Math.round(place.lineY)}px)`;
        part.style.width = `${width}px`;
        part.style.display = place.docked ? 'none' : '';
        break;
      case 'leader': {
        const top = Math.min(place.y, place.lineY);
        part.style.display = place.displaced ? '' : 'none';
        part.style.transform = `translate(${width - 4}px, ${top}px)`;
        part.style.height = `${Math.abs(place.y - place.lineY)}px`;
        break;
      }
      case 'chip':
        part.style.transform = `translateY(${Math.round(place.y - 10)}px)`;
        part.style.right = `${axis + 8}px`;
        break;
      case 'tag':
        part.style.transform = `translateY(${Math.round(place.y - 9)}px)`;
        part.style.left = `${width + 1}px`;
        part.style.width = `${axis - 2}px`;
        part.dataset['docked'] = place.docked ?? '';
        break;
      case 'hatch':
        placeHatch(part, place, width, height, lastY);
        break;
    }
  }
}

function placeZone(element: HTMLElement, place: TagPlace, toY: number | undefined, plot: PlotArea): void {
  const part = element.querySelector<HTMLElement>('[data-part="zone"]');
  if (!part) return;
  part.style.display = toY === undefined ? 'none' : '';
  if (toY === undefined) return;
  const clamp = (y: number) => Math.min(Math.max(y, 0), plot.height);
  const from = clamp(Math.min(place.lineY, toY));
  const left = Math.min(plot.lastX + 12, plot.width);
  part.style.transform = `translate(${left}px, ${from}px)`;
  part.style.width = `${plot.width - left}px`;
  part.style.height = `${clamp(Math.max(place.lineY, toY)) - from}px`;
}

/** Without a last price there is no side to hatch. */
function placeHatch(part: HTMLElement, place: TagPlace, width: number, height: number, lastY: number | undefined): void {
  const beyond = part.parentElement?.dataset['hatch'] !== 'toLast';
  part.style.display = lastY === undefined || (beyond && place.docked) ? 'none' : '';
  if (lastY === undefined) return;
  const below = place.lineY > lastY;
  const from = beyond ? (below ? place.lineY : 0) : Math.min(place.lineY, lastY);
  const to = beyond ? (below ? height : place.lineY) : Math.max(place.lineY, lastY);
  part.style.transform = `translateY(${from}px)`;
  part.style.height = `${Math.max(0, to - from)}px`;
  part.style.width = `${width}px`;
}
