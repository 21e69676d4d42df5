// A list of what moved is asked again when a wallet moves, but for what an own act's answer has put into it.
import { lateRows } from '@maru/kit/web/late-rows.ts';
import { foldNewest } from '@maru/kit/web/newest-pages.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { useEffect, useState } from 'react';
import { type DnwEntry, listDnw } from '../contract.ts';
import { type DnwPage, foldDnw } from '../fold-dnw.ts';
import { listenToMoves } from './live-wallets.ts';
import { movedBy, OpenMoves } from './open-moves.ts';

const shown = new Set<OpenMoves>();

/** Lines that an act's answer tells, newest first. */
export function takeLines(lines: readonly DnwEntry[]): void {
  for (const moves of shown) moves.answered(lines);
  foldNewest(listDnw, lines[0].time, (page: DnwPage, asked: object) => foldDnw(page, lines, asked));
}

export function useFresh(routes: readonly Parameters<typeof refetch>[0][]): void {
  const [{ rows, moves }] = useState(() => ({ rows: lateRows(), moves: new OpenMoves() }));
  useEffect(() => {
    shown.add(moves);
    return () => void shown.delete(moves);
  }, [moves]);
  useEffect(() => {
    const ask = (isLast: boolean) => {
      if (!moves.isOpen) return;
      if (isLast) moves.clear();
      void Promise.all(routes.map((route) => refetch(route)));
    };
    return listenToMoves((was, now) => {
      const by = movedBy(was, now);
      if (by === undefined) return;
      moves.told(now.type, by);
      rows.told(ask);
    });
  });
  useEffect(() => rows.stop, [rows]);
}

export const useFreshDnw = (): void => useFresh([listDnw]);
