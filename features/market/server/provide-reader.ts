// Gives the market's reader to other features, and to the desk what its own pages judge prices by.
import { deskPrices } from '@maru/operator/admin-contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type MarketReader, marketReader } from '../contract.ts';

export function provideReader({ services }: Pick<AppContext, 'services'>, reader: MarketReader): void {
  services.provide(marketReader, reader);
  services.provide(deskPrices, {
    state(symbol) {
      const state = reader.state(symbol);
      return state === undefined || state === 'live' || state === 'closed' ? state : 'away';
    },
    ageMs: (symbol) => reader.prices(symbol)?.ageMs,
  });
}
