// Long or short: arrow, word and tint.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { futuresTexts } from './futures-texts.ts';

export function SideBadge({ tradeType }: { tradeType: 'LONG' | 'SHORT' }) {
  const t = useText(futuresTexts);
  const isLong = tradeType === 'LONG';
  return (
    <Badge tone={isLong ? 'rise' : 'fall'}>
      <span aria-hidden="true">{isLong ? '↑' : '↓'}</span> {t(isLong ? 'side.long' : 'side.short')}
    </Badge>
  );
}
