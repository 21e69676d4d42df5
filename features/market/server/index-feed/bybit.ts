// Bybit's spot market as a source of the index: best bid and ask, told with each change and every three seconds.
import type { IndexVenue, VenueWord } from './index-venue.ts';

const TOPIC = 'orderbook.1.';
type Side = readonly (readonly [price: string, size: string])[];

interface Message {
  topic?: string;
  ts: number;
  data: { s: string; b: Side; a: Side };
  success?: boolean;
  ret_msg?: string;
  req_id?: string;
}

const best = (side: Side) => side.find(([, size]) => Number(size) > 0)?.[0];

export const bybit: IndexVenue = {
  name: 'bybit',
  url: 'wss://stream.bybit.com/v5/public/spot',
  pairOf: (base) => `${base}USDT`,
  // One pair each: one that is not listed takes all of its request with it.
  subscribe: (pairs) => pairs.map((pair) => JSON.stringify({ op: 'subscribe', req_id: pair, args: [TOPIC + pair] })),
  ping: '{"op":"ping"}',
  read(text): VenueWord[] {
    const message = JSON.parse(text) as Message;
    if (message.success === false) return [{ kind: 'unlisted', pair: message.req_id ?? '', reason: message.ret_msg ?? '' }];
    if (message.topic?.startsWith(TOPIC) !== true) return [];
    const { data, ts } = message;
    return [{ kind: 'quote', pair: data.s, bid: best(data.b), ask: best(data.a), at: ts }];
  },
};
