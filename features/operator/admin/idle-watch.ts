// Ends a session that nobody uses: hands on keys or pointer count, in any tab of this browser, and calls that no person made do not.
import { call, sendAlways } from '@maru/kit/web/api-client.ts';
import { useEffect, useState } from 'react';
import { getDeskSelf } from '../contract.ts';

/** A warning stands so long before the end. */
export const warnMs = 60_000;
/** Without a hand for so long, what the page asks by itself is not a person's doing. */
const unattendedMs = 20_000;
/** The server counts calls: one who only types must be heard there too. */
const tellEveryMs = 60_000;
const key = 'maru.admin.touched';

let touchedAtMs = Date.now();
let toldAtMs = Date.now();

export const lastTouchMs = (): number => Math.max(touchedAtMs, Number(localStorage.getItem(key) ?? 0));

export function touch(): void {
  const now = Date.now();
  sendAlways('x-maru-unattended', undefined);
  if (now - touchedAtMs > 2_000) localStorage.setItem(key, String(now));
  touchedAtMs = now;
  if (now - toldAtMs < tellEveryMs) return;
  toldAtMs = now;
  void call(getDeskSelf).catch(() => undefined);
}

/** Whole seconds to the end while the warning stands; undefined before. `onEnd` is called once. */
export function useIdleWatch(idleMs: number, isOn: boolean, onEnd: () => void): number | undefined {
  const [leftSeconds, setLeft] = useState<number>();
  useEffect(() => {
    if (!isOn) return undefined;
    touchedAtMs = Date.now();
    toldAtMs = Date.now();
    localStorage.setItem(key, String(touchedAtMs));
    const stop = new AbortController();
    for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
      addEventListener(kind, touch, { capture: true, passive: true, signal: stop.signal });
    const timer = setInterval(() => {
      const awayMs = Date.now() - lastTouchMs();
      if (awayMs > unattendedMs) sendAlways('x-maru-unattended', '1');
      const leftMs = idleMs - awayMs;
      setLeft(leftMs <= warnMs ? Math.max(0, Math.ceil(leftMs / 1000)) : undefined);
      if (leftMs > 0) return;
      clearInterval(timer);
      setLeft(undefined);
      onEnd();
    }, 1_000);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [idleMs, isOn, onEnd]);
  return leftSeconds;
}
