// How old a price is, in words that stay short: seconds, then minutes, then hours.
import type { marketTexts } from './market-texts.ts';

type Say = (id: keyof typeof marketTexts & `market.old.${string}`, values: { count: number }) => string;

export function oldWords(t: Say, ms: number): string {
  const seconds = Math.max(1, Math.floor(ms / 1000));
  if (seconds < 60) return t('market.old.seconds', { count: seconds });
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? t('market.old.minutes', { count: minutes }) : t('market.old.hours', { count: Math.floor(minutes / 60) });
}
