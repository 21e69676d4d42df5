// Horizontal prices over the chart: a line at the price, a chip that says what it is, a tag on the axis; orders can be dragged or moved by keys.
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLineMove } from './line-move.ts';
import type { PlotArea, PriceChart } from './price-chart.ts';
import { holdToasts } from '../toasts/toast-list.ts';
import { onSettledLayout } from './settled-layout.ts';
import { coverOf, stackTags, taggedOf, type TagPlace } from './stack-tags.ts';

export type LineTone = 'rise' | 'fall' | 'sub' | 'text' | 'edge' | 'brand' | 'danger' | 'mute';
export interface ChipPart {
  text: string;
  tone?: LineTone;
  /** A filled block: the side of a position. */
  solid?: 'long' | 'short';
  /** Makes it a button. */
  act?(): void;
}
export interface ChipAct {
  label: string;
  act(): void;
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
  /** On the axis instead of the price. */
  tag?: string;
  chip?: { parts: readonly ChipPart[]; turn?: ChipAct; close?: ChipAct };
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
const HELD_RANK = 12;
/** From the middle of a zone's note to the middle of a chip. */
const NOTE_PX = 19;
const toneColor = (tone: LineTone): string => `var(--${tone})`;

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
  const isDragging = dragged !== undefined;
  useEffect(() => {
    holdToasts(isDragging);
    return () => holdToasts(false);
  }, [isDragging]);
  const place = useEffectEvent(() => {
    if (!root.current || held) return;
    placeLines(root.current, chart, shown, last);
    // Under a hand nothing moves but what it holds.
    if (!isDragging) chart.keepSpaceRight(widestChip(root.current));
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
    // It stays under the hand: the others make room.
    rank: HELD_RANK,
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
  const isDanger = line.tone === 'danger';
  return (
    <div data-line={line.id} data-hatch={line.hatch} className="absolute inset-0" style={{ '--tone': color } as CSSProperties}>
      {line.zone && (
        <div
          data-part="zone"
          className="absolute left-0 border-l text-11 text-sub"
          style={{ background: `color-mix(in srgb, ${toneColor(line.zone.tone)} 8%, transparent)`, borderColor: toneColor(line.zone.tone) }}
        >
          {line.zone.note && <span className="absolute left-2 leading-4 whitespace-nowrap">{line.zone.note}</span>}
        </div>
      )}
      {line.hatch && <div data-part="hatch" className="price-line-hatch absolute left-0" />}
      <div data-part="line" className="absolute left-0 z-1 h-0 w-full border-t" style={{ borderColor: color, borderTopStyle: line.dash }} />
      <div data-part="leader" className="absolute z-1 w-px" style={{ background: color }} />
      {line.chip && <Chip line={line} chart={chart} drag={drag} />}
      <div
        data-part="tag"
        className={`price-tag absolute z-2 flex h-[18px] items-center justify-end gap-1 rounded-3 border text-11 font-medium whitespace-nowrap ${line.tag ? 'px-1 tracking-tight' : 'px-1.5'} ${line.filled ? (isDanger ? 'text-on-solid' : 'text-surface') : 'bg-surface text-text'}`}
        style={{ borderColor: color, ...(line.filled ? { background: isDanger ? 'var(--danger-fill)' : color } : {}) }}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 8 8"
          className="price-tag-chevron mr-auto size-[7px] shrink-0 fill-none stroke-current"
          strokeWidth="1.5"
        >
          <path d="M1 5.5 4 2.5l3 3" />
        </svg>
        {line.tag ?? format(line.price)}
      </div>
    </div>
  );
}

function Chip({ line, chart, drag }: { line: PriceLine; chart: PriceChart; drag(to: { id: string; price: number } | undefined): void }) {
  const move = line.move;
  const handlers = useLineMove(line, chart, drag);
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
          className="price-grip flex w-4 cursor-ns-resize touch-none items-center justify-center text-mute hover:text-text"
          {...handlers}
        />
      )}
      {line.chip?.parts.map((part, i) => (
        <Part key={`${i}-${part.solid ?? ''}`} part={part} isFirst={i === 0} />
      ))}
      <ChipButton of={line.chip?.turn}>
        <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5 fill-none stroke-current">
          <path d="M3 9V1L1 3m6-2v8l2-2" />
        </svg>
      </ChipButton>
      <ChipButton of={line.chip?.close}>×</ChipButton>
    </div>
  );
}

function Part({ part, isFirst }: { part: ChipPart; isFirst: boolean }) {
  const look = {
    className: `flex items-center px-1.5 ${isFirst || part.solid ? '' : 'border-l border-line'} ${part.solid ? 'font-semibold text-on-solid' : ''}`,
    style: part.solid ? { background: `var(--${part.solid})` } : { color: part.tone ? toneColor(part.tone) : 'var(--text)' },
  };
  if (!part.act) return <span {...look}>{part.text}</span>;
  return (
    <button type="button" {...look} onClick={part.act}>
      {part.text}
    </button>
  );
}

function ChipButton({ of, children }: { of: ChipAct | undefined; children: ReactNode }) {
  if (!of) return null;
  return (
    <button
      type="button"
      aria-label={of.label}
      title={of.label}
      onClick={of.act}
      className="flex w-5 items-center justify-center border-l border-line text-mute hover:bg-hover hover:text-text"
    >
      {children}
    </button>
  );
}

/** From the plot's right edge to the left end of the longest chip, with a little air. */
const CHIP_AIR_PX = 14;

function widestChip(root: HTMLElement): number {
  let widest = 0;
  for (const chip of root.querySelectorAll<HTMLElement>('[data-part="chip"]')) widest = Math.max(widest, chip.offsetWidth + CHIP_AIR_PX);
  return widest;
}

function placeLines(root: HTMLElement, chart: PriceChart, lines: readonly PriceLine[], last: number | undefined): void {
  const plot = chart.plot();
  if (!plot) return;
  const found: { line: PriceLine; y: number }[] = [];
  for (const line of lines) {
    const y = chart.priceToY(line.price);
    if (y !== undefined) found.push({ line, y });
  }
  const lastY = last === undefined ? undefined : chart.priceToY(last);
  const requests = found.map(({ line, y }) => ({ id: line.id, y, rank: line.rank }));
  const tagged = taggedOf(requests, plot.height, PITCH, lastY ?? plot.height / 2);
  const stacked = stackTags(
    requests.filter(({ id }) => tagged.has(id)),
    plot.height,
    PITCH,
  );
  const places = new Map(stacked.map((p) => [p.id, p]));
  const heights = new Map(requests.map(({ id, y }) => [id, y]));
  const figures = chart.axisFigures();
  const tags = [...places.values()].map(({ y }) => y);
  const chips = lines.flatMap(({ id, chip }) => (chip ? (places.get(id)?.y ?? []) : []));
  for (const element of root.children as unknown as HTMLElement[]) {
    const id = element.dataset['line'] ?? '';
    const place = places.get(id);
    const bareY = place ? undefined : heights.get(id);
    // Nothing of its own: in a chart behind another tab it is hidden with the chart.
    element.style.visibility = place || bareY !== undefined ? '' : 'hidden';
    element.toggleAttribute('data-bare', bareY !== undefined);
    if (bareY !== undefined) placeBare(element, bareY, plot);
    if (!place) continue;
    // A finger's grip is felt up to 44 px high, and never beyond the middle between two chips: the next one's order is another's.
    element.style.setProperty('--felt', `${Math.min(44, ...chips.map((y) => Math.abs(y - place.y) || 44))}px`);
    const cover = coverOf(place.y, figures, tags);
    element.style.setProperty('--above', `${cover.above}px`);
    element.style.setProperty('--below', `${cover.below}px`);
    placeLine(element, place, plot.width, plot.height, plot.axis, lastY);
    const zone = found.find(({ line }) => line.id === element.dataset['line'])?.line.zone;
    if (zone) placeZone(element, place, chart.priceToY(zone.to), plot, chips);
  }
}

/** A line alone: there is no room for its tag and chip. */
function placeBare(element: HTMLElement, y: number, { width, height }: PlotArea): void {
  const line = element.querySelector<HTMLElement>('[data-part="line"]');
  if (!line) return;
  line.style.transform = `translateY(${Math.round(y)}px)`;
  line.style.width = `${width}px`;
  line.style.display = y < 0 || y > height ? 'none' : '';
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
        break;
      case 'tag':
        part.style.transform = `translateY(${Math.round(place.y - 9)}px)`;
        // Words that are wider than the axis reach over the plot.
        part.style.right = '1px';
        part.style.minWidth = `${axis - 2}px`;
        part.dataset['docked'] = place.docked ?? '';
        placeChip(element, part, axis);
        break;
      case 'hatch':
        placeHatch(part, place, width, height, lastY);
        break;
    }
  }
}

/** How wide each tag was for what it said: a figure too long for the axis reaches over the plot. */
const tagWidths = new WeakMap<HTMLElement, { said: string; width: number }>();

function widthOf(tag: HTMLElement, axis: number): number {
  const said = `${tag.textContent}|${tag.dataset['docked']}|${axis}`;
  const known = tagWidths.get(tag);
  if (known?.said === said) return known.width;
  const width = tag.offsetWidth;
  // Without a size it is not shown.
  if (width > 0) tagWidths.set(tag, { said, width });
  return width;
}

/** Left of the axis, and of its own tag. */
function placeChip(line: HTMLElement, tag: HTMLElement, axis: number): void {
  const chip = line.querySelector<HTMLElement>('[data-part="chip"]');
  if (chip) chip.style.right = `${Math.max(axis, widthOf(tag, axis) + 1) + 8}px`;
}

function placeZone(element: HTMLElement, place: TagPlace, toY: number | undefined, plot: PlotArea, chips: readonly number[]): void {
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
  // The note stands in the first place below the edge where no chip does; out of the plot it would stand among the times.
  const note = part.firstElementChild as HTMLElement | null;
  let middle = from + NOTE_PX;
  while (chips.some((y) => Math.abs(y - middle) < NOTE_PX)) middle += 2;
  if (note) {
    note.style.top = `${middle - from - 8}px`;
    note.style.display = middle + 8 > plot.height ? 'none' : '';
  }
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
