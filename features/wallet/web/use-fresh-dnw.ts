// A list of what moved is asked again when a wallet moves.
import { refetch } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { useEffect, useRef } from 'react';
import { listDnw, pointQueue } from '../contract.ts';
import { toMicro } from './live-wallets.ts';

/** A burst of fills moves a wallet many times; the list is fetched once after it. */
const settleMs = 600;

export function useFresh(routes: readonly Parameters<typeof refetch>[0][]): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settled = useRef<bigint>(undefined);
  useTopic(pointQueue, {}, (wallet) => {
    if (wallet.type === 'FUTURES') {
      // Told as the mark moves as well: without its open result the wallet is what postings made it.
      const was = settled.current;
      settled.current = toMicro(wallet.realPoint ?? wallet.point) - toMicro(wallet.pnl ?? '0');
      if (was === settled.current) return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void Promise.all(routes.map((route) => refetch(route))), settleMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

export const useFreshDnw = (): void => useFresh([listDnw]);
