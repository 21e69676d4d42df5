// How long a step of the log-in may still take.
import { countdown, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useEffect, useState } from 'react';

/** `04:59` until the challenge ends. */
export function useTimeLeft(seconds: number): { text: string; isOver: boolean } {
  const [endsAtMs] = useState(() => serverNow() + seconds * 1000);
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return { text: countdown(endsAtMs, nowMs).slice(3), isOver: nowMs >= endsAtMs };
}
