// A line under the header while the connection is away for more than a moment: what is seen is old.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useAwayMs } from '@maru/kit/web/use-away.ts';
import { WifiOff } from 'lucide-react';
import { texts } from '../texts.ts';

export function ConnectionBanner() {
  const t = useText(texts);
  const isAway = useAwayMs() > 0;
  if (!isAway) return null;
  return (
    <output className="connection-banner flex h-9 items-center justify-center gap-2 bg-warn-tint px-4 text-13 text-warn">
      <WifiOff aria-hidden="true" size={14} />
      {t('link.banner')}
    </output>
  );
}
