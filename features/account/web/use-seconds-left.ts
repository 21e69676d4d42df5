// Whole seconds of a span that began when this was drawn first.
import { useEffect, useState } from 'react';

export function useSecondsLeft(seconds: number): number {
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil(seconds - (now - startedAt) / 1000));
}
