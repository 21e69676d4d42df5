// What the ticket reckons of a TWAP: into how many orders its quantity goes, and what is wrong with it before it is sent.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { TWAP_LONGEST_S, TWAP_SHORTEST_S } from '@maru/futures/twap-contract.ts';
import { lotsWorth, sliceCount } from '@maru/futures/twap-plan.ts';
import { type Instrument, quantityText, ticksOf } from './instrument.ts';
import type { FieldError, Reckoned } from './order-errors.ts';
import { type TicketFields, twapSeconds } from './order-fields.ts';
import type { MarketNow } from './order-preview.ts';

/** The least of one slice, lots; what only closes may be worth as little as it likes. */
export const leastSlice = (i: Instrument, mark: number, isClosing = false): number =>
  isClosing ? i.minLots : Math.max(i.minLots, lotsWorth(i.units, i.minNotional, mark));

export interface TwapOutline {
  slices: number;
  /** Of one of them, lots. */
  lots: number;
  /** Seconds from one to the next. */
  every: number;
}

/** undefined while it cannot be split. */
export function outlineOf(i: Instrument, mark: number, fields: TicketFields, lots: number, isClosing = false): TwapOutline | undefined {
  const seconds = twapSeconds(fields);
  if (!isDuration(seconds) || lots <= 0 || mark <= 0) return undefined;
  const slices = sliceCount(lots, seconds * 1_000, leastSlice(i, mark, isClosing));
  return slices === 0 ? undefined : { slices, lots: Math.floor(lots / slices), every: Math.round(seconds / slices) };
}

const isDuration = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= TWAP_SHORTEST_S && seconds <= TWAP_LONGEST_S;

export function twapError(
  i: Instrument,
  market: MarketNow,
  fields: TicketFields,
  { lots }: Pick<Reckoned, 'lots'>,
  isClosing: boolean,
): FieldError | undefined {
  if (!isDuration(twapSeconds(fields))) return { code: 'TWAP_DURATION', field: 'twapMinutes' };
  if (fields.twapLimit !== '' && ticksOf(i, fields.twapLimit) === undefined)
    return { code: 'BAD_PRECISION', field: 'twapLimit', limit: String(i.units.tickDecimals) };
  if (fields.twapLimit !== '' && ticksOf(i, fields.twapLimit) === 0) return { code: 'PRICE_NOT_POSITIVE', field: 'twapLimit' };
  if (market.mark < MARK_PER_TICK) return { code: 'NO_MARK_PRICE', field: 'quantity' };
  if (outlineOf(i, market.mark, fields, lots, isClosing) !== undefined) return undefined;
  const limit = quantityText(i, leastSlice(i, market.mark, isClosing) * 2);
  return { code: 'TWAP_TOO_SMALL', field: 'quantity', limit, unit: i.option.base };
}
