// Tells the running candles of mark, index and premium: only those that somebody asked for, built once for all sites.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { destinationOf } from '@maru/kit/contract/topic.ts';
import type { SocketHub } from '@maru/kit/server/socket-hub.ts';
import { type Interval, priceKlineTopic } from '../contract.ts';
import { candleOf } from './market-wire.ts';
import type { SampledPrice, SymbolMarket } from './symbol-market.ts';

const EVERY_MS = 250;
/** Nobody listened for so long: not looked at until somebody asks again. */
const FORGET_MS = 60_000;

interface Wanted {
  market: SymbolMarket;
  type: SampledPrice;
  interval: Interval;
  heardAt: number;
  told: string;
}

export interface SampledPublisher {
  /** Somebody subscribes to the running candle. */
  want(market: SymbolMarket, type: SampledPrice, interval: Interval, now: number): void;
  settled(now: number): void;
}

export function createSampledPublisher(options: { sockets: SocketHub; sites(): readonly SiteConfig[] }): SampledPublisher {
  const { sockets, sites } = options;
  const wanted = new Map<string, Wanted>();
  let toldAt = 0;

  function tell(destination: string, one: Wanted, now: number): void {
    const { market, type, interval } = one;
    const heard = sites().filter((site) => sockets.subscribers(site.id, destination) > 0);
    if (heard.length > 0) one.heardAt = now;
    else if (now - one.heardAt > FORGET_MS) wanted.delete(destination);
    const bar = market.sampled[type].running(interval);
    if (bar === undefined || heard.length === 0) return;
    const candle = candleOf(market.symbol, bar, type);
    const text = candle.join();
    if (text === one.told) return;
    one.told = text;
    sockets.publishAll(
      heard.map(({ id }) => id),
      destination,
      candle,
      { conflate: String(bar.openAt) },
    );
  }

  return {
    want(market, type, interval, now) {
      const destination = destinationOf(priceKlineTopic, { symbol: market.symbol.name, interval, priceType: type });
      const present = wanted.get(destination);
      if (present === undefined) wanted.set(destination, { market, type, interval, heardAt: now, told: '' });
      else present.heardAt = now;
    },
    settled(now) {
      if (now - toldAt < EVERY_MS) return;
      toldAt = now;
      for (const [destination, one] of wanted) tell(destination, one, now);
    },
  };
}
