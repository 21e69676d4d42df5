// A price that the book gives: OPPONENT is the best of the other side, QUEUE of one's own; a number is the level so many from the best.
import type { Book } from './book-stream.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import type { Params } from './fapi-params.ts';

const levels = {
  OPPONENT: 1,
  OPPONENT_5: 5,
  OPPONENT_10: 10,
  OPPONENT_20: 20,
  QUEUE: 1,
  QUEUE_5: 5,
  QUEUE_10: 10,
  QUEUE_20: 20,
} as const;
export type PriceMatch = keyof typeof levels;

const isMatch = (text: string): text is PriceMatch => Object.hasOwn(levels, text);

/** What is asked for, if anything is. Only a limit has a price to match, and it brings none of its own. */
export function priceMatchOf(params: Params, isLimit: boolean): PriceMatch | undefined {
  const text = params.text('priceMatch')?.toUpperCase();
  if (text === undefined || text === 'NONE') return undefined;
  if (!isMatch(text)) throw new FapiFault(-5037, 'Invalid price match');
  if (!isLimit) throw new FapiFault(-5038, 'Price match only supports order type: LIMIT, STOP AND TAKE_PROFIT');
  if (params.text('price') !== undefined) throw faults.unsent('price');
  return text;
}

/** Throws where the book is not that deep. */
export function matchedPrice(book: Pick<Book, 'bids' | 'asks'>, side: 'BUY' | 'SELL', match: PriceMatch): string {
  const isOwn = match.startsWith('QUEUE');
  const rows = (side === 'BUY') === isOwn ? book.bids : book.asks;
  const level = rows[levels[match] - 1];
  if (level === undefined) throw new FapiFault(-5041, 'No depth matches this BBO order');
  return level[0];
}
