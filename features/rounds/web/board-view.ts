// What both layouts of the binary page are given.
import type { ReactNode } from 'react';
import type { TradeBet, TradeOption } from '../contract.ts';
import type { Play } from './play.ts';
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
  /** With money or with practice money; bets and available are of it. */
  play: Play;
  /** Settled bets for money: evidence is of them alone. */
  proven: readonly TradeBet[];
  /** In place of the record of bets for money. */
  mine?: ReactNode;
}
