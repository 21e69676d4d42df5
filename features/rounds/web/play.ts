// How the binary page's bets are placed, ended and read again: with money here, with practice money in practice/.
import { call, callWithSequence } from '@maru/kit/web/api-client.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { tabDrafts } from '@maru/kit/web/tab-drafts.ts';
import { cancelBet, currentBetsOfOption, listBets, placeBet, saleQuote, sellBet, type TradeBet } from '../contract.ts';
import type { practiceQuote } from '../practice-contract.ts';
import { readBetsAfter } from './round-board.ts';

export interface Play {
  /** Of practice money. */
  practice?: {
    /** Back to the start amount; undefined while bets are open. */
    startAgain?: () => Promise<void>;
  };
  /** `read`: resolves when the bet is on screen. */
  place(body: { point: string; tradeRoundId: number; type: string }): Promise<{ bet: TradeBet; read(): Promise<void> }>;
  cancel(id: number): Promise<void>;
  quote: typeof saleQuote | typeof practiceQuote;
  sell(id: number, least: string): Promise<TradeBet>;
}

export const moneyPlay = (tradeOptionId: number): Play => ({
  async place(body) {
    const { data: bet, sequence } = await callWithSequence(placeBet, { body });
    return { bet, read: () => readBetsAfter(tradeOptionId, sequence) };
  },
  async cancel(id) {
    await call(cancelBet, { body: { id } });
    await refetch(currentBetsOfOption);
  },
  quote: saleQuote,
  async sell(id, point) {
    const sold = await call(sellBet, { body: { id, point } });
    await Promise.all([refetch(currentBetsOfOption), refetch(listBets)]);
    return sold;
  },
});

export const isPracticeBet = (bet: TradeBet): boolean => 'isPractice' in bet;

const modes = tabDrafts<true>('maru.practice', (kept) => (kept === true ? true : undefined));
const MODE = 'on';

/** Whether this tab's member practises. */
export const usePractising = (): boolean => modes.use(MODE) === true;
export const practise = (isOn: boolean): void => modes.change(MODE, () => (isOn ? true : undefined));
