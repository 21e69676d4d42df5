// The names of venues as they write themselves, for words that people read.

import { VENUE } from './step-guard.ts';

const names: Readonly<Record<string, string>> = {
  binance: 'Binance',
  bybit: 'Bybit',
  okx: 'OKX',
  kraken: 'Kraken',
  pyth: 'Pyth',
};

/** `venue` is the constituent that a symbol's own venue publishes. */
export const venueName = (source: string, symbol = ''): string =>
  source === VENUE && symbol.startsWith('BINANCE:') ? names['binance'] : (names[source] ?? source);
