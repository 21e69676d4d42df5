// Stakes on the slot's page in whole units of the currency: what is shown is what the engine will take and pay.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { slotPayout } from '@maru/engine/slot/slot-spin.ts';
import type { SlotGameShown } from '../contract.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';

export interface StakeMath {
  /** Presets count by it: won go by the thousand. */
  one: number;
  units(text: string): number;
  text(units: number): string;
  add(text: string, more: number): string;
  /** What a multiple ("7.5") pays on a stake. */
  pays(stake: string, times: string): string;
  shown(text: string): string;
}

export function stakeMath({
  pointPrecision,
  currency,
  maxPoint,
}: Pick<SlotGameShown, 'pointPrecision' | 'currency' | 'maxPoint'>): StakeMath {
  const scale = 10 ** pointPrecision;
  const units = (text: string): number => {
    const read = readDecimal(text === '' ? '0' : text, pointPrecision);
    return typeof read === 'number' ? read : 0;
  };
  const text = (amount: number) => formatDecimal(amount, pointPrecision, true);
  return {
    one: currency === 'KRW' || currency === 'BKT' ? 1000 : 1,
    units,
    text,
    add: (was, more) => text(Math.max(0, Math.min(units(maxPoint), units(was) + more * scale))),
    pays: (stake, times) => text(slotPayout(units(stake), Number(readDecimal(times, 2)))),
    shown: (amount) => figure(amount, { decimals: pointPrecision === 0 ? 0 : 2 }),
  };
}
