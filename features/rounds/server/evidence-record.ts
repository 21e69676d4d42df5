// A settled round as its public record, from its projected rows and what was seen at its boundaries.
import { unpackDraw } from '@maru/engine/rounds/power-ball.ts';
import { formatDecimal, rateText } from '@maru/engine/money/decimal.ts';
import { RoundFlag } from '@maru/engine/wire/round-terms.ts';
import { VoidReason } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { type MarketTick, settlesByMid } from '@maru/market/contract.ts';
import { pointDecimals } from '../currency.ts';
import {
  type DrawEvidence,
  type DrawPlan,
  type Entropy,
  EVIDENCE_FORMAT,
  type EvidenceBet,
  type EvidenceEnding,
  type EvidenceTick,
  type PriceEvidence,
  type RoundEvidence,
  type RoundRule,
  type SaleTerms,
  type SignedPrice,
} from '../evidence.ts';
import { apartFrom } from '../evidence-signed.ts';
import type { BetTally } from './bet-tally.ts';
import { evidenceBoundary } from './evidence-text.ts';
import { BY_TICKS } from './public-values.ts';
import { resultOf, typeOf, voidReasonOf } from './round-text.ts';
import type { KeptSigned } from './signed-prices.ts';
import { roundId, roundTimes, type SiteOption } from './site-options.ts';
import { termsOf } from './site-sync.ts';

export interface SettledRound {
  option: number;
  ordinal: number;
  result: number;
  reason: number;
  strike: number;
  close: number;
  ticks: number[][] | null;
  settledMs: number;
  /** When betting closed by the terms that the engine held the round to. */
  closesMs: number | null;
  /** RoundFlag bits and terms of early sales that its first bet found; null of rounds that opened before the engine told them. */
  flags: number | null;
  saleFee: number | null;
  saleVolatility: number | null;
  commit: string | null;
  seed: string | null;
  entropy: string | null;
  entropyOf: Entropy | null;
  plan: DrawPlan | null;
  /** Ticks around a boundary, by its moment. */
  near: ReadonlyMap<number, readonly MarketTick[]>;
  /** Of the feed that priced it. */
  source: string;
  signed: KeptSigned[];
}

export interface SettledBet {
  betId: number;
  market: number;
  stake: number;
  odds: number;
  strike: number;
  placedMs: number;
  status: number;
  /** 0 by the round's result, 1 taken back, 2 sold; then when, and of a sale at what price. */
  ended: number;
  endedMs: number;
  soldPrice: number | null;
  payout: number;
}

const STATUSES = { 1: 'WON', 2: 'LOST', 3: 'VOID' } as const;
export const LEFT = { 0: 'SETTLED', 1: 'CANCELLED', 2: 'SOLD' } as const;
const howOf = ({ ended }: SettledBet): EvidenceEnding => LEFT[ended as 0 | 1 | 2];

export function evidenceBet(site: SiteConfig, option: SiteOption, bet: SettledBet): EvidenceBet {
  const decimals = pointDecimals(site.binaryCurrency);
  const price = (ticks: number) => formatDecimal(ticks, option.data?.tickDecimals ?? 0);
  const how = howOf(bet);
  return {
    bet: String(bet.betId),
    market: typeOf(option, bet.market),
    stake: formatDecimal(bet.stake, decimals),
    odds: rateText(bet.odds),
    at: String(bet.placedMs),
    status: how === 'SETTLED' ? STATUSES[bet.status as 1 | 2 | 3] : how,
    paid: formatDecimal(bet.payout, decimals),
    // The engine keeps a strike for in-round bets alone.
    ...(bet.strike > 0 && { strike: price(bet.strike) }),
    ...(how !== 'SETTLED' && { endedAt: String(bet.endedMs) }),
    ...(how === 'SOLD' && { price: price(bet.soldPrice ?? 0) }),
  };
}

export function recordOf(
  site: SiteConfig,
  option: SiteOption,
  round: SettledRound,
  bets: BetTally,
  place: { number: number; previous: string },
): RoundEvidence {
  const times = roundTimes(option, round.ordinal);
  const betCloseAt = round.closesMs ?? times.betCloseAt;
  return {
    format: EVIDENCE_FORMAT,
    site: site.code,
    tradeOptionId: String(option.tradeOptionId),
    tradeRoundId: String(roundId(option, round.ordinal)),
    code: option.code,
    // The row may have changed since: what was kept of the round says how it was played.
    rule: ruleOf(option, betCloseAt > times.startAt, round.flags !== null),
    startAt: String(times.startAt),
    endAt: String(times.endAt),
    betCloseAt: String(betCloseAt),
    settledAt: String(round.settledMs),
    currency: site.binaryCurrency,
    decimals: String(pointDecimals(site.binaryCurrency)),
    evidence: option.family === 'P' ? drawEvidence(round) : priceEvidence(site, option, round, bets.hasSold),
    result: resultOf(round.result) ?? 'VOID',
    voidReason: voidReasonOf(round.result, round.reason),
    markets: bets.markets(),
    betsHash: bets.hash(),
    number: String(place.number),
    previous: place.previous,
  };
}

function ruleOf({ family }: SiteOption, isInRound: boolean, areTermsTold: boolean): RoundRule {
  if (family === 'P') return 'power-ball-1';
  if (isInRound) return areTermsTold ? 'in-round-2' : 'in-round-1';
  return areTermsTold ? 'price-2' : 'price-1';
}

function priceEvidence(site: SiteConfig, option: SiteOption, round: SettledRound, hasSold: boolean): PriceEvidence {
  const { ordinal, reason, ticks, near, source, signed } = round;
  const { startAt, endAt } = roundTimes(option, ordinal);
  const decimals = option.data?.tickDecimals ?? 0;
  const boundary = (at: number, place: number) => evidenceBoundary(at, ticks?.[place], near.get(at) ?? [], decimals);
  const boundaries = { strike: boundary(startAt, 0), close: boundary(endAt, 1) };
  return {
    kind: 'price',
    symbol: option.data?.code ?? '',
    source,
    ticksOf: settlesByMid(option.data?.code ?? '') ? 'mids' : 'trades',
    isHalted: reason === VoidReason.Halted,
    ...boundaries,
    signed: signed.map((each) => withDistance(each, boundaries[each.boundary].tick)),
    sale: saleTerms(site, option, round, hasSold),
  };
}

function withDistance({ said, ...signed }: KeptSigned, tick: EvidenceTick | null): SignedPrice {
  if (said === null) return signed;
  return { ...signed, distance: tick === null ? null : String(apartFrom(tick.price, said).distance) };
}

function saleTerms(site: SiteConfig, option: SiteOption, round: SettledRound, hasSold: boolean): SaleTerms | null {
  const now = termsOf(site, option);
  const { flags, saleFee, saleVolatility } = round.flags === null ? now : round;
  if (((flags ?? 0) & RoundFlag.EarlySale) === 0 && !hasSold) return null;
  return { fee: rateText(saleFee ?? now.saleFee), volatility: rateText(saleVolatility ?? now.saleVolatility) };
}

function drawEvidence({ result, close, commit, seed, entropy, entropyOf, plan }: SettledRound): DrawEvidence {
  const draw = resultOf(result) === 'DRAWN' ? unpackDraw(close) : undefined;
  return {
    kind: 'draw',
    seal: commit ?? '',
    seed,
    entropy,
    entropyOf: entropy === null ? null : entropyOf,
    planned: plan ?? BY_TICKS,
    draw: draw === undefined ? null : { balls: draw.balls.map(String), power: String(draw.power) },
  };
}
