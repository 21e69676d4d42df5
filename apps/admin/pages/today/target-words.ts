// What a line of the audit log was done to, in words: `member:1` → 회원 1. Kinds without a word stay as they are written.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { todayTexts } from './today-texts.ts';

const kinds = ['member', 'operator', 'site', 'sending', 'price', 'coupon', 'approval', 'symbol', 'export', 'role'] as const;
type Kind = (typeof kinds)[number];

export function useTargetWords(): (target: string) => string {
  const t = useText(todayTexts);
  return (target) => {
    const [kind, rest] = target.split(/:(.*)/s);
    return rest !== undefined && (kinds as readonly string[]).includes(kind) ? `${t(`td.target.${kind as Kind}`)} ${rest}` : target;
  };
}
