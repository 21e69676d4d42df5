// Ticks and boundaries as an evidence record writes them: every number a decimal text.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { MarketTick } from '@maru/market/contract.ts';
import type { EvidenceBoundary, EvidenceTick } from '../evidence.ts';

const WORD = 2 ** 32;

export function evidenceTick({ id, price, eventAt, receivedAt }: MarketTick, tickDecimals: number): EvidenceTick {
  return { id: String(id), price: formatDecimal(price, tickDecimals), sourceAt: String(eventAt), receivedAt: String(receivedAt) };
}

/** From the words that the settlement was given (RoundTick), with the neighbours that were seen. */
export function evidenceBoundary(
  at: number,
  words: readonly number[] | undefined,
  near: readonly MarketTick[],
  tickDecimals: number,
): EvidenceBoundary {
  const [price = -1, eventAt, idHi, idLo, receivedAt, before = -1, second = -1] = words ?? [];
  const priceText = (ticks: number) => (ticks < 0 ? null : formatDecimal(ticks, tickDecimals));
  return {
    at: String(at),
    tick: price < 0 ? null : evidenceTick({ id: idHi * WORD + idLo, price, eventAt, receivedAt }, tickDecimals),
    before: priceText(before),
    second: priceText(second),
    near: near.map((tick) => evidenceTick(tick, tickDecimals)),
  };
}
