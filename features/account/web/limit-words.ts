// A member's own limits in words: the amount, and how much of it is used.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { showAmount } from '@maru/kit/web/inputs/amount-text.ts';
import type { OwnLimit } from '../limits-contract.ts';
import { choicesTexts } from './choices-texts.ts';

/** A limit or what is used of it, in words. */
export function useLimitWords() {
  const t = useText(choicesTexts);
  const minutes = (value: number) => t('limits.minutes', { hours: Math.floor(value / 60), minutes: value % 60 }).trim();
  const amount = (currency: string | null, value: string) =>
    currency === null ? minutes(Number(value)) : t('limits.point', { value: showAmount(value) || '0', currency });
  const time = ({ kind, used: value, until }: OwnLimit): string => {
    const count = Number(value);
    if (kind === 'SESSION') return count === 0 ? t('limits.used.session.new') : t('limits.used.session', { time: minutes(count) });
    const none = until === null ? 'limits.used.game.new' : 'limits.used.game.begun';
    const played = count === 0 ? t(none) : t('limits.used.game', { time: minutes(count) });
    return until === null ? played : t('limits.used.game.until', { played, time: moment(until, 'said') });
  };
  const used = (limit: OwnLimit): string => {
    const { kind, currency, used: value } = limit;
    if (value === null) return '';
    if (currency === null) return time(limit);
    const plain = amount(currency, value.replace('-', '').replace(/(\.\d\d)\d+$/, '$1'));
    if (kind === 'DEPOSIT' || kind === 'GAME_STAKE') return t('limits.used.sum', { value: plain });
    return value.startsWith('-') ? t('limits.used.loss', { value: plain }) : t('limits.used.loss.none');
  };
  return { amount, used };
}
