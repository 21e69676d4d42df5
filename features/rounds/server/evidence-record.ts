// A settled round as its public record, from its projected rows and what was seen at its boundaries.
import { unpackDraw } from '@maru/engine/rounds/power-ball.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { VoidReason } from '@maru/engine/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { MarketTick } from '@maru/market/contract.ts';
import { pointDecimals } from '../currency.ts';
import {
  betsText,
  type DrawEvidence,
  EVIDENCE_FORMAT,
  type EvidenceBet,
  type EvidenceMarket,
  hashText,
  type PriceEvidence,
  type RoundEvidence,
  type TickEntropy,
} from '../evidence.ts';
import { evidenceBoundary } from './evidence-text.ts';
import { oddsText, resultOf, typeOf, voidReasonOf } from './round-text.ts';
import { roundId, roundTimes, type SiteOption } from './site-options.ts';

export interface SettledRound {
  option: number;
  ordinal: number;
  result: number;
  reason: number;
  strike: number;
  close: number;
  ticks: number[][] | null;
  settledMs: number;
  commit: string | null;
  seed: string | null;
  entropy: string | null;
  entropyOf: TickEntropy | null;
  /** Ticks around a boundary, by its moment. */
  near: ReadonlyMap<number, readonly MarketTick[]>;
  /** Of the feed that priced it. */
  source: string;
}

export interface SettledBet {
  betId: number;
  market: number;
  stake: number;
  odds: number;
  strike: number;
  status: number;
  payout: number;
}

const STATUSES = { 1: 'WON', 2: 'LOST', 3: 'VOID' } as const;

export function evidenceBet(site: SiteConfig, option: SiteOption, bet: SettledBet): EvidenceBet {
  const decimals = pointDecimals(site.binaryCurrency);
  return {
    bet: String(bet.betId),
    market: typeOf(option, bet.market),
    stake: formatDecimal(bet.stake, decimals),
    odds: oddsText(bet.odds),
    status: STATUSES[bet.status as 1 | 2 | 3],
    paid: formatDecimal(bet.payout, decimals),
    ...(option.isInRound && { strike: formatDecimal(bet.strike, option.data?.tickDecimals ?? 0) }),
  };
}

export function recordOf(
  site: SiteConfig,
  option: SiteOption,
  round: SettledRound,
  bets: readonly SettledBet[],
  place: { number: number; previous: string },
): RoundEvidence {
  const times = roundTimes(option, round.ordinal);
  return {
    format: EVIDENCE_FORMAT,
    site: site.code,
    tradeOptionId: String(option.tradeOptionId),
    tradeRoundId: String(roundId(option, round.ordinal)),
    code: option.code,
    rule: option.family === 'P' ? 'power-ball-1' : option.isInRound ? 'in-round-1' : 'price-1',
    startAt: String(times.startAt),
    endAt: String(times.endAt),
    betCloseAt: String(times.betCloseAt),
    settledAt: String(round.settledMs),
    currency: site.binaryCurrency,
    decimals: String(pointDecimals(site.binaryCurrency)),
    evidence: option.family === 'P' ? drawEvidence(round) : priceEvidence(option, round),
    result: resultOf(round.result) ?? 'VOID',
    voidReason: voidReasonOf(round.result, round.reason),
    markets: marketsOf(site, option, bets),
    betsHash: hashText(betsText(bets.map((bet) => evidenceBet(site, option, bet)))),
    number: String(place.number),
    previous: place.previous,
  };
}

function priceEvidence(option: SiteOption, { ordinal, reason, ticks, near, source }: SettledRound): PriceEvidence {
  const { startAt, endAt } = roundTimes(option, ordinal);
  const decimals = option.data?.tickDecimals ?? 0;
  const boundary = (at: number, place: number) => evidenceBoundary(at, ticks?.[place], near.get(at) ?? [], decimals);
  return {
    kind: 'price',
    symbol: option.data?.code ?? '',
    source,
    isHalted: reason === VoidReason.Halted,
    strike: boundary(startAt, 0),
    close: boundary(endAt, 1),
    signed: [],
  };
}

function drawEvidence({ result, close, commit, seed, entropy, entropyOf }: SettledRound): DrawEvidence {
  const draw = resultOf(result) === 'DRAWN' ? unpackDraw(close) : undefined;
  return {
    kind: 'draw',
    seal: commit ?? '',
    seed,
    entropy,
    entropyOf: entropy === null ? null : entropyOf,
    draw: draw === undefined ? null : { balls: draw.balls.map(String), power: String(draw.power) },
  };
}

/** Sums by market and odds: an odds change between two bets makes two lines. */
function marketsOf(site: SiteConfig, option: SiteOption, bets: readonly SettledBet[]): EvidenceMarket[] {
  const sums = new Map<string, { market: number; odds: number; bets: number; staked: bigint; paid: bigint }>();
  for (const { market, odds, stake, payout } of bets) {
    const key = `${market}|${odds}`;
    const sum = sums.get(key) ?? { market, odds, bets: 0, staked: 0n, paid: 0n };
    sums.set(key, { ...sum, bets: sum.bets + 1, staked: sum.staked + BigInt(stake), paid: sum.paid + BigInt(payout) });
  }
  const decimals = pointDecimals(site.binaryCurrency);
  return [...sums.values()]
    .sort((a, b) => a.market - b.market || a.odds - b.odds)
    .map((sum) => ({
      market: typeOf(option, sum.market),
      odds: oddsText(sum.odds),
      bets: String(sum.bets),
      staked: formatDecimal(sum.staked, decimals),
      paid: formatDecimal(sum.paid, decimals),
    }));
}
