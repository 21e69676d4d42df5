// How past rounds of an option went: those with bets as they were settled, the others by the prices at their boundaries.
import { RoundResult } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { emptyRound, type RoundFacts } from './present-round.ts';
import { findRounds } from './round-queries.ts';
import { roundsService } from './rounds-service.ts';
import type { SiteOption } from './site-options.ts';

/** Oldest first; what nothing is known of is left out. */
export async function outcomesOf(
  context: AppContext,
  site: SiteConfig,
  option: SiteOption,
  from: number,
  to: number,
): Promise<RoundFacts[]> {
  const { boundaries } = context.services.use(roundsService);
  const isByPrice = option.data !== undefined && !option.isInRound;
  const [settled, prices] = await Promise.all([
    findRounds(context, site.id, option.option, from, to),
    isByPrice
      ? boundaries.prices(option.data?.code ?? '', from * option.durationMs, (to + 1) * option.durationMs)
      : new Map<number, number>(),
  ]);
  const found: RoundFacts[] = [];
  for (let ordinal = from; ordinal <= to; ordinal++) {
    const row = settled.get(ordinal);
    const strike = prices.get(ordinal * option.durationMs);
    const close = prices.get((ordinal + 1) * option.durationMs);
    if (row !== undefined) found.push(row);
    else if (strike !== undefined && close !== undefined) found.push(byPrices(option, ordinal, strike, close));
  }
  return found;
}

function byPrices({ option }: SiteOption, ordinal: number, strike: number, close: number): RoundFacts {
  const [status, result] = close > strike ? [1, RoundResult.Up] : close < strike ? [2, RoundResult.Down] : ([3, RoundResult.Tie] as const);
  return { ...emptyRound(option, ordinal), strike, close, status, result };
}
