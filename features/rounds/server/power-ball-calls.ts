// Power ball by call: past draws with the day in figures, one draw with all that made it, the seals of what comes.
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { unpackDraw, wins } from '@maru/engine/rounds/power-ball.ts';
import { DAY_MS, SEOUL_AHEAD_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { entropyHash } from '../evidence.ts';
import { type DrawDay, type DrawRow, powerBallDraw, powerBallDraws, powerBallSeals } from '../power-ball-contract.ts';
import { keptEntropy } from './entropy-rows.ts';
import { siteOf } from './option-calls.ts';
import { type DrawFacts, drawsOf, withSeed } from './power-ball-draws.ts';
import { momentAt } from './power-ball-moments.ts';
import { requestedRound } from './round-calls.ts';
import { isoText } from './round-text.ts';
import { roundsService } from './rounds-service.ts';
import { requestedOption, roundId, roundTimes, runningOrdinal, type SiteOption } from './site-options.ts';

/** Draws that one answer tells with their seeds. */
const SHOWN = 60;
/** An answer is as good as new for so long. */
const SHARED_MS = 300;
const SEALS = 12;
/** Numbers of rounds count from midnight in Korea, for every site (web/round-board.ts). */
const NUMBER_ZONE_MS = SEOUL_AHEAD_MS;

export const powerBallDrawsHandler = handle(powerBallDraws, async (context, call) => {
  const site = siteOf(call);
  const option = requestedDraw(site, call.query.tradeOptionId);
  return { data: await sharedDraws(context, site, option) };
});

type Draws = Out<typeof powerBallDraws.reply>;
const shared = new WeakMap<AppContext, Map<string, { at: number; answer: Promise<Draws> }>>();

/** Everybody who looks on asks at the same moment: one answer is for all of them. */
function sharedDraws(context: AppContext, site: SiteConfig, option: SiteOption): Promise<Draws> {
  const answers = shared.get(context) ?? new Map<string, { at: number; answer: Promise<Draws> }>();
  shared.set(context, answers);
  const key = `${site.id}|${option.option}`;
  const known = answers.get(key);
  // By the machine's own time: it is about work, not about rounds.
  const now = performance.now();
  if (known !== undefined && now - known.at < SHARED_MS) return known.answer;
  const answer = readDraws(context, site, option);
  answers.set(key, { at: now, answer });
  answer.catch(() => answers.delete(key));
  return answer;
}

async function readDraws(context: AppContext, site: SiteConfig, option: SiteOption): Promise<Draws> {
  const now = context.clock.now();
  const last = runningOrdinal(option, now) - 1;
  const dayAt = Math.floor((now + NUMBER_ZONE_MS) / DAY_MS) * DAY_MS - NUMBER_ZONE_MS;
  const first = Math.ceil(dayAt / option.durationMs);
  const found = await drawsOf(context, site, option, Math.min(first, last - SHOWN + 1), last);
  const newest = found.slice(-SHOWN).reverse();
  const draws = await Promise.all(newest.map(async (facts) => presentDraw(option, await withSeed(context, site, option, facts))));
  const today = dayOf(
    found.filter(({ ordinal }) => ordinal >= first),
    utcDayText(now + NUMBER_ZONE_MS),
  );
  return { tradeOptionId: option.tradeOptionId, today, draws };
}

function requestedDraw(site: SiteConfig, tradeOptionId: number): SiteOption {
  const option = requestedOption(site, tradeOptionId);
  if (option.family !== 'P') throw new Refusal('ROUND_OPTION_UNKNOWN', { field: 'tradeOptionId' });
  return option;
}

function presentDraw(option: SiteOption, { ordinal, status, word, seal, seed, entropy, hasEvidence }: DrawFacts): DrawRow {
  const { startAt, endAt } = roundTimes(option, ordinal);
  const times = { tradeRoundId: roundId(option, ordinal), startAt: isoText(startAt), endAt: isoText(endAt) };
  return { ...times, status, balls: ballsOf(word), seal: seal ?? '', seed, entropy, hasEvidence };
}

function ballsOf(word: number | null): number[] | null {
  if (word === null) return null;
  const { balls, power } = unpackDraw(word);
  return [...balls, power];
}

function dayOf(found: readonly DrawFacts[], date: string): DrawDay {
  const drawn = found.flatMap(({ word }) => (word === null ? [] : [unpackDraw(word)]));
  const balls = Array.from({ length: 28 }, () => 0);
  const powers = Array.from({ length: 10 }, () => 0);
  for (const draw of drawn) {
    for (const ball of draw.balls) balls[ball - 1] += 1;
    powers[draw.power] += 1;
  }
  const won = POWER_BALL_MARKETS.map(({ code }, market) => [code, drawn.filter((draw) => wins(market, draw)).length] as const);
  return { date, draws: drawn.length, void: found.length - drawn.length, wins: Object.fromEntries(won), balls, powers };
}

export const powerBallDrawHandler = handle(powerBallDraw, async (context, call) => {
  const site = siteOf(call);
  const { option, ordinal } = requestedRound(site, call.query.tradeRoundId);
  const now = context.clock.now();
  const times = roundTimes(option, ordinal);
  if (option.family !== 'P' || times.startAt > now + DAY_MS) throw new Refusal('ROUND_UNKNOWN', { field: 'tradeRoundId' });
  const value = now < times.betCloseAt ? undefined : await publicValueOf(context, site, option, ordinal, times.betCloseAt);
  const [known] = now < times.endAt ? [] : await drawsOf(context, site, option, ordinal, ordinal);
  const { draws } = context.services.use(roundsService);
  const none = { ordinal, status: 0, word: null, seal: await draws.sealOf(site, option, ordinal), seed: null, hasEvidence: false };
  const facts = known === undefined ? { ...none, entropy: null } : await withSeed(context, site, option, known);
  const row = presentDraw(option, { ...facts, entropy: facts.entropy ?? value?.hash ?? null });
  return { data: { ...row, betCloseAt: isoText(times.betCloseAt), entropyOf: value?.value ?? null } };
});

/** Of a round with bets what its own settlement kept; else what was kept of the moment. */
async function publicValueOf(context: AppContext, site: SiteConfig, option: SiteOption, ordinal: number, closeAt: number) {
  const own = await keptEntropy(context.pool, site.id, { option: option.option, ordinal });
  if (own === undefined) return momentAt(context, closeAt);
  return { hash: entropyHash(own), value: own };
}

export const powerBallSealsHandler = handle(powerBallSeals, async (context, call) => {
  const site = siteOf(call);
  const option = requestedDraw(site, call.query.tradeOptionId);
  const { draws } = context.services.use(roundsService);
  const now = context.clock.now();
  await draws.prepare(now);
  const first = runningOrdinal(option, now);
  const rounds = Array.from({ length: SEALS }, async (_, i) => {
    const { startAt, endAt, betCloseAt } = roundTimes(option, first + i);
    const times = { startAt: isoText(startAt), endAt: isoText(endAt), betCloseAt: isoText(betCloseAt) };
    return { tradeRoundId: roundId(option, first + i), ...times, seal: await draws.sealOf(site, option, first + i) };
  });
  const days = [now, now + DAY_MS].map(utcDayText);
  return { data: { days: await draws.seals(days), rounds: await Promise.all(rounds) } };
});
