// How old what is shown is, while the connection is away.
import { useEffect, useState } from 'react';
import { socket, useSocketState } from './socket.ts';

/** The first retry is so quick that a page would only flicker. */
const afterMs = 400;

/** 0 while connected. */
export function useAwayMs(): number {
  const isAway = useSocketState(({ status }) => status === 'retrying' || status === 'lost');
  const [awayMs, setAwayMs] = useState(0);
  useEffect(() => {
    if (!isAway) return undefined;
    const look = () => setAwayMs(Math.max(1, performance.now() - socket.state.getState().aliveAtMs));
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
