// What odds may be: the house must keep something of every market (rules 11.6, 12.3). The form shows it, the server refuses by it.
import { rateText } from '@maru/engine/money/decimal.ts';
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import { guardsHouse, ODDS_ONE, POWER_BALL_MARKETS, POWER_BALL_OUTCOMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { LEAST_ODDS, MOST_ODDS } from '@maru/engine/rounds/price-odds.ts';

const marketOf = new Map(POWER_BALL_MARKETS.map(({ code }, market) => [code, market]));
export const priceTypes = ['UP', 'DOWN'] as const;
/** Every bet type of a draw, in the order of the table. */
export const drawTypes: readonly string[] = POWER_BALL_MARKETS.map(({ code }) => code);

export interface OddsJudged {
  /** Of winning; a side of a price round is taken for even chances, since a tie gives stakes back. */
  probability: string;
  /** probability × odds, what comes back of all stakes in the long run. */
  product: string;
  /** Odds from and to which the type may be offered. */
  least: string;
  most: string;
  /** 0 of a draw's market: it is not offered. */
  isOff: boolean;
  isAllowed: boolean;
}

/** `odds` in 10^-8; undefined: there is no such type in a game of this family. */
export function judgeOdds(isDraw: boolean, type: string, odds: number): OddsJudged | undefined {
  if (!isDraw) {
    if (!priceTypes.some((each) => each === type)) return undefined;
    const isAllowed = Number.isSafeInteger(odds) && odds >= LEAST_ODDS && odds <= MOST_ODDS;
    return { ...shown(1, 2, odds), least: rateText(LEAST_ODDS), most: rateText(MOST_ODDS), isOff: false, isAllowed };
  }
  const market = marketOf.get(type);
  if (market === undefined) return undefined;
  const { outcomes } = POWER_BALL_MARKETS[market];
  const most = mulDivFloor(POWER_BALL_OUTCOMES, ODDS_ONE, outcomes);
  // The product itself must stay below one.
  const highest = guardsHouse(market, most) ? most : most - 1;
  const isOff = odds === 0;
  const isAllowed = isOff || guardsHouse(market, odds);
  return { ...shown(outcomes, POWER_BALL_OUTCOMES, odds), least: rateText(ODDS_ONE + 1), most: rateText(highest), isOff, isAllowed };
}

function shown(outcomes: number, all: number, odds: number): Pick<OddsJudged, 'probability' | 'product'> {
  const safe = Number.isSafeInteger(odds) && odds > 0 ? odds : 0;
  return { probability: rateText(mulDivFloor(outcomes, ODDS_ONE, all)), product: rateText(mulDivFloor(outcomes, safe, all)) };
}
