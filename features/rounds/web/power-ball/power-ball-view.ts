// What both layouts of the power ball page are given.
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { TradeOption, TradeRound } from '../../contract.ts';
import type { powerBallTexts } from './power-ball-texts.ts';
import type { DrawBets } from './use-draw-bets.ts';
import type { Draws } from './use-draws.ts';
import type { Slip } from './use-slip.ts';

export interface PowerBallView {
  option: TradeOption;
  /** The round that takes bets, or is about to be drawn. */
  betting: TradeRound | undefined;
  draws: Draws;
  bets: DrawBets;
  slip: Slip;
  now: number;
  isPhone: boolean;
  /** A small desk: parts that stand side by side on a wide one stand below each other. */
  isTight: boolean;
  /** Shows a round's evidence. */
  onShow(tradeRoundId: number | undefined): void;
  t: Text<typeof powerBallTexts>;
}
