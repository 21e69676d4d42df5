// A member's own limits in words: the amount, and how much of it is used.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { showAmount } from '@maru/kit/web/inputs/amount-text.ts';
import type { LimitKind, OwnLimit } from '../limits-contract.ts';
import { choicesTexts } from './choices-texts.ts';

/** A limit or what is used of it, in words. */
export function useLimitWords() {
  const t = useText(choicesTexts);
  const minutes = (value: number) => t('limits.minutes', { hours: Math.floor(value / 60), minutes: value % 60 }).trim();
  const amount = (kind: LimitKind, value: string) =>
    kind === 'SESSION' ? minutes(Number(value)) : t('limits.usdt', { value: showAmount(value) });
  const used = ({ kind, used: value }: OwnLimit): string => {
    if (value === null) return '';
    if (kind === 'SESSION')
      return Number(value) === 0 ? t('limits.used.session.new') : t('limits.used.session', { time: minutes(Number(value)) });
    const plain = showAmount(value.replace('-', '').replace(/(\.\d\d)\d+$/, '$1')) || '0';
    if (kind === 'DEPOSIT') return t('limits.used.deposit', { value: plain });
    return value.startsWith('-') ? t('limits.used.loss', { value: plain }) : t('limits.used.loss.none');
  };
  return { amount, used };
}
