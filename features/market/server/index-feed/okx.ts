// OKX's spot market as a source of the index: best bid and ask, told with each change.
import type { IndexVenue, VenueWord } from './index-venue.ts';

const CHANNEL = 'bbo-tbt';
type Side = readonly (readonly string[])[];

interface Message {
  event?: string;
  msg?: string;
  arg?: { channel: string; instId: string };
  data?: readonly { bids: Side; asks: Side; ts: string }[];
}

export const okx: IndexVenue = {
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  pairOf: (base) => `${base}-USDT`,
  subscribe: (pairs) => pairs.map((instId) => JSON.stringify({ op: 'subscribe', args: [{ channel: CHANNEL, instId }] })),
  ping: 'ping',
  read(text): VenueWord[] {
    if (text === 'pong') return [];
    const { event, msg = '', arg, data } = JSON.parse(text) as Message;
    if (event === 'error') return [{ kind: 'unlisted', pair: /instId:([A-Z0-9-]+)/.exec(msg)?.[1] ?? '', reason: msg }];
    if (event !== undefined || arg?.channel !== CHANNEL || data === undefined) return [];
    return data.map(({ bids, asks, ts }) => ({
      kind: 'quote',
      pair: arg.instId,
      // A picture, not a change: a side without a price is empty.
      bid: bids[0]?.[0] ?? '',
      ask: asks[0]?.[0] ?? '',
      at: Number(ts),
    }));
  },
};
