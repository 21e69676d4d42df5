// The order being written as a line over the chart, dragged to write its price.
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import { type Instrument, quantityText, ticksOf } from './instrument.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { hasPrice, type TicketFields } from './order-fields.ts';
import type { Preview } from './order-preview.ts';
import type { viewTexts } from './view-texts.ts';

export interface DraftInput {
  i: Instrument;
  fields: TicketFields;
  preview: Preview;
  t: Text<typeof viewTexts>;
  isPhone: boolean;
  writePrice(price: string): void;
}

export const toPrice = (i: Instrument, ticks: number) => ticks / 10 ** i.units.tickDecimals;
export const toText = (i: Instrument, value: number) => value.toFixed(i.units.tickDecimals);
export const sideText = (t: DraftInput['t'], side: 1 | -1, lots: string) =>
  `${side > 0 ? '↑' : '↓'} ${t(side > 0 ? 'side.long' : 'side.short')} ${lots}`;

export function draftLine({ i, fields, preview, t, isPhone, writePrice }: DraftInput): PriceLine[] {
  const ticks = hasPrice(fields.type) ? ticksOf(i, fields.price) : undefined;
  if (!ticks || preview.lots === 0) return [];
  const isBuy = preview.side === 'BUY';
  return [
    {
      id: 'draft',
      price: toPrice(i, ticks),
      tone: 'brand',
      dash: 'dashed',
      rank: 5,
      chip: {
        parts: [
          { text: t('line.draft') },
          { text: sideText(t, isBuy ? 1 : -1, quantityText(i, preview.lots)), tone: isBuy ? 'rise' : 'fall' },
        ],
      },
      move: {
        label: t('line.move', { name: t('line.draft') }),
        tick: Number(i.option.tickSize),
        moving: (price) => writePrice(toText(i, price)),
        drop: (price) => writePrice(toText(i, price)),
      },
      ...(isPhone ? { hatch: 'toLast' as const } : {}),
    },
  ];
}
