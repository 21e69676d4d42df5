// A list of bets that is read from rows alone is asked again when bets are placed or settled.
import { lateRows } from '@maru/kit/web/late-rows.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { useEffect, useState } from 'react';
import { betQueue, listBets } from '../contract.ts';

/** New bets and results join the list. */
export function useFreshBets(): void {
  const [rows] = useState(lateRows);
  useTopic(betQueue, {}, ({ type }) => {
    if (type === 'gameBet' || type === 'betResult') rows.told(() => void refetch(listBets));
  });
  useEffect(() => rows.stop, [rows]);
}
