// Moments as a form's field writes them, by the clocks of the site that the operator looks at.
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';

/** `2026-11-22T09:14` in the site's time zone. */
export const toLocal = (iso: string) => fileMoment(iso).slice(0, 16).replace(' ', 'T');

/** The moment that the site's clocks call so; undefined for no moment. */
export function fromLocal(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined;
  const asUtc = Date.parse(`${text}:00Z`);
  const shownAs = (ms: number) => Date.parse(`${fileMoment(ms).replace(' ', 'T')}Z`);
  const once = asUtc - (shownAs(asUtc) - asUtc);
  // Once more: around a change of the clocks the first guess stands on the other side of it.
  return new Date(once - (shownAs(once) - asUtc)).toISOString();
}
