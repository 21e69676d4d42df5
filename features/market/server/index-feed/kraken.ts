// Kraken's spot market as a source of the index: quotes in US dollars, with its own price of USDT to read them by.
import type { IndexVenue, VenueWord } from './index-venue.ts';

interface Message {
  channel?: string;
  data?: readonly { symbol: string; bid: number; ask: number; timestamp?: string }[];
  success?: boolean;
  error?: string;
  symbol?: string;
}

/** The shortest decimals of a JSON figure, as they were sent. */
const decimals = (value: number) => (Math.abs(value) < 1e-6 ? value.toFixed(12) : String(value));
const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

export const kraken: IndexVenue = {
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  pairOf: (base) => `${base}/USD`,
  tether: 'USDT/USD',
  subscribe: (symbol) => [JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', event_trigger: 'bbo', symbol } })],
  ping: '{"method":"ping"}',
  read(text): VenueWord[] {
    const { channel, data, success, error = '', symbol = '' } = JSON.parse(text) as Message;
    if (success === false) return [{ kind: 'unlisted', pair: symbol, reason: error }];
    if (channel !== 'ticker' || data === undefined) return [];
    return data.map((each) => ({
      kind: 'quote',
      pair: each.symbol,
      bid: decimals(each.bid),
      ask: decimals(each.ask),
      at: timeOf(each.timestamp),
    }));
  },
};
