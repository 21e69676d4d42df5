// How old what is shown is, while the connection is away.
import { useEffect, useState } from 'react';
import { useSocketState } from './socket.ts';
import { useOnline } from './use-online.ts';

/** The first retry is so quick that a page would only flicker. */
const afterMs = 400;

/** 0 while connected. */
export function useAwayMs(): number {
  const isRetrying = useSocketState(({ status }) => status === 'retrying' || status === 'lost');
  const isOnline = useOnline();
  const isAway = isRetrying || !isOnline;
  const [awayMs, setAwayMs] = useState(0);
  useEffect(() => {
    if (!isAway) return undefined;
    const since = performance.now();
    const look = () => setAwayMs(Math.max(1, performance.now() - since));
    const first = setTimeout(look, afterMs);
    const timer = setInterval(look, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      setAwayMs(0);
    };
  }, [isAway]);
  return awayMs;
}
