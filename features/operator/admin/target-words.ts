// What something was done or is asked to be done to, in words: `member:1` → 회원 1. Kinds without a word stay as they are written.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
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
] as const;
type Kind = (typeof kinds)[number];

export function useTargetWords(): (target: string) => string {
  const t = useText(targetTexts);
  return (target) => {
    const [kind, rest] = target.split(/:(.*)/s);
    return rest !== undefined && (kinds as readonly string[]).includes(kind) ? `${t(`target.${kind as Kind}`)} ${rest}` : target;
  };
}
