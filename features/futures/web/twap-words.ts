// How long a TWAP runs, in words.
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { twapTexts } from './twap-texts.ts';

/** Seconds: `1시간 30분`, `4시간`. */
export function runningTime(seconds: number): string {
  const t = textOf(twapTexts);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours === 0) return t('twap.minutes', { minutes });
  return minutes === 0 ? t('twap.hours', { hours }) : t('twap.hoursMinutes', { hours, minutes });
}
