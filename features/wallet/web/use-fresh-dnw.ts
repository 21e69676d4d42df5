// A list of what moved is asked again when a wallet moves.
import { lateRows } from '@maru/kit/web/late-rows.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { useEffect, useRef, useState } from 'react';
import { listDnw, pointQueue } from '../contract.ts';
import { toMicro } from './live-wallets.ts';

export function useFresh(routes: readonly Parameters<typeof refetch>[0][]): void {
  const [rows] = useState(lateRows);
  const settled = useRef<bigint>(undefined);
  useTopic(pointQueue, {}, (wallet) => {
    if (wallet.type === 'FUTURES') {
      // Told as the mark moves as well: without its open result the wallet is what postings made it.
      const was = settled.current;
      settled.current = toMicro(wallet.realPoint ?? wallet.point) - toMicro(wallet.pnl ?? '0');
      if (was === settled.current) return;
    }
    rows.told(() => void Promise.all(routes.map((route) => refetch(route))));
  });
  useEffect(() => rows.stop, [rows]);
}

export const useFreshDnw = (): void => useFresh([listDnw]);
