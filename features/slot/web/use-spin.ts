// Sends a spin once, whatever the network does: a press after a lost answer is the same request.
import { call, newRequestKey } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { useRef, useState } from 'react';
import { listSpins, type SlotSpin, spinSlot } from '../contract.ts';

export function useSpin(slotId: number) {
  const [last, setLast] = useState<SlotSpin>();
  const [error, setError] = useState<string>();
  const [isTurning, setTurning] = useState(false);
  const asked = useRef<{ point: string; key: string }>(undefined);
  const spin = async (point: string) => {
    if (asked.current?.point !== point) asked.current = { point, key: newRequestKey() };
    setTurning(true);
    setError(undefined);
    try {
      setLast(await call(spinSlot, { body: { slotId, point }, key: asked.current.key }));
      asked.current = undefined;
      void Promise.all([refetch(myWallets), refetch(listSpins)]);
    } catch (thrown) {
      setError(messageOf(thrown));
    } finally {
      setTurning(false);
    }
  };
  return { last, error, isTurning, spin };
}
