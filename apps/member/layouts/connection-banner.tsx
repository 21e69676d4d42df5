// A line under the header while the connection is away for more than a moment: what is seen is old.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSocketState } from '@maru/kit/web/socket.ts';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { useOnline } from './use-online.ts';

/** The first retry is so quick that a banner would only flicker. */
const afterMs = 400;

function Banner() {
  const t = useText(texts);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <output className="flex h-9 items-center justify-center gap-2 bg-warn-tint px-4 text-13 text-warn">
      <WifiOff aria-hidden="true" size={14} />
      {t('link.banner')}
    </output>
  );
}

export function ConnectionBanner() {
  const isAway = useSocketState((state) => state.status === 'retrying' || state.status === 'lost');
  const isOnline = useOnline();
  return isAway || !isOnline ? <Banner /> : null;
}
