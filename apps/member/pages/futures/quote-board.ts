// Lends the market's live prices to the futures screens: the page is where the two features meet.
import type { QuoteBoard } from '@maru/futures/web/feature.tsx';
import { liveStore } from '@maru/kit/web/live-store.ts';
import { depthKey, followQuote, quoteKey } from '@maru/market/web/feature.tsx';

export const quoteBoard: QuoteBoard = {
  quote: (symbol) => liveStore.get(quoteKey(symbol)),
  depth: (symbol) => liveStore.get(depthKey(symbol)),
  subscribe(symbol, changed) {
    const offs = [followQuote(symbol), liveStore.subscribe(quoteKey(symbol), changed)];
    return () => {
      for (const off of offs) off();
    };
  },
};
