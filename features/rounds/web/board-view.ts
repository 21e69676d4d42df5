// What both layouts of the binary page are given.
import type { TradeOption } from '../contract.ts';
import type { MyBets, RoundBoard, Tick } from './round-board.ts';

export interface BoardView {
  option: TradeOption;
  rounds: RoundBoard;
  ticks: readonly Tick[];
  now: number;
  last: number | undefined;
  bets: MyBets;
  available: string | undefined;
  /** The settled round whose evidence is looked at. */
  shown: number | undefined;
  onShow(tradeRoundId: number | undefined): void;
  isPractice: boolean;
}
