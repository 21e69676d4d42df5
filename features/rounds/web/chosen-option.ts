// Which option's board is shown: the one asked for. One that is paused meanwhile stays, so that nobody's buttons become another game's
// under the finger, and the rounds that are still open are seen to their end; with one's own bet open in it over a reload too.
import { useCall } from '@maru/kit/web/query.ts';
import { useState } from 'react';
import { currentBetsOfOption, getTradeOption, type TradeOption } from '../contract.ts';
import { getPractice } from '../practice-contract.ts';
import { usePractising } from './play.ts';

export interface Chosen {
  /** As the site offers them, with the paused one in its place. */
  options: readonly TradeOption[];
  chosen: TradeOption | undefined;
  /** Whether the one asked for, which is not offered, has a bet of one's own is not known yet. */
  isAsking: boolean;
}

/** `offered`: undefined until it is known. */
export function useChosenOption(offered: readonly TradeOption[] | undefined, wanted: number): Chosen {
  const [last, setLast] = useState<TradeOption | undefined>();
  const isOff = last === undefined && offered !== undefined && wanted > 0 && offered.every(({ tradeOptionId }) => tradeOptionId !== wanted);
  const { own, isAsking } = useOwnPaused(wanted, isOff);
  if (offered === undefined || isAsking) return { options: offered ?? [], chosen: undefined, isAsking };
  const shown = chosenOf(offered, wanted, last ?? own);
  const next = shown.options === offered ? shown.chosen : (last ?? own);
  if (next !== last) setLast(next);
  return { ...shown, isAsking };
}

/** The paused option, while a bet of one's own is open in it. */
function useOwnPaused(tradeOptionId: number, isOn: boolean): { own: TradeOption | undefined; isAsking: boolean } {
  const query = { tradeOptionId: String(tradeOptionId) };
  const option = useCall(getTradeOption, { query, isOn });
  const isPaused = isOn && option.data?.state === 'PAUSED' && option.data.stock !== null;
  const money = useCall(currentBetsOfOption, { query, isOn: isPaused });
  const practice = useCall(getPractice, { isOn: usePractising() && isPaused });
  const open = [...(money.data ?? []), ...(practice.data?.open ?? [])];
  const isOwn = isPaused && open.some((bet) => bet.tradeOptionId === tradeOptionId);
  // A question that failed is no reason to show nothing.
  return { own: isOwn ? option.data : undefined, isAsking: isOn && [option, money, practice].some(({ isLoading }) => isLoading) };
}

/** `last`: the one shown so far. Without any offered there is no floor to stay on. */
export function chosenOf(
  offered: readonly TradeOption[],
  wanted: number,
  last: TradeOption | undefined,
): Pick<Chosen, 'options' | 'chosen'> {
  const at = (id: number) => offered.find(({ tradeOptionId }) => tradeOptionId === id);
  const chosen = at(wanted) ?? offered[0];
  if (at(wanted) !== undefined || last === undefined || chosen === undefined || at(last.tradeOptionId) !== undefined)
    return { options: offered, chosen };
  const paused: TradeOption = { ...last, state: 'PAUSED', isPlay: false, opensAt: null };
  return { options: [...offered, paused].sort((a, b) => a.sortOrder - b.sortOrder), chosen: paused };
}
