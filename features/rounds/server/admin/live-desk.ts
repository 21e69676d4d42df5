// Rounds of the moment for operators: open bets by side or market from their rows, what the house stands to lose, and its two purses.
import { HouseAccount } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { pointDecimals } from '../../currency.ts';
import { type LiveGame, type LiveRound, readLiveRounds } from '../../desk-contract.ts';
import { presentOption } from '../option-calls.ts';
import { emptyRound, type RoundFacts } from '../present-round.ts';
import { isoText, pointOf, pointText, typeOf } from '../round-text.ts';
import { toldRound } from '../round-hours.ts';
import { roundsService } from '../rounds-service.ts';
import { bettingOrdinal, hasProductOf, isOffered, runningOrdinal, type SiteOption, siteOptions } from '../site-options.ts';
import { type MarketSum, mostPaid } from './worst-case.ts';

type Sums = ReadonlyMap<string, readonly MarketSum[]>;
const keyOf = (option: number, ordinal: number) => `${option}|${ordinal}`;

export const liveDeskRoute = handleOperator(readLiveRounds, async (context, { site }) => {
  const now = context.clock.now();
  const open = context.services
    .use(roundsService)
    .rounds.unsettled()
    .filter((each) => each.site === site.id);
  const [sums, escrow, house] = await Promise.all([
    openSums(
      context,
      site.id,
      open.map(({ round }) => round),
    ),
    purse(context, site.id, HouseAccount.RoundsEscrow),
    purse(context, site.id, HouseAccount.Rounds),
  ]);
  const facts = new Map(open.map(({ round }) => [keyOf(round.option, round.ordinal), round]));
  const games = siteOptions(site).flatMap((option) => {
    const own = open.filter(({ round }) => round.option === option.option).map(({ round }) => round.ordinal);
    if (!hasProductOf(site, option) || (!isOffered(site, option) && own.length === 0)) return [];
    const ordinals = [...new Set([...own, runningOrdinal(option, now), bettingOrdinal(option, now)])].sort((a, b) => a - b);
    return [gameOf(context, site, option, ordinals, facts, sums, now)];
  });
  return {
    data: {
      time: isoText(now),
      currency: site.binaryCurrency,
      pointPrecision: pointDecimals(site.binaryCurrency),
      games,
      open: totalOf(
        site,
        games.flatMap(({ rounds }) => rounds),
      ),
      escrow: pointText(site, escrow),
      house: pointText(site, house),
    },
  };
});

const purse = ({ engine }: AppContext, site: number, which: number): Promise<number> => engine.query<number>(site, 'ledger', which);

// Rows lag the engine by milliseconds; what they say adds up, round by round.
const OPEN_SUMS = `SELECT b.option, b.ordinal, b.market, count(*)::int AS bets, sum(b.stake)::text AS stake,
    sum(floor(b.stake::numeric * b.odds / 100000000))::text AS pays
  FROM rounds_bet b JOIN unnest($2::int[], $3::bigint[]) AS n(option, ordinal) ON n.option = b.option AND n.ordinal = b.ordinal
  WHERE b.site_id = $1 AND b.status = 0 AND b.ended = 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

async function openSums({ pool }: AppContext, site: number, rounds: readonly RoundFacts[]): Promise<Sums> {
  const sums = new Map<string, MarketSum[]>();
  if (rounds.length === 0) return sums;
  const values = [site, rounds.map(({ option }) => option), rounds.map(({ ordinal }) => ordinal)];
  const { rows } = await pool.query<{ option: number; ordinal: number; market: number; bets: number; stake: string; pays: string }>(
    OPEN_SUMS,
    values,
  );
  for (const { option, ordinal, market, bets, stake, pays } of rows) {
    const key = keyOf(option, ordinal);
    const list = sums.get(key) ?? [];
    sums.set(key, list);
    list.push({ market, bets, stake: BigInt(stake), pays: BigInt(pays) });
  }
  return sums;
}

function gameOf(
  context: AppContext,
  site: SiteConfig,
  option: SiteOption,
  ordinals: readonly number[],
  facts: ReadonlyMap<string, RoundFacts>,
  sums: Sums,
  now: number,
): LiveGame {
  const { tradeOptionId, code, stock, name, state, opensAt, isInRound, cutoffSeconds } = presentOption(context, site, option);
  const rounds = ordinals.map((ordinal) => {
    const key = keyOf(option.option, ordinal);
    const round = toldRound(context, site, option, facts.get(key) ?? emptyRound(option.option, ordinal), now);
    return { round, ...betsOf(site, option, sums.get(key) ?? []) };
  });
  const maxSidePoint = pointText(site, pointOf(site, option.row.maxSideExposure));
  return { tradeOptionId, code, stock, name, state, opensAt, maxSidePoint, isPlay: option.row.isPlay, isInRound, cutoffSeconds, rounds };
}

function betsOf(site: SiteConfig, option: SiteOption, sums: readonly MarketSum[]): Omit<LiveRound, 'round'> {
  const amount = amountsOf(site);
  const staked = sums.reduce((all, { stake }) => all + stake, 0n);
  const kind = option.family === 'P' ? 'draw' : option.isInRound ? 'in-round' : 'price';
  return {
    bets: sums.reduce((all, { bets }) => all + bets, 0),
    staked: amount(staked),
    markets: sums.map(({ market, bets, stake, pays }) => ({
      type: typeOf(option, market),
      bets,
      stake: amount(stake),
      pays: amount(pays),
    })),
    worst: amount(staked - mostPaid(kind, sums)),
  };
}

function amountsOf(site: SiteConfig): (units: bigint) => string {
  const decimals = pointDecimals(site.binaryCurrency);
  return (units) => formatDecimal(units, decimals);
}

function totalOf(site: SiteConfig, rounds: readonly LiveRound[]) {
  const units = (text: string) => BigInt(text.replace('.', ''));
  const taken = rounds.filter(({ bets }) => bets > 0);
  const sum = (of: (round: LiveRound) => string) => amountsOf(site)(taken.reduce((all, round) => all + units(of(round)), 0n));
  return {
    rounds: taken.length,
    bets: taken.reduce((all, { bets }) => all + bets, 0),
    staked: sum(({ staked }) => staked),
    worst: sum(({ worst }) => worst),
  };
}
