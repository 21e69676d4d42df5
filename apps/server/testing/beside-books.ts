// What the market's book was while an order was on its way: an order at the book's price has that of one of them.
import { destinationOf } from '@maru/kit/contract/topic.ts';
import { type Depth, depthTopic } from '@maru/market/contract.ts';
import { expect } from 'vitest';
import type { BotsExchange } from './bots.ts';

type Book = Pick<Depth, 'bids' | 'asks'>;

/** What was asked for, and every book from which it can have its price: however fast the market is, and however slow the machine. */
export async function besideBooks<T>(exchange: BotsExchange, place: () => Promise<T>): Promise<{ books: Book[]; placed: T }> {
  const books: Book[] = [];
  const destination = destinationOf(depthTopic, { symbol: 'BINANCE:BTCUSDT' });
  const deaf = exchange.server.context.sockets.tapTopic(1, destination, (body) => void books.push(body as Depth));
  books.push((await exchange.call('GET', '/fapi/v1/depth?symbol=BTCUSDT&limit=20')).body as unknown as Depth);
  const placed = await place();
  deaf();
  return { books, placed };
}

/**
 * At the fifth level of the other side: its price is of a book beside it; a market that moved beyond it in between takes nothing, and then
 * it is asked for again.
 */
export async function meets(
  exchange: BotsExchange,
  rows: 'bids' | 'asks',
  place: () => Promise<{ isFilled: boolean; price: number }>,
): Promise<void> {
  for (let isMet = false; !isMet; ) {
    const { books, placed } = await besideBooks(exchange, place);
    expect(books.map((book) => Number(book[rows][4][0]))).toContain(placed.price);
    isMet = placed.isFilled;
  }
}
