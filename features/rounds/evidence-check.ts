// Checks a round's record on whatever machine it lies: result, draw, payouts and chain are worked out again; nobody's verdict is asked for.
import {
  canonicalText,
  EVIDENCE_FORMAT,
  type EvidenceBet,
  type EvidenceFile,
  FIRST_PREVIOUS,
  hashText,
  inOrder,
  type DrawEvidence,
  type PriceEvidence,
  type RoundEvidence,
  playOf,
} from './evidence.ts';
import { BetsWalk } from './evidence-bets.ts';
import { areOddsAllowed, isSumRight } from './evidence-payout.ts';
import {
  drawAgain,
  isEntropyMet,
  isLastTick,
  isSameDraw,
  isSealMet,
  isTooLate,
  priceResult,
  tickAge,
  units,
  voidReasonsOf,
} from './evidence-result.ts';

/** hash: text and hash belong together. round: the record is of the round asked for. form: known fields, one spelling, times that fit. The rest as named. */
export type EvidenceCheckName =
  | 'hash'
  | 'round'
  | 'form'
  | 'ticks'
  | 'gap'
  | 'result'
  | 'seal'
  | 'entropy'
  | 'draw'
  | 'odds'
  | 'sums'
  | 'bets'
  | 'chain';
/** `isMissing`: what it would take was not handed in (bets, the record before); it neither holds nor fails. */
export interface EvidenceCheck {
  name: EvidenceCheckName;
  isRight: boolean;
  isMissing?: boolean;
  /** A figure to show beside it: ticks that fit, the oldest tick in ms, odds. */
  figure?: string;
}

const ORDINALS = 2n ** 32n;

export function checkEvidence(file: EvidenceFile): EvidenceCheck[] {
  const hash: EvidenceCheck = { name: 'hash', isRight: hashText(file.record) === file.hash };
  const record = readRecord(file.record);
  if (record === undefined) return [hash, { name: 'form', isRight: false }];
  const first = [hash, ...roundCheck(record, file)];
  try {
    const { evidence } = record;
    const ofKind = evidence.kind === 'price' ? priceChecks(record, evidence) : drawChecks(record, evidence);
    return [...first, { name: 'form', isRight: hasForm(record) }, ...ofKind, ...moneyChecks(record, file), chainCheck(record, file)];
  } catch {
    // A field that is no number, no list or not there at all.
    return [...first, { name: 'form', isRight: false }];
  }
}

/** A genuine record of another round answers nothing. */
const roundCheck = (record: RoundEvidence, { tradeRoundId }: EvidenceFile): EvidenceCheck[] =>
  tradeRoundId === undefined ? [] : [{ name: 'round', isRight: record.tradeRoundId === `${tradeRoundId}` }];

/** Whether anything that could be checked is wrong. */
export const isEvidenceRight = (checks: readonly EvidenceCheck[]): boolean =>
  checks.every((each) => each.isRight || each.isMissing === true);

export function readRecord(text: string): RoundEvidence | undefined {
  try {
    const record = JSON.parse(text) as RoundEvidence;
    return canonicalText(record) === text && record.format === EVIDENCE_FORMAT ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The round's id names its option and its start; its times are in order. */
function hasForm(record: RoundEvidence): boolean {
  const [startAt, endAt, closeAt, settledAt] = [record.startAt, record.endAt, record.betCloseAt, record.settledAt].map((t) => units(t, 0));
  const duration = endAt - startAt;
  const id = units(record.tradeRoundId, 0);
  const play = playOf(record.rule);
  const isPriceRule = play !== 'power-ball';
  return (
    duration > 0n &&
    play !== undefined &&
    id === units(record.tradeOptionId, 0) * ORDINALS + startAt / duration &&
    startAt % duration === 0n &&
    closeAt < (play === 'price' ? startAt : endAt) &&
    settledAt >= (isPriceRule ? endAt : closeAt) &&
    isPriceRule === (record.evidence.kind === 'price') &&
    (record.evidence.kind === 'draw' || hasPriceForm(record.evidence)) &&
    (isPriceRule ? record.result !== 'DRAWN' : record.result === 'DRAWN' || record.result === 'VOID')
  );
}

const hasPriceForm = ({ ticksOf, signed }: PriceEvidence): boolean => ['trades', 'mids'].includes(ticksOf) && Array.isArray(signed);

function priceChecks(record: RoundEvidence, price: PriceEvidence): EvidenceCheck[] {
  const { strike, close } = price;
  const fitting = [strike, close].filter((each) => isLastTick(each, record.voidReason === 'TOO_LATE')).length;
  const areAtBoundaries = strike.at === record.startAt && close.at === record.endAt;
  const ages = [strike, close].map(tickAge);
  const oldest = ages.includes(undefined) ? undefined : ages.reduce((a, b) => (a! > b! ? a : b));
  const reasons = voidReasonsOf(record, price);
  const gap: EvidenceCheck = { name: 'gap', isRight: record.result === 'VOID' || reasons.length === 0 };
  if (oldest !== undefined) gap.figure = `${oldest}`;
  return [
    { name: 'ticks', isRight: fitting === 2 && areAtBoundaries, figure: `${fitting} / 2` },
    gap,
    { name: 'result', isRight: isPriceResultRight(record, price, reasons) },
  ];
}

function isPriceResultRight(record: RoundEvidence, { strike, close }: PriceEvidence, reasons: readonly string[]): boolean {
  if (reasons.length > 0 || record.result === 'VOID') return record.result === 'VOID' && reasons.includes(record.voidReason ?? '');
  const isInRound = playOf(record.rule) === 'in-round';
  // In-round bets bring their own strikes: the start needs no tick.
  if (close.tick === null || (strike.tick === null && !isInRound)) return false;
  const result = isInRound || strike.tick === null ? 'EACH_BET' : priceResult(strike.tick.price, close.tick.price);
  return record.result === result && (record.voidReason === null || record.voidReason === record.result);
}

function drawChecks(record: RoundEvidence, draw: DrawEvidence): EvidenceCheck[] {
  if (record.result === 'VOID') {
    return [{ name: 'result', isRight: isTooLate(record) && record.voidReason === 'TOO_LATE' && draw.draw === null }];
  }
  return [
    { name: 'seal', isRight: isSealMet(draw) },
    { name: 'entropy', isRight: isEntropyMet(record, draw) },
    { name: 'draw', isRight: isSameDraw(drawAgain(record, draw), draw.draw) },
    { name: 'result', isRight: record.voidReason === null },
  ];
}

function moneyChecks(record: RoundEvidence, { bets }: EvidenceFile): EvidenceCheck[] {
  const { markets } = record;
  const isOnce = new Set(markets.map((row) => `${row.market} ${row.odds} ${row.how}`)).size === markets.length;
  const odds: EvidenceCheck = { name: 'odds', isRight: isOnce && markets.every((row) => areOddsAllowed(record, row)) };
  if (markets.length > 0) odds.figure = [...new Set(markets.map((row) => row.odds))].join(' · ');
  const sums: EvidenceCheck = { name: 'sums', isRight: markets.every((row) => isSumRight(record, row)) };
  return [odds, sums, bets === undefined ? { name: 'bets', isRight: false, isMissing: true } : betsCheck(record, bets)];
}

function betsCheck(record: RoundEvidence, bets: readonly EvidenceBet[]): EvidenceCheck {
  const walk = new BetsWalk(record);
  for (const bet of inOrder(bets)) walk.add(bet);
  return walk.end();
}

/** The record before has the hash that this one names, and is the one before: same option, one number less, settled before. */
function chainCheck(record: RoundEvidence, { previousRecord }: EvidenceFile): EvidenceCheck {
  const number = units(record.number, 0);
  const figure = `${number - 1n} → ${number}`;
  if (number === 1n) return { name: 'chain', isRight: record.previous === FIRST_PREVIOUS && previousRecord === undefined, figure };
  if (previousRecord === undefined) return { name: 'chain', isRight: false, isMissing: true, figure };
  const before = readRecord(previousRecord);
  const isBefore =
    before !== undefined &&
    before.site === record.site &&
    before.tradeOptionId === record.tradeOptionId &&
    units(before.number, 0) === number - 1n &&
    units(before.settledAt, 0) <= units(record.settledAt, 0);
  return { name: 'chain', isRight: isBefore && hashText(previousRecord) === record.previous, figure };
}
