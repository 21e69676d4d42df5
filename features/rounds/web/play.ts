// How the binary page's bets are placed, ended and read again: with money here, with practice money in practice/.
import { callWithSequence } from '@maru/kit/web/api-client.ts';
import { tabDrafts } from '@maru/kit/web/tab-drafts.ts';
import { cancelBet, placeBet, saleQuote, sellBet, type TradeBet } from '../contract.ts';
import type { practiceQuote } from '../practice-contract.ts';
import { takeBets } from './told-bets.ts';

export interface Play {
  /** Of practice money. */
  practice?: {
    /** Back to the start amount; undefined while bets are open. */
    startAgain?: () => Promise<void>;
  };
  /** Resolves when the bet is on screen. */
  place(body: { point: string; tradeRoundId: number; type: string }): Promise<TradeBet>;
  cancel(id: number): Promise<unknown>;
  quote: typeof saleQuote | typeof practiceQuote;
  sell(id: number, least: string): Promise<TradeBet>;
}

/** What an answer says of the bet is all that changes on screen. */
async function told(answer: Promise<{ data: TradeBet; sequence?: number | undefined }>): Promise<TradeBet> {
  const { data: bet, sequence } = await answer;
  takeBets([bet], sequence);
  return bet;
}

export const moneyPlay: Play = {
  place: (body) => told(callWithSequence(placeBet, { body })),
  cancel: (id) => told(callWithSequence(cancelBet, { body: { id } })),
  quote: saleQuote,
  sell: (id, point) => told(callWithSequence(sellBet, { body: { id, point } })),
};

export const isPracticeBet = (bet: TradeBet): boolean => 'isPractice' in bet;

const modes = tabDrafts<true>('maru.practice', (kept) => (kept === true ? true : undefined));
const MODE = 'on';

/** Whether this tab's member practises. */
export const usePractising = (): boolean => modes.use(MODE) === true;
export const practise = (isOn: boolean): void => modes.change(MODE, () => (isOn ? true : undefined));
