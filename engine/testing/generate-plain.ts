// Plain trading: many accounts, each command with a request key, limit and market orders and cancels against a house that quotes.
//
// What a site does nearly all day. The other profile (generate.ts) looks for every rule's edge with a handful of accounts, so that under
// a tenth of its commands are of this kind.
import { HouseAccount, futuresWallet, PostingReason } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import type { Command } from '../wire/command.ts';
import { CommandKind, OrderType, PositionSide, SelfTrade, Side, TimeInForce } from '../wire/command-kind.ts';
import { FeedModel } from './feed-model.ts';
import type { Body, CommandSource, Generated } from './generate.ts';
import type { Naive } from './naive/model.ts';
import { Random } from './random.ts';

const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:CHZUSDT', 'BINANCE:AAVEUSDT', 'BINANCE:MATICUSDT'];
const BEGIN = 1_700_000_000_000;
/** More rest than this only while the next cancels are on their way. */
const MOST_RESTING = 500;
const LADDER_EVERY = 4;

export class PlainGenerator implements CommandSource {
  readonly accounts: number;
  readonly feeds: FeedModel[];
  readonly #random: Random;
  readonly #setup: Command[] = [];
  readonly #sent: Command[] = [];
  #time = BEGIN;
  #serial = 0;

  constructor(seed: number) {
    const r = new Random(seed);
    this.#random = r;
    this.accounts = r.between(100, 200);
    this.feeds = SYMBOLS.map((code) => new FeedModel(symbolNamed(code), r));
    this.feeds.forEach((feed, symbol) => {
      const spec = encodeInstrument(instrumentOf(feed.data, { makerFee: 20_000, takerFee: 40_000 }));
      this.#setup.push(this.#command({ kind: CommandKind.ListSymbol, account: -1, symbol, spec }));
    });
    this.#setup.push(this.#deposit(HouseAccount.Insurance, 100_000_000_000));
    for (let account = 0; account < this.accounts; account++) {
      this.#setup.push(this.#command({ kind: CommandKind.OpenAccount, account, symbol: -1 }));
      this.#setup.push(this.#deposit(futuresWallet(account), r.pick([200, 5_000, 100_000]) * 1_000_000 + r.below(1_000_000)));
    }
    for (let symbol = 0; symbol < this.feeds.length; symbol++) this.#setup.push(this.#mark(symbol), this.#ladder(symbol));
    this.#setup.reverse();
  }

  next(world: Naive): Generated {
    const first = this.#setup.pop();
    return { command: first === undefined ? this.#later(world) : { ...first, time: this.#time }, fault: false };
  }

  #later(world: Naive): Command {
    const r = this.#random;
    const symbol = r.below(this.feeds.length);
    // What a slice left goes on by a Tick, as the sequencer sends it.
    if (world.held.length > 0 || r.chance(1)) return this.#command({ kind: CommandKind.Tick, account: -1, symbol: -1 });
    if (r.chance(3) && this.#sent.length > 0) return this.#again();
    if (r.below(LADDER_EVERY * 2) === 0) return r.chance(40) ? this.#mark(symbol) : this.#ladder(symbol);
    const isFull = world.orders.length > MOST_RESTING;
    if (world.orders.length > 0 && (isFull || r.chance(28))) return this.#keyed(this.#cancel(world));
    return this.#keyed(this.#order(world, r.below(this.accounts), symbol));
  }

  #command(body: Body<Command>): Command {
    this.#time += this.#random.pick([0, 0, 1, 5]);
    return { time: this.#time, keyHi: 0, keyLo: 0, body: 0, ...body } as Command;
  }

  #keyed(command: Command): Command {
    this.#serial += 1;
    command.keyHi = this.#serial;
    command.keyLo = this.#random.below(1_000_000);
    command.body = this.#random.next();
    this.#sent.push({ ...command });
    if (this.#sent.length > 200) this.#sent.shift();
    return command;
  }

  /** A request that was sent before: as it was, now and then with another body. */
  #again(): Command {
    const command = { ...this.#random.pick(this.#sent), time: this.#time };
    if (this.#random.chance(10)) command.body += 1;
    return command;
  }

  #order(world: Naive, account: number, symbol: number): Command {
    const r = this.#random;
    const feed = this.feeds[symbol];
    const held = world.positions.find((p) => p.account === account && p.symbol === symbol);
    const closes = held !== undefined && r.chance(50);
    const side = closes ? (held.lots > 0n ? Side.Sell : Side.Buy) : r.below(2);
    const isMarket = r.chance(15);
    return this.#command({
      kind: CommandKind.PlaceOrder,
      account,
      symbol,
      side,
      positionSide: PositionSide.Both,
      type: isMarket ? OrderType.Market : OrderType.Limit,
      timeInForce: isMarket ? 0 : r.pick([TimeInForce.GTC, TimeInForce.GTC, TimeInForce.GTC, TimeInForce.IOC, TimeInForce.GTX]),
      selfTrade: SelfTrade.ExpireTaker,
      reduceOnly: closes && r.chance(50),
      price: isMarket ? 0 : feed.somePrice(r, side),
      lots: Math.max(1, Math.round((feed.typicalLots * r.between(1, 60)) / 20)),
      slippage: 0,
      clientOrderId: r.chance(30) ? `p${this.#serial}` : '',
    });
  }

  #cancel(world: Naive): Command {
    const { account, symbol, id } = this.#random.pick(world.orders);
    return this.#command({ kind: CommandKind.CancelOrder, account, symbol, orderId: id });
  }

  #deposit(credit: number, amount: number): Command {
    const reason = PostingReason.Transfer;
    return this.#command({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit: HouseAccount.External, credit, amount, reason });
  }

  #mark(symbol: number): Command {
    const { mark, index, last } = this.feeds[symbol].moved(this.#random, 1);
    return this.#command({ kind: CommandKind.SetMark, account: -1, symbol, mark, index, last, valid: 1 });
  }

  #ladder(symbol: number): Command {
    const { bids, asks } = this.feeds[symbol].depth(this.#random, 0);
    return this.#command({ kind: CommandKind.SetLadder, account: -1, symbol, bids, asks });
  }
}
