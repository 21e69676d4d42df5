// A line under the header while the connection is away for more than a moment: what is seen is old, and how old.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSocketState } from '@maru/kit/web/socket.ts';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../texts.ts';

/** The first retry is so quick that a banner would only flicker. */
const afterMs = 400;

export function ConnectionBanner() {
  const t = useText(texts);
  const isAway = useSocketState((state) => state.status === 'retrying' || state.status === 'lost');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), afterMs);
    return () => clearTimeout(timer);
  }, [isAway]);
  if (!isShown) return null;
  return (
    <div role="status" className="flex h-9 items-center justify-center gap-2 bg-warn-tint px-4 text-13 text-warn">
      <WifiOff aria-hidden="true" size={14} />
      {t('link.banner')}
    </div>
  );
}
