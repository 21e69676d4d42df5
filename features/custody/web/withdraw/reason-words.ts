// Why a withdrawal waits or went no further, in words: the codes of rules, ledger and chain, else what an operator wrote.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { trackerTexts } from './tracker-texts.ts';

type Why = 'REVIEW' | 'REFUSED' | 'FAILED';

const fallback = { REVIEW: 'reason.OTHER', REFUSED: 'reason.REFUSED', FAILED: 'reason.FAILED' } as const satisfies Record<Why, string>;
const isCode = (text: string) => /^[A-Z][A-Z_]*(,[A-Z][A-Z_]*)*$/.test(text);

/** One line each; what nobody wrote words for is said in general. */
export function reasonWords(t: Text<typeof trackerTexts>, why: Why, reason: string): string[] {
  if (!isCode(reason)) return [reason];
  const ids = reason.split(',').map((code) => `reason.${code}`);
  return [...new Set(ids.map((id) => t(id in trackerTexts ? (id as keyof typeof trackerTexts) : fallback[why])))];
}
