// A market driven by hand all the way to the engine: a feed's news through the hub and the ladder policy, each record it asks for journaled.
import { CommandHeadWord, CommandKind, CommandWord } from '@maru/engine/wire/command.ts';
import { createLadderPolicy } from '@maru/market/server/ladder-policy.ts';
import { createMarketHub, type MarketHub } from '@maru/market/server/market-hub.ts';
import type { SymbolMarket } from '@maru/market/server/symbol-market.ts';
import { symbolByName } from '@maru/market/server/symbol-table.ts';
import { type HandFeed, handFeed } from '@maru/market/server/testing/hand-feed.ts';
import { type TestExchange, MARU } from '../../apps/server/testing/test-exchange.ts';

export class MarketChain {
  readonly symbol: number;
  readonly feed: HandFeed;
  readonly hub: MarketHub;
  now: number;
  readonly #exchange: TestExchange;
  readonly #policy: ReturnType<typeof createLadderPolicy>;
  #switches = 0;

  constructor(exchange: TestExchange, name: string, now: number) {
    this.symbol = symbolByName(name)?.id ?? -1;
    this.now = now;
    this.feed = handFeed([this.symbol]);
    this.#exchange = exchange;
    const symbols = exchange.server.context.sites.byId(MARU)?.symbols ?? [];
    this.#policy = createLadderPolicy([{ id: MARU, symbols, houseLadder: true }], () => ({
      memberBestBid: () => 0,
      memberBestAsk: () => 0,
      ladderBestBid: () => 0,
      ladderBestAsk: () => 0,
      hasExposure: () => true,
      hasTriggers: () => true,
      reachesTrigger: () => true,
      switchBits: (symbol) => (symbol === symbols.indexOf(name) ? this.#switches : 0),
    }));
    this.hub = createMarketHub({
      feeds: [this.feed],
      now: () => this.now,
      isTimed: false,
      listeners: { onOffer: (words) => this.#policy.offer(words) },
    });
  }

  get market(): SymbolMarket {
    return this.hub.markets[this.symbol];
  }

  stamp(ageMs = 0): { symbol: number; eventAt: number; receivedAt: number } {
    return { symbol: this.symbol, eventAt: this.now - ageMs, receivedAt: this.now };
  }

  /** A healthy picture, index and print at `price` ticks. */
  news(price: number): void {
    this.feed.tell({ kind: 'depth', ...this.stamp(), bids: [price - 5, 5000], asks: [price + 5, 4000] });
    this.feed.tell({ kind: 'index', ...this.stamp(), constituent: 'venue', price: price * 100 });
    this.feed.tell({ kind: 'trade', ...this.stamp(), id: this.now, price, lots: 3, side: 'B' });
  }

  /** Lets `ms` pass, in steps of a tenth of a second, with news or in silence. */
  pass(ms: number, news?: () => void): void {
    for (const end = this.now + ms; this.now < end; ) {
      this.now += 100;
      news?.();
      this.hub.beat(this.now);
      this.hub.beat(this.now);
    }
  }

  /** Journals what the market has to tell of its symbol now. */
  async tell(): Promise<void> {
    const name = this.market.symbol.name;
    const index = this.#exchange.server.context.sites.byId(MARU)?.symbols.indexOf(name);
    for (const { record } of this.#policy.reactions(this.now)) {
      if (record[CommandHeadWord.symbol] !== index) continue;
      if (record[0] === CommandKind.SetSwitch) this.#switches = record[CommandWord.SetSwitch.bits];
      await this.#exchange.command(MARU, record);
    }
  }
}
