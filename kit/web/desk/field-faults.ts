// What is wrong with an amount or a number as it stands in a field, in words; nothing while nothing is typed.
import { readDecimal } from '@maru/engine/money/decimal.ts';
import { useText } from '../i18n/use-text.ts';
import { deskTexts } from './texts.ts';

/** Above nothing, plain decimal notation, no finer than `decimals`. */
export function isAmount(text: string, decimals: number): boolean {
  const read = readDecimal(text, decimals);
  return typeof read === 'number' && read > 0;
}

/** Whole, from `least` to `most`. */
export const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;

export interface FieldFaults {
  amount(text: string, decimals: number): string | undefined;
  whole(text: string, least: number, most: number): string | undefined;
  /** At the button, while a field says what is wrong with it. */
  some: string;
}

export function useFieldFaults(): FieldFaults {
  const t = useText(deskTexts);
  return {
    amount: (text, decimals) => (text === '' || isAmount(text, decimals) ? undefined : t('desk.wrong.amount', { n: decimals })),
    some: t('desk.wrong.some'),
    whole: (text, least, most) =>
      text === '' || isWhole(text, least, most)
        ? undefined
        : t('desk.wrong.whole', { least: least.toLocaleString('en'), most: most.toLocaleString('en') }),
  };
}
