// What the worst outcome of a round would cost the house, from what each side or market would be paid; exact, in the currency's units.
import { BetMarket } from '@maru/engine/wire/round-terms.ts';
import { wins } from '@maru/engine/rounds/power-ball.ts';

/** Open bets of one market. */
export interface MarketSum {
  market: number;
  bets: number;
  stake: bigint;
  pays: bigint;
}

const POWERS = 10;
const FIRST_SUM = 15;
const LAST_SUM = 130;

/** Most that all of them together can be paid: one outcome wins several markets of a draw, one side of a price round, any in-round bet. */
export function mostPaid(kind: 'price' | 'in-round' | 'draw', sums: readonly MarketSum[]): bigint {
  if (kind === 'draw') return mostOfDraw(sums);
  const of = (market: number) => sums.reduce((all, sum) => (sum.market === market ? all + sum.pays : all), 0n);
  // Each at a strike of its own: ups and downs may all be right.
  if (kind === 'in-round') return sums.reduce((all, { pays }) => all + pays, 0n);
  return largest([of(BetMarket.Up), of(BetMarket.Down)]);
}

/** Every power ball with every sum of five: what wins depends on nothing else. */
function mostOfDraw(sums: readonly MarketSum[]): bigint {
  let most = 0n;
  for (let power = 0; power < POWERS; power++)
    for (let sum = FIRST_SUM; sum <= LAST_SUM; sum++)
      most = largest([most, sums.reduce((all, { market, pays }) => (wins(market, { power, sum }) ? all + pays : all), 0n)]);
  return most;
}

const largest = (amounts: readonly bigint[]): bigint => amounts.reduce((most, each) => (each > most ? each : most), 0n);
