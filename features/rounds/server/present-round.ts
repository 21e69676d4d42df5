// A round and its bets as the wire shows them.
import { rateText } from '@maru/engine/money/decimal.ts';
import { unpackDraw } from '@maru/engine/rounds/power-ball.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { TradeBet, TradeRound } from '../contract.ts';
import type { RoundPhase } from '../shapes.ts';
import { isoText, payoutOf, pointText, priceText, resultOf, typeOf, voidReasonOf } from './round-text.ts';
import { roundId, roundTimes, type SiteOption } from './site-options.ts';

/** A round's row, or what is known of one without bets. */
export interface RoundFacts {
  option: number;
  ordinal: number;
  status: number;
  result: number | null;
  reason: number | null;
  strike: number | null;
  close: number | null;
  up: number;
  down: number;
  upCount: number;
  downCount: number;
  commit: string | null;
  hasEvidence: boolean;
}

export function emptyRound(option: number, ordinal: number): RoundFacts {
  const none = { result: null, reason: null, strike: null, close: null, commit: null, hasEvidence: false };
  return { option, ordinal, status: 0, up: 0, down: 0, upCount: 0, downCount: 0, ...none };
}

export function presentRound(site: SiteConfig, option: SiteOption, facts: RoundFacts, now: number): TradeRound {
  const times = roundTimes(option, facts.ordinal);
  const isDraw = option.family === 'P';
  return {
    tradeRoundId: roundId(option, facts.ordinal),
    tradeOptionId: option.tradeOptionId,
    code: option.code,
    stock: option.data?.code ?? null,
    status: facts.status,
    phase: phaseOf(option, facts, now),
    betOpenAt: isoText(times.betOpenAt),
    betCloseAt: isoText(times.betCloseAt),
    startAt: isoText(times.startAt),
    endAt: isoText(times.endAt),
    strike: priceText(option, facts.strike),
    closePrice: priceText(option, facts.close),
    result: resultOf(facts.result),
    voidReason: voidReasonOf(facts.result, facts.reason),
    pool: {
      up: pointText(site, facts.up),
      down: pointText(site, facts.down),
      upCount: facts.upCount,
      downCount: facts.downCount,
    },
    balls: isDraw ? ballsOf(facts) : null,
    commit: facts.commit,
    hasEvidence: facts.hasEvidence,
  };
}

function ballsOf({ result, close }: RoundFacts): number[] | null {
  if (resultOf(result) !== 'DRAWN' || close === null) return null;
  const { balls, power } = unpackDraw(close);
  return [...balls, power];
}

export function phaseOf(option: SiteOption, { ordinal, status }: Pick<RoundFacts, 'ordinal' | 'status'>, now: number): RoundPhase {
  const { betOpenAt, betCloseAt, startAt, endAt } = roundTimes(option, ordinal);
  if (status !== 0) return status === 3 ? 'VOID' : 'SETTLED';
  if (now < betOpenAt) return 'WAITING';
  if (now < betCloseAt) return 'BETTING';
  if (option.family === 'P' || now < startAt) return now < endAt ? 'LOCKED' : 'SETTLING';
  return now < endAt ? 'RUNNING' : 'SETTLING';
}

export interface BetFacts {
  betId: number;
  option: number;
  ordinal: number;
  market: number;
  stake: number;
  odds: number;
  /** Of an in-round bet; else 0. */
  strike: number;
  status: number;
  /** 0 by its round, 1 taken back, 2 sold. */
  ended: number;
  payout: number | null;
  placedMs: number;
  settledMs: number | null;
}

type Outcome = Pick<RoundFacts, 'strike' | 'close' | 'result' | 'reason'>;
export const noOutcome: Outcome = { strike: null, close: null, result: null, reason: null };

/** A round's moments as bets tell them: thousands of bets in a row are of the same few rounds. */
type Moments = Pick<TradeBet, 'startAt' | 'endAt' | 'cancelUntil'>;
const moments = new WeakMap<SiteOption, Map<number, Moments>>();
const KEPT_MOMENTS = 16;

function momentsOf(option: SiteOption, ordinal: number): Moments {
  let known = moments.get(option);
  if (known === undefined) moments.set(option, (known = new Map()));
  let found = known.get(ordinal);
  if (found === undefined) {
    const { startAt, endAt, betCloseAt } = roundTimes(option, ordinal);
    found = { startAt: isoText(startAt), endAt: isoText(endAt), cancelUntil: isoText(betCloseAt) };
    if (known.size >= KEPT_MOMENTS) known.clear();
    known.set(ordinal, found);
  }
  return found;
}

export function presentBet(site: SiteConfig, option: SiteOption, bet: BetFacts, round: Outcome = noOutcome): TradeBet {
  const { startAt, endAt, cancelUntil } = momentsOf(option, bet.ordinal);
  const isVoid = bet.status === 3;
  return {
    tradeHistoryId: bet.betId,
    tradeRoundId: roundId(option, bet.ordinal),
    tradeOptionId: option.tradeOptionId,
    code: option.code,
    stock: option.data?.code ?? null,
    type: typeOf(option, bet.market),
    point: pointText(site, bet.stake),
    odds: rateText(bet.odds),
    expectPoint: pointText(site, payoutOf(bet.stake, bet.odds)),
    status: bet.status,
    payout: bet.payout === null ? null : pointText(site, bet.payout),
    profit: bet.payout === null ? null : pointText(site, bet.payout - bet.stake),
    strike: priceText(option, bet.strike > 0 ? bet.strike : round.strike),
    closePrice: priceText(option, round.close),
    isTakenBack: bet.ended === 1,
    isSold: bet.ended === 2,
    voidReason: isVoid && bet.ended === 0 ? (voidReasonOf(round.result, round.reason) ?? 'TIE') : null,
    startAt,
    endAt,
    cancelUntil,
    betAt: isoText(bet.placedMs),
    settledAt: bet.settledMs === null ? null : isoText(bet.settledMs),
    currency: site.binaryCurrency,
  };
}
