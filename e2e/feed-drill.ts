// A feed that goes wrong under a running server: its symbols fall silent, or tell another price than before.
import type { FeedUpdate } from '@maru/market/server/feed.ts';
import { marketService } from '@maru/market/server/market-service.ts';
import type { SymbolMarket } from '@maru/market/server/symbol-market.ts';
import type { TestServer } from '../apps/server/testing/harness.ts';

const marketsOf = (server: TestServer, isMeant: (name: string) => boolean): SymbolMarket[] =>
  server.context.services.use(marketService).hub.markets.filter(({ symbol }) => isMeant(symbol.name));

function times(update: FeedUpdate, share: number): FeedUpdate {
  const scaled = (price: number) => Math.round(price * share);
  const side = (pairs: readonly number[]) => pairs.map((value, at) => (at % 2 === 0 ? scaled(value) : value));
  switch (update.kind) {
    case 'depth':
      return { ...update, bids: side(update.bids), asks: side(update.asks) };
    case 'mark':
      return { ...update, mark: scaled(update.mark) };
    default:
      return { ...update, price: scaled(update.price) };
  }
}

/** From now on these tell nothing; answers how to let them speak again. */
export function silence(server: TestServer, isMeant: (name: string) => boolean): () => void {
  return taking(marketsOf(server, isMeant), () => undefined);
}

/** From now on these tell a share of their price. */
export function tellShare(server: TestServer, isMeant: (name: string) => boolean, share: number): () => void {
  return taking(marketsOf(server, isMeant), (update) => times(update, share));
}

function taking(markets: readonly SymbolMarket[], change: (update: FeedUpdate) => FeedUpdate | undefined): () => void {
  const undo = markets.map((market) => {
    const take = market.take.bind(market);
    market.take = (update) => {
      const changed = change(update);
      if (changed !== undefined) take(changed);
    };
    return () => {
      market.take = take;
    };
  });
  return () => {
    for (const each of undo) each();
  };
}
