// How long something has waited, in the words of the reader's language.
import { i18n } from '../i18n/language.ts';
import { serverNow } from '../i18n/moments.ts';
import type { deskTexts } from './texts.ts';
import './texts.ts';
import { DAY_MS } from '../../contract/calendar.ts';

const steps: readonly (readonly [id: keyof typeof deskTexts & string, ms: number])[] = [
  ['desk.age.days', DAY_MS],
  ['desk.age.hours', 3_600_000],
  ['desk.age.minutes', 60_000],
];

/** `42분`, `3시간`, `1일 2시간`. */
export function spanWords(ms: number): string {
  const at = steps.findIndex(([, step]) => ms >= step);
  if (at < 0) return i18n._('desk.age.moment');
  const [id, step] = steps[at];
  const words = i18n._(id, { count: Math.floor(ms / step) });
  const below = steps[at + 1];
  const rest = below ? Math.floor((ms % step) / below[1]) : 0;
  return below && rest > 0 ? `${words} ${i18n._(below[0], { count: rest })}` : words;
}

/** With seconds below a minute: for what is late at once, as prices are. */
export const shortSpan = (ms: number): string =>
  ms < 60_000 ? i18n._('desk.age.seconds', { count: Math.max(0, Math.floor(ms / 1000)) }) : spanWords(ms);

export const ageMs = (since: string): number => Math.max(0, serverNow() - Date.parse(since));
export const ageWords = (since: string): string => spanWords(ageMs(since));
