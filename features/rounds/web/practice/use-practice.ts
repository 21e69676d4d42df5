// A member's practice money and practice bets on the page, kept fresh by the member's own queue.
import { call } from '@maru/kit/web/api-client.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { betQueue, type TradeOption } from '../../contract.ts';
import {
  cancelPractice,
  getPractice,
  placePractice,
  practiceHistory,
  practiceQuote,
  resetPractice,
  sellPractice,
} from '../../practice-contract.ts';
import type { Play } from '../play.ts';
import { arrivalOf, type MyBets } from '../round-board.ts';

const PAST = '20';

export const readPractice = () => Promise.all([refetch(getPractice), refetch(practiceHistory)]).then(() => undefined);

export const practicePlay = (startAgain: (() => Promise<void>) | undefined): Play => ({
  practice: { ...(startAgain && { startAgain }) },
  async place(body) {
    const bet = await call(placePractice, { body });
    await readPractice();
    return bet;
  },
  async cancel(id) {
    await call(cancelPractice, { body: { id } });
    await readPractice();
  },
  quote: practiceQuote,
  async sell(id, point) {
    const sold = await call(sellPractice, { body: { id, point } });
    await readPractice();
    return sold;
  },
});

export interface Practice extends MyBets {
  /** Undefined: not known yet. */
  point: string | undefined;
  /** Something has come of it, no bet of any game is open, and the last time is long enough ago. */
  canStartAgain: boolean;
}

export function usePractice(option: TradeOption, now: number): Practice {
  const purse = useCall(getPractice);
  const past = useCall(practiceHistory, { query: { tradeOptionId: String(option.tradeOptionId), size: PAST } });
  useTopic(
    betQueue,
    {},
    (message) => {
      if (message.type === 'practiceBet' || message.type === 'practiceResult') void readPractice();
    },
    () => void readPractice(),
  );
  const open = purse.data?.open ?? [];
  const from = purse.data?.resetFrom ?? null;
  return {
    open: open.filter(({ tradeOptionId }) => tradeOptionId === option.tradeOptionId),
    past: past.data?.content ?? [],
    today: undefined,
    point: purse.data?.point,
    canStartAgain:
      open.length === 0 &&
      purse.data !== undefined &&
      purse.data.point !== purse.data.startPoint &&
      (from === null || now >= Date.parse(from)),
    arrival: arrivalOf([purse, past]),
  };
}

export const startAgain = async (): Promise<void> => {
  await call(resetPractice, { body: { isReset: true } });
  await readPractice();
};
