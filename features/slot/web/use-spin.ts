// One spin from the press to the standing reels: sent once whatever the network does, shown reel by reel, its money shown when they stand.
import { call } from '@maru/kit/web/api-client.ts';
import { holdMoney } from '@maru/kit/web/held-money.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { useEffect, useRef, useState } from 'react';
import { checkSlot, type SlotSpin, spinSlot } from '../contract.ts';
import { spinEndMs } from './reel-strip.tsx';
import { takeSpin } from './told-spins.ts';

/** Two presses within it are one. */
const GUARD_MS = 400;
/** The reels run at least so long, or a quick answer would look like none. */
const LEAST_RUN_MS = 450;
const REELS = 3;
const PENDING = 'maru.slot.pending';

/** `found`: an answer that was lost came back; `none`: that spin never took place. */
export type Interrupted = 'found' | 'none';
export type SpinPhase = 'still' | 'running' | 'stopping';

interface Pending {
  slotId: number;
  key: string;
  point: string;
}

function readPending(slotId: number): Pending | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PENDING) ?? 'null') as Pending | null;
    return kept?.slotId === slotId ? kept : undefined;
  } catch {
    return undefined;
  }
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

/** `onSpun`: a spin that nothing on the page has counted yet. */
export function useSpin(slotId: number, isCalm: boolean, onSpun: (spin: SlotSpin) => void) {
  const [last, setLast] = useState<SlotSpin>();
  const [error, setError] = useState<Failure | undefined>();
  const [words, setWords] = useState<string>();
  const [phase, setPhase] = useState<SpinPhase>('still');
  const [interrupted, setInterrupted] = useState<Interrupted>();
  const asked = useRef<Pending>(undefined);
  const pressedAt = useRef(-GUARD_MS);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  useEffect(() => {
    const pending = readPending(slotId);
    if (pending === undefined) return;
    call(checkSlot, { query: { roundId: pending.key } })
      .then(({ spin: found }) => {
        // Spun again meanwhile: that one is the newer.
        if (readPending(slotId)?.key !== pending.key) return;
        localStorage.removeItem(PENDING);
        if (found !== null) setLast(found);
        setInterrupted(found === null ? 'none' : 'found');
      })
      // Asked again with the next visit.
      .catch(() => undefined);
  }, [slotId]);

  const show = async (spin: SlotSpin, startedAt: number) => {
    if (!isCalm) {
      await pause(Math.max(0, LEAST_RUN_MS - (performance.now() - startedAt)));
      setLast(spin);
      setPhase('stopping');
      await pause(spinEndMs(REELS));
    }
    if (!isMounted.current) return;
    setLast(spin);
    setPhase('still');
    if (Number(spin.payout) > 0) playNotification();
    if (takeSpin(spin)) onSpun(spin);
  };

  const spin = async (point: string) => {
    const at = performance.now();
    if (phase !== 'still' || at - pressedAt.current < GUARD_MS) return;
    pressedAt.current = at;
    // After a lost answer the same press is the same request.
    if (asked.current?.point !== point) asked.current = { slotId, point, key: newRequestKey() };
    localStorage.setItem(PENDING, JSON.stringify(asked.current));
    setPhase('running');
    setInterrupted(undefined);
    setError(undefined);
    // The header's total would tell of a win before the reels stand.
    const showMoney = holdMoney();
    try {
      const answer = await call(spinSlot, { body: { slotId, point }, key: asked.current.key });
      asked.current = undefined;
      localStorage.removeItem(PENDING);
      await show(answer, at);
    } catch (thrown) {
      setPhase('still');
      setWords(messageOf(thrown));
      setError(thrown instanceof Failure ? thrown : undefined);
      if (thrown instanceof Failure && !thrown.isUnknown) {
        asked.current = undefined;
        localStorage.removeItem(PENDING);
      }
    } finally {
      showMoney();
    }
  };
  return { last, error, errorWords: error === undefined ? undefined : words, phase, interrupted, spin };
}
