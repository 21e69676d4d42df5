// Which option's board is shown: the one asked for. One that is paused meanwhile stays, so that nobody's buttons become another game's
// under the finger, and the rounds that are still open are seen to their end.
import { useState } from 'react';
import type { TradeOption } from '../contract.ts';

export interface Chosen {
  /** As the site offers them, with the paused one in its place. */
  options: readonly TradeOption[];
  chosen: TradeOption | undefined;
}

export function useChosenOption(offered: readonly TradeOption[], wanted: number): Chosen {
  const [last, setLast] = useState<TradeOption | undefined>();
  const shown = chosenOf(offered, wanted, last);
  if (shown.options === offered && shown.chosen !== last) setLast(shown.chosen);
  return shown;
}

/** `last`: the one shown so far. Without any offered there is no floor to stay on. */
export function chosenOf(offered: readonly TradeOption[], wanted: number, last: TradeOption | undefined): Chosen {
  const at = (id: number) => offered.find(({ tradeOptionId }) => tradeOptionId === id);
  const chosen = at(wanted) ?? offered[0];
  if (at(wanted) !== undefined || last === undefined || chosen === undefined || at(last.tradeOptionId) !== undefined)
    return { options: offered, chosen };
  const paused: TradeOption = { ...last, state: 'PAUSED', isPlay: false, opensAt: null };
  return { options: [...offered, paused].sort((a, b) => a.sortOrder - b.sortOrder), chosen: paused };
}
