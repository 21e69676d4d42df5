// When a bet may come, be taken back and be sold early, and what a sale pays by the published formula (rules 11.3; engine/rounds/sale-value.ts).
import { RATE_ONE } from '@maru/engine/money/units.ts';
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import { type EvidenceBet, playOf, type RoundEvidence } from './evidence.ts';
import { units } from './evidence-result.ts';

const RATE_PLACES = 8;
const time = (text: string): bigint => units(text, 0);

/** Placed while bets were taken; taken back before the cut-off; sold while the round ran, up to the same lead before its end. */
export function areTimesRight(record: RoundEvidence, bet: EvidenceBet): boolean {
  const [startAt, endAt, closeAt, at] = [record.startAt, record.endAt, record.betCloseAt, bet.at].map(time);
  const play = playOf(record.rule);
  const isBefore = play === 'price';
  const openAt = isBefore ? startAt - (endAt - startAt) : startAt;
  if (at < openAt || at >= closeAt) return false;
  if (bet.status !== 'SOLD' && bet.status !== 'CANCELLED') return bet.endedAt === undefined && bet.price === undefined;
  const endedAt = time(bet.endedAt ?? '');
  if (endedAt < at) return false;
  if (bet.status === 'CANCELLED') return play !== 'in-round' && endedAt < closeAt && bet.price === undefined;
  const lead = (isBefore ? startAt : endAt) - closeAt;
  return play !== 'power-ball' && endedAt >= startAt && endedAt < endAt - lead;
}

/** What the sale of a bet that could win `most` had to pay; undefined: it could not be sold. */
export function saleValueOf(record: RoundEvidence, bet: EvidenceBet, most: bigint): bigint | undefined {
  const { evidence } = record;
  if (evidence.kind !== 'price' || evidence.sale === null || bet.price === undefined) return undefined;
  const strikeText = playOf(record.rule) === 'in-round' ? bet.strike : evidence.strike.tick?.price;
  if (strikeText === undefined) return undefined;
  // The formula takes both in whole ticks; any common fineness gives the same.
  const places = Math.max(placesOf(strikeText), placesOf(bet.price));
  const [price, strike] = [bet.price, strikeText].map((text) => Number(units(text, places)));
  const [volatility, fee] = [evidence.sale.volatility, evidence.sale.fee].map((text) => Number(units(text, RATE_PLACES)));
  const leftMs = Number(time(record.endAt) - time(bet.endedAt ?? ''));
  if (strike === 0 || leftMs <= 0 || fee > RATE_ONE) return undefined;
  const market = bet.market === 'UP' ? 0 : 1;
  return BigInt(saleValue(Number(most), chanceOf(market, price, strike, leftMs, volatility), fee));
}

const placesOf = (text: string): number => text.length - (text.includes('.') ? text.indexOf('.') + 1 : text.length);
