// Reads Binance's own JSON: combined-stream events and REST depth, into plain integers of our ticks and lots.

export interface VenueUnits {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** A decimal text in integer units of 10^-decimals; further digits are cut (down) or make the next unit (up). */
export function venueUnits(text: string, decimals: number, up = false): number {
  let value = 0;
  let fraction = -1;
  let isMore = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 46) fraction = 0;
    else if (code < 48 || code > 57) throw new Error(`not a venue figure: ${text.slice(0, 40)}`);
    else if (fraction < decimals) {
      value = value * 10 + code - 48;
      if (fraction >= 0) fraction++;
    } else if (code !== 48) isMore = true;
  }
  for (let i = Math.max(fraction, 0); i < decimals; i++) value *= 10;
  return up && isMore ? value + 1 : value;
}

export type VenuePairs = readonly (readonly [string, string])[];

/** Levels as flat (ticks, lots): bids round down, asks up, quantities down; less than a lot counts as none. */
export function venueLevels(pairs: VenuePairs, units: VenueUnits, side: 'bid' | 'ask'): number[] {
  const out: number[] = [];
  for (let i = 0; i < pairs.length; i++) {
    out.push(venueUnits(pairs[i][0], units.tickDecimals, side === 'ask'), venueUnits(pairs[i][1], units.lotDecimals));
  }
  return out;
}

export interface VenueDepthDiff {
  type: 'diff';
  pair: string;
  eventAt: number;
  /** First and last update id of the event; `previous` is futures' pu, undefined on spot. */
  first: number;
  last: number;
  previous: number | undefined;
  bids: VenuePairs;
  asks: VenuePairs;
}
export interface VenueSnapshot {
  type: 'snapshot';
  last: number;
  bids: VenuePairs;
  asks: VenuePairs;
}
export interface VenueTrade {
  type: 'trade';
  pair: string;
  eventAt: number;
  id: number;
  price: string;
  quantity: string;
  /** The buyer was the maker, so the taker sold. */
  isBuyerMaker: boolean;
}
export interface VenueBest {
  type: 'best';
  pair: string;
  /** undefined on spot, whose bookTicker carries no time. */
  eventAt: number | undefined;
  bid: string;
  bidQuantity: string;
  ask: string;
  askQuantity: string;
}
export interface VenueMark {
  type: 'mark';
  pair: string;
  eventAt: number;
  mark: string;
  index: string;
  fundingRate: string;
  nextFundingAt: number;
}
export type VenueMessage = VenueDepthDiff | VenueSnapshot | VenueTrade | VenueBest | VenueMark;

/** The venue's JSON as far as we read it; which fields are there depends on the kind of the event. */
interface CombinedEvent {
  stream?: string;
  data?: Record<string, never>;
  lastUpdateId?: number;
}
interface DepthBody {
  lastUpdateId: number;
  bids: VenuePairs;
  asks: VenuePairs;
}

/** undefined for events we do not use (subscription answers, new event kinds). */
export function readVenueMessage(json: string): VenueMessage | undefined {
  const message = JSON.parse(json) as CombinedEvent;
  if (message.lastUpdateId !== undefined) return readSnapshot(message);
  const { stream, data } = message;
  if (stream === undefined || data === undefined) return undefined;
  const kind: string = data.e ?? (stream.endsWith('@bookTicker') ? 'bookTicker' : '');
  switch (kind) {
    case 'depthUpdate':
      return { type: 'diff', pair: data.s, eventAt: data.E, first: data.U, last: data.u, previous: data.pu, bids: data.b, asks: data.a };
    case 'trade':
      return { type: 'trade', pair: data.s, eventAt: data.T, id: data.t, price: data.p, quantity: data.q, isBuyerMaker: data.m };
    case 'aggTrade':
      return { type: 'trade', pair: data.s, eventAt: data.T, id: data.a, price: data.p, quantity: data.q, isBuyerMaker: data.m };
    case 'bookTicker':
      return { type: 'best', pair: data.s, eventAt: data.E, bid: data.b, bidQuantity: data.B, ask: data.a, askQuantity: data.A };
    case 'markPriceUpdate':
      return { type: 'mark', pair: data.s, eventAt: data.E, mark: data.p, index: data.i, fundingRate: data.r, nextFundingAt: data.T };
    default:
      return undefined;
  }
}

export function readSnapshot(body: unknown): VenueSnapshot {
  const { lastUpdateId, bids, asks } = body as DepthBody;
  return { type: 'snapshot', last: lastUpdateId, bids, asks };
}
