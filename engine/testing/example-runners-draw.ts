// Adapters of the worked cases about power ball: texts in, the engine's markets and counts, texts out.
import { mulDivHalfEven } from '../money/rounding.ts';
import { POWER_BALL_MARKETS, POWER_BALL_OUTCOMES, returnPpm } from '../rounds/power-ball-markets.ts';
import { wins } from '../rounds/power-ball.ts';
import { type Inputs, rate, type Runner, shown, text } from './example-values.ts';

/** What a market's code is called in the cases. */
const EVALUATED = {
  sumOddEven: ['SUM_ODD', 'SUM_EVEN'],
  sumUnderOver: ['SUM_UNDER', 'SUM_OVER'],
  sumSize: ['SUM_SMALL', 'SUM_MEDIUM', 'SUM_LARGE'],
  sumBand: ['SUM_A', 'SUM_B', 'SUM_C', 'SUM_D', 'SUM_E', 'SUM_F'],
  pbOddEven: ['PB_ODD', 'PB_EVEN'],
  pbUnderOver: ['PB_UNDER', 'PB_OVER'],
  pbBand: ['PB_A', 'PB_B', 'PB_C', 'PB_D'],
} as const;

const MARKET_NAMES: Readonly<Record<string, string>> = {
  'power ball odd+under': 'PB_ODD_UNDER',
  'power ball odd+over': 'PB_ODD_OVER',
  'power ball exact number': 'PB_7',
  'normal sum medium': 'SUM_MEDIUM',
  'normal sum A': 'SUM_A',
  'normal sum F': 'SUM_F',
  'odd and odd': 'CROSS_ODD_ODD',
};

const marketOf = (code: string) => {
  const market = POWER_BALL_MARKETS.findIndex((m) => m.code === code);
  if (market < 0) throw new Error(`no market ${code}`);
  return market;
};

function evaluate(i: Inputs): Record<string, unknown> {
  const sum = (i.balls as number[]).reduce((all, ball) => all + ball, 0);
  const draw = { power: Number(text(i, 'powerball')), sum };
  const found = Object.entries(EVALUATED).map(([field, codes]) => {
    const won = codes.filter((code) => wins(marketOf(code), draw));
    return [field, won.map((code) => code.replace(/^(SUM|PB)_/, '')).join()] as const;
  });
  return { sum: `${sum}`, ...Object.fromEntries(found) };
}

/** Of the 98,280 sets of balls: the power ball's ten are divided out. */
function counts(): Record<string, string> {
  const sums = POWER_BALL_MARKETS.filter((m) => m.code.startsWith('SUM_'));
  return { total: `${POWER_BALL_OUTCOMES / 10}`, ...Object.fromEntries(sums.map((m) => [m.code.slice(4), `${m.outcomes / 10}`])) };
}

function returned(i: Inputs): Record<string, unknown> {
  const market = marketOf(MARKET_NAMES[text(i, 'market')]);
  const [favourable, total] = [Number(text(i, 'favourable')), Number(text(i, 'total'))];
  if (POWER_BALL_MARKETS[market].outcomes !== mulDivHalfEven(favourable, POWER_BALL_OUTCOMES, total))
    throw new Error('another probability');
  return { rtpPct: shown(returnPpm(market, rate(text(i, 'odds'))), 4) };
}

export const drawRunners: Record<string, Runner> = {
  powerball_eval: evaluate,
  powerball_total: () => ({ combinations: `${POWER_BALL_OUTCOMES}` }),
  powerball_counts: counts,
  rtp: returned,
};
