// What something was done or is asked to be done to, in words: `member:1` → 회원 1. Kinds without a word stay as they are written.
import { useNewText } from '@maru/kit/web/i18n/use-text.ts';
import { useCallback } from 'react';
import { targetTexts } from './target-texts.ts';

const kinds = [
  'member',
  'operator',
  'site',
  'sending',
  'price',
  'coupon',
  'approval',
  'symbol',
  'export',
  'role',
  'member-job',
  'brand',
  'withdrawal',
  'deposit',
  'depositClaim',
  'coin',
] as const;
type Kind = (typeof kinds)[number];

export function useTargetWords(): (target: string) => string {
  const t = useNewText(targetTexts);
  return useCallback(
    (target) => {
      const [kind, rest] = target.split(/:(.*)/s);
      return rest !== undefined && (kinds as readonly string[]).includes(kind) ? `${t(`target.${kind as Kind}`)} ${rest}` : target;
    },
    [t],
  );
}
