// Which option's board is shown: the one asked for. One that is paused meanwhile stays, so that nobody's buttons become another game's
// under the finger, and the rounds that are still open are seen to their end; with one's own bet open in it over a reload too. What is shown
// in the place of one that is not offered stays as well, until its member chooses.
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

/** What the member chose: the id in the address; without one the game last chosen anywhere is wanted, 0 for none. */
interface Asked {
  choice: string | undefined;
  wanted: number;
}

/** The game on the page, and the choice it followed. */
export interface Shown {
  option: TradeOption;
  choice: string | undefined;
}

/** `offered`: undefined until it is known. */
export function useChosenOption(offered: readonly TradeOption[] | undefined, asked: Asked): Chosen {
  const [shown, setShown] = useState<Shown | undefined>();
  const { wanted } = asked;
  const isOff =
    isNew(asked, shown) && offered !== undefined && wanted > 0 && offered.every(({ tradeOptionId }) => tradeOptionId !== wanted);
  const { own, isAsking } = useOwnPaused(wanted, isOff && shown?.option.tradeOptionId !== wanted);
  if (offered === undefined || isAsking) return { options: offered ?? [], chosen: undefined, isAsking };
  const next = chosenOf(offered, asked, shown, own);
  if (next.shown?.option !== shown?.option || next.shown?.choice !== shown?.choice) setShown(next.shown);
  return { options: next.options, chosen: next.chosen, isAsking };
}

const isNew = ({ choice }: Asked, shown: Shown | undefined) => shown === undefined || shown.choice !== choice;

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

/**
 * `shown`: so far; only a new choice takes it away, not a game that is offered again. `own`: the one asked for, paused, with a bet of one's own.
 * Without any offered there is no floor to stay on.
 */
export function chosenOf(
  offered: readonly TradeOption[],
  asked: Asked,
  shown?: Shown,
  own?: TradeOption,
): Pick<Chosen, 'options' | 'chosen'> & { shown: Shown | undefined } {
  const { choice } = asked;
  const [first] = offered;
  if (first === undefined) return { options: offered, chosen: undefined, shown: undefined };
  const at = (id: number | undefined) => offered.find(({ tradeOptionId }) => tradeOptionId === id);
  const isChoice = isNew(asked, shown);
  const last = (isChoice ? own : undefined) ?? shown?.option;
  const chosen = (isChoice ? at(asked.wanted) : undefined) ?? at(last?.tradeOptionId) ?? (last ? undefined : first);
  if (chosen !== undefined || last === undefined) return { options: offered, chosen, shown: chosen && { option: chosen, choice } };
  const paused: TradeOption = { ...last, state: 'PAUSED', isPlay: false, opensAt: null };
  return {
    options: [...offered, paused].sort((a, b) => a.sortOrder - b.sortOrder),
    chosen: paused,
    shown: { option: last, choice },
  };
}
