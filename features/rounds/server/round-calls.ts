// Rounds by call: those of the moment, one by its id, past ones with and without bets, and how a day went.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import {
  currentRound,
  getTradeRound,
  listTradeRounds,
  type Outcome,
  publicRounds,
  recentRounds,
  roundEvidence,
  summarizeRounds,
  type TradeRound,
} from '../contract.ts';
import { optionOfRound, ordinalOfRound } from '../round-codes.ts';
import { findEvidence } from './evidence-store.ts';
import { siteOf } from './option-calls.ts';
import { outcomesOf } from './outcomes.ts';
import { emptyRound, type RoundFacts } from './present-round.ts';
import { findRounds, pageOfRounds } from './round-queries.ts';
import { nextOpeningOf, toldRound } from './round-hours.ts';
import { isoText, priceText, resultOf } from './round-text.ts';
import { roundsService } from './rounds-service.ts';
import { bettingOrdinal, hasProductOf, requestedOption, roundId, runningOrdinal, type SiteOption, siteOptions } from './site-options.ts';

/** Past outcomes that one answer tells. */
const RECENT = 90;
const MAX_SIZE = 100;

export const currentRoundHandler = handle(currentRound, async (context, call) => {
  const site = siteOf(call);
  const option = requestedOption(site, call.query.tradeOptionId);
  const now = context.clock.now();
  const [running, betting] = await Promise.all([
    roundNow(context, site, option, runningOrdinal(option, now), now),
    roundNow(context, site, option, bettingOrdinal(option, now), now),
  ]);
  const opensAt = nextOpeningOf(context, option, now);
  return { data: { time: isoText(now), running, betting, opensAt: opensAt === null ? null : isoText(opensAt) } };
});

/** A round as it stands: live while it is fresh, else its row; one that nobody bet on shows its prices. */
export async function roundNow(
  context: AppContext,
  site: SiteConfig,
  option: SiteOption,
  ordinal: number,
  now: number,
): Promise<TradeRound> {
  const { rounds, boundaries, draws } = context.services.use(roundsService);
  const live = rounds.find(site.id, option.option, ordinal);
  const known: RoundFacts | undefined = live ?? (await findRounds(context, site.id, option.option, ordinal, ordinal)).get(ordinal);
  const facts = { ...(known ?? emptyRound(option.option, ordinal)) };
  if (option.family === 'P') facts.commit ??= await draws.sealOf(site, option, ordinal);
  else if (facts.strike === null && ordinal * option.durationMs <= boundaries.last && !option.isInRound)
    facts.strike = (await boundaries.find(option.data?.code ?? '', ordinal * option.durationMs))?.tick?.price ?? null;
  return toldRound(context, site, option, facts, now);
}

export const getTradeRoundHandler = handle(getTradeRound, async (context, call) => {
  const site = siteOf(call);
  const { option, ordinal } = requestedRound(site, call.query.tradeRoundId);
  const now = context.clock.now();
  // Coming rounds are told a day ahead: their seals can be looked at.
  if (ordinal * option.durationMs > now + DAY_MS) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
  return { data: await roundNow(context, site, option, ordinal, now) };
});

export function requestedRound(site: SiteConfig, tradeRoundId: number): { option: SiteOption; ordinal: number } {
  const found = roundOfSite(site, tradeRoundId);
  if (!hasProductOf(site, found.option)) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
  return found;
}

/** Also of a product that the site has no longer: what was decided stays to be seen. */
export function roundOfSite(site: SiteConfig, tradeRoundId: number): { option: SiteOption; ordinal: number } {
  const option = siteOptions(site)[optionOfRound(tradeRoundId)];
  if (option === undefined) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
  return { option, ordinal: ordinalOfRound(tradeRoundId) };
}

export const recentRoundsHandler = handle(recentRounds, async (context, call) => {
  const site = siteOf(call);
  const option = requestedOption(site, call.query.tradeOptionId);
  const last = runningOrdinal(option, context.clock.now()) - 1;
  const found = await outcomesOf(context, site, option, last - RECENT + 1, last);
  return { data: found.reverse().map((facts) => presentOutcome(option, facts)) };
});

function presentOutcome(option: SiteOption, facts: RoundFacts): Outcome {
  const startAt = facts.ordinal * option.durationMs;
  return {
    tradeRoundId: roundId(option, facts.ordinal),
    startAt: isoText(startAt),
    endAt: isoText(startAt + option.durationMs),
    status: facts.status,
    result: resultOf(facts.result),
    strike: priceText(option, facts.strike),
    closePrice: priceText(option, facts.close),
    hasEvidence: facts.hasEvidence,
  };
}

export const listTradeRoundsHandler = handle(listTradeRounds, async (context, call) => {
  const { tradeOptionId, isPlayStrs, resultType } = call.query;
  const isWanted = (option: SiteOption) =>
    isPlayStrs === undefined || isPlayStrs.split(',').some((word) => (word === 'true' || word === '1') === option.row.isPlay);
  return { data: await pageOfSite(context, call, tradeOptionId, isWanted, resultType) };
});

export const publicRoundsHandler = handle(publicRounds, async (context, call) => ({
  data: await pageOfSite(context, call, call.query.tradeOptionId, () => true, undefined),
}));

type PageCall = Call<{
  page?: number | undefined;
  size?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  after?: number | undefined;
}>;

async function pageOfSite(
  context: AppContext,
  call: PageCall,
  tradeOptionId: number | undefined,
  isWanted: (option: SiteOption) => boolean,
  resultType: string | undefined,
) {
  const site = siteOf(call);
  const { page = 0, size: asked = 20, after } = call.query;
  if (after !== undefined) await context.projections.waitFor(site.id, after);
  const options = tradeOptionId === undefined ? siteOptions(site) : [requestedOption(site, tradeOptionId)];
  const size = resultType === 'Count' ? 0 : Math.min(asked, MAX_SIZE);
  const { rows, total } = await pageOfRounds(context, {
    site: site.id,
    options: options.filter((option) => hasProductOf(site, option) && isWanted(option)).map(({ option }) => option),
    statuses: resultType === 'RoundStatus' ? [1, 2] : undefined,
    ...dateRange(call.query),
    limit: size,
    offset: page * size,
  });
  const now = context.clock.now();
  const content = rows.map((row) => toldRound(context, site, siteOptions(site)[row.option], row, now));
  return { content, page, size, totalElements: total };
}

export const summarizeRoundsHandler = handle(summarizeRounds, async (context, call) => {
  const site = siteOf(call);
  const option = requestedOption(site, call.query.tradeOptionId);
  const now = context.clock.now();
  const date = call.query.date ?? utcDayText(now);
  const { from = now } = dateRange({ startDate: date });
  const first = Math.ceil(from / option.durationMs);
  const last = Math.min(runningOrdinal(option, now), Math.ceil((from + DAY_MS) / option.durationMs)) - 1;
  const found = last < first ? [] : await outcomesOf(context, site, option, first, last);
  const of = (status: number) => found.filter((round) => round.status === status).length;
  const sums = { rounds: found.length, up: of(1), down: of(2), void: of(3) };
  return { data: { date, tradeOptionId: option.tradeOptionId, ...sums, longestUp: longest(found, 1), longestDown: longest(found, 2) } };
});

function longest(rounds: readonly RoundFacts[], status: number): number {
  let run = 0;
  let best = 0;
  for (const round of rounds) {
    run = round.status === status ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return best;
}

export const roundEvidenceHandler = handle(roundEvidence, async (context, call) => {
  const { tradeRoundId } = call.query;
  const { option, ordinal } = roundOfSite(call.site, tradeRoundId);
  const found = await findEvidence(context, call.site, option, ordinal);
  if (found === undefined) throw new Refusal('EVIDENCE_NOT_YET', { field: 'tradeRoundId' });
  return { data: { tradeRoundId, ...found } };
});
