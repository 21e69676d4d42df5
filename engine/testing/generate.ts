// Random members, orders of every kind, transfers, settings, marks and feed faults: the commands that a simulation feeds both engines.
//
// It looks at the naive engine's world to aim well (open orders, positions, balances), but most of what it asks for may be refused:
// refusals are compared too.
import type { Command } from '../wire/command.ts';
import { CommandKind, MarginType, OrderType, PositionMode, PositionSide, SelfTrade, Side, TimeInForce } from '../wire/command-kind.ts';
import { HouseAccount, futuresWallet, PostingReason } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { OrderEnd } from '../wire/event-kind.ts';
import { symbolNamed } from '../market/symbols.ts';
import { addableNow, failingMark, firingTick, mostLots, removableNow, withdrawableNow } from './edges.ts';
import { FUNDING_GRID_MS } from '../futures/funding-share.ts';
import { FeedModel } from './feed-model.ts';
import { amendedConditional, someAttached, someClosing, someConditional, someNewTpsl, someTpsl } from './generate-conditional.ts';
import { changedListing, relisted, someFlags, someFunding } from './generate-site.ts';
import { openedRounds, someRound, untilRound } from './generate-rounds.ts';
import { someCustody } from './generate-custody.ts';
import { someAssetMove } from './generate-assets.ts';
import { someMargin, someOutsideMove, someReport, someWalletMove } from './generate-wallet.ts';
import type { Naive, NaiveOrder } from './naive/model.ts';
import { isWaiting } from './naive/work.ts';
import { Random } from './random.ts';

export const FEED_HALT = 32;
const GIVEN_ENDS = [OrderEnd.Operator, OrderEnd.OwnLimit, OrderEnd.GoodTillDate, OrderEnd.Filled + 0.5];
/** A mixture of units: whole micro costs, sub-micro costs that go wide, coarse lots. */
const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:CHZUSDT', 'BINANCE:AAVEUSDT', 'BINANCE:MATICUSDT'];

/** A command without what every command has. */
export type Body<C> = C extends unknown ? Omit<C, 'time' | 'keyHi' | 'keyLo' | 'body'> : never;

export interface Generated {
  command: Command;
  /** Counted as a fault of the feed or the operator. */
  fault: boolean;
}

/** Where a simulation's commands come from. */
export interface CommandSource {
  readonly accounts: number;
  readonly feeds: readonly FeedModel[];
  next: (world: Naive) => Generated;
}

export class Generator implements CommandSource {
  readonly random: Random;
  /** Of its own, so that what else a seed draws stays as it was. */
  readonly #assets: Random;
  readonly #custody: Random;
  readonly accounts: number;
  readonly feeds: FeedModel[];
  /** Four seconds before a funding time. */
  #time = 59_028 * FUNDING_GRID_MS - 4_000;
  #serial = 0;
  readonly #sent: Command[] = [];
  readonly #setup: Command[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
    this.#assets = new Random(seed + 3_000_017);
    this.#custody = new Random(seed + 4_000_037);
    this.accounts = this.random.between(4, 12);
    this.feeds = SYMBOLS.map((code) => new FeedModel(symbolNamed(code), this.random));
    this.#prepare();
  }

  #prepare(): void {
    const r = this.random;
    const fees = r.pick([
      { makerFee: 20_000, takerFee: 40_000 },
      { makerFee: 0, takerFee: 50_000 },
      { makerFee: 12_345, takerFee: 67_891 },
    ]);
    this.feeds.forEach((feed, symbol) => {
      const spec = instrumentOf(feed.data, fees);
      if (r.chance(30)) spec.counterpartyCapLots = Math.round(feed.typicalLots * r.between(1, 40));
      spec.maxOpenOrders = r.pick([5, 20, 200]);
      spec.maxConditionalOrders = r.pick([1, 3, 10]);
      // So little room that resting orders come to exceed it.
      if (r.chance(15)) spec.maxOpenInterest = r.pick([600, 2_000, 10_000]) * 1_000_000;
      this.#setup.push(this.#command({ kind: CommandKind.ListSymbol, account: -1, symbol, spec: encodeInstrument(spec) }));
    });
    if (r.chance(70)) this.#setup.push(this.#transfer(HouseAccount.External, HouseAccount.Insurance, r.between(1, 5_000) * 1_000_000));
    for (let account = 0; account < this.accounts; account++) {
      this.#setup.push(this.#command({ kind: CommandKind.OpenAccount, account, symbol: -1 }));
      const money = r.pick([50_000_000, 1_000_000_000, 20_000_000_000, 3_000_000_000_000]) * r.between(1, 9) + r.below(1_000_000);
      this.#setup.push(this.#transfer(HouseAccount.External, futuresWallet(account), money));
      this.#prepareSettings(account);
    }
    this.feeds.forEach((_, symbol) => {
      // Now and then a symbol starts without a price.
      if (r.chance(95)) this.#setup.push(this.#mark(symbol, 0), this.#ladder(symbol, 0));
    });
    for (const command of openedRounds(r, this.accounts)) this.#setup.push(this.#command(command));
    this.#setup.reverse();
  }

  #prepareSettings(account: number): void {
    const r = this.random;
    if (r.chance(40)) this.#setup.push(this.#command({ kind: CommandKind.SetPositionMode, account, symbol: -1, mode: PositionMode.Hedge }));
    for (let symbol = 0; symbol < this.feeds.length; symbol++) {
      if (r.chance(40))
        this.#setup.push(this.#command({ kind: CommandKind.SetMarginType, account, symbol, marginType: MarginType.Isolated }));
      if (r.chance(70))
        this.#setup.push(this.#command({ kind: CommandKind.SetLeverage, account, symbol, leverage: r.pick([1, 10, 25, 50, 75, 75]) }));
    }
  }

  next(world: Naive): Generated {
    const first = this.#setup.pop();
    if (first !== undefined) return { command: { ...first, time: this.#tick(0) }, fault: false };
    const r = this.random;
    if (r.chance(2) && this.#sent.length > 0) return { command: this.#repeat(), fault: false };
    if (r.chance(0.6)) return this.#fault(world);
    // Work that was left waits for a Tick; at times others come first.
    if (isWaiting(world) && r.chance(60))
      return { command: this.#command({ kind: CommandKind.Tick, account: -1, symbol: -1 }), fault: false };
    if (world.held.length > 0 && r.chance(60)) return { command: this.#ofHeld(world), fault: false };
    const gone = [...world.symbols.values()].find((m) => m.isDelisted && !m.isDelisting);
    if (r.chance(gone === undefined ? 1.5 : 4)) return { command: this.#site(world), fault: false };
    if (r.chance(9)) return { command: this.#round(world), fault: false };
    if (this.#assets.chance(2.5))
      return { command: this.#command(someAssetMove(this.#assets, world, this.#assets.below(this.accounts))), fault: false };
    if (this.#custody.chance(5)) return { command: this.#command(someCustody(this.#custody, world, this.accounts)), fault: false };
    const command = r.chance(4) ? this.#edge(world) : this.#member(world, r.below(100));
    if (command.kind !== CommandKind.SetMark && command.kind !== CommandKind.SetLadder && r.chance(25)) this.#withKey(command);
    return { command, fault: false };
  }

  #tick(ms: number): number {
    this.#time += ms;
    return this.#time;
  }

  #command(body: Body<Command>): Command {
    return { time: this.#tick(this.random.pick([0, 0, 1, 7, 40])), keyHi: 0, keyLo: 0, body: 0, ...body } as Command;
  }

  #withKey(command: Command): void {
    this.#serial += 1;
    command.keyHi = this.#serial;
    command.keyLo = this.random.below(1_000_000);
    command.body = this.random.next();
    this.#sent.push({ ...command });
    if (this.#sent.length > 50) this.#sent.shift();
  }

  /** The same request again; sometimes with another body. */
  #repeat(): Command {
    const command = { ...this.random.pick(this.#sent), time: this.#tick(1) };
    if (this.random.chance(20)) command.body += 1;
    return command;
  }

  #member(world: Naive, dice: number): Command {
    const r = this.random;
    const symbol = r.below(this.feeds.length);
    const account = r.below(this.accounts);
    if (dice < 12) return this.#conditional(world, account, symbol);
    if (dice < 50) return this.#order(world, account, symbol);
    if (dice < 60) return this.#cancel(world, account);
    if (dice < 65) return this.#amend(world, account);
    if (dice < 76) return this.#mark(symbol, r.pick([1, 2, 5, 20, 20, 60]));
    if (dice < 89) return this.#ladder(symbol, r.pick([0, 1, 3]));
    if (dice < 91) return this.#command({ kind: CommandKind.CancelAll, account, symbol: r.chance(50) ? -1 : symbol });
    if (dice < 93)
      return this.#command({
        kind: CommandKind.SetLeverage,
        account,
        symbol,
        leverage: r.pick([1, 2, 5, 10, 20, 50, 75, 125, 0, 126, 3.5]),
      });
    if (dice < 94) return this.#command({ kind: CommandKind.SetMarginType, account, symbol, marginType: r.below(3) });
    if (dice < 95) return this.#command({ kind: CommandKind.SetPositionMode, account, symbol: -1, mode: r.below(2) });
    if (dice < 97) return this.#command(someMargin(r, world, account));
    if (dice < 99) return this.#moveMoney(world, account);
    return this.#command({ kind: CommandKind.Tick, account: -1, symbol: -1 });
  }

  /** Rounds and bets; every tenth time the clock goes on to what a round waits for. */
  #round(world: Naive): Command {
    const r = this.random;
    if (r.chance(10)) {
      this.#tick(untilRound(r, world));
      return this.#command({ kind: CommandKind.Tick, account: -1, symbol: -1 });
    }
    const command = this.#command(someRound(r, world, this.accounts));
    if (command.kind === CommandKind.PlaceBet && r.chance(25)) this.#withKey(command);
    return command;
  }

  #conditional(world: Naive, account: number, symbol: number): Command {
    const r = this.random;
    const waiting = world.orders.filter((o) => o.trigger !== undefined);
    const position = r.pick([...world.positions.filter((p) => p.account === account), undefined]);
    if (r.chance(9)) return this.#command(someClosing(r, world, account, symbol));
    if (waiting.length > 0 && r.chance(12))
      return this.#command(amendedConditional(r, world, r.pick(r.chance(97) ? waiting : world.orders)));
    if (position !== undefined && r.chance(30)) return this.#command(someTpsl(r, world, position));
    return this.#command(someConditional(r, world, this.feeds[symbol], account, symbol));
  }

  /** The owner of a scope that waits for its liquidation tries to act. */
  #ofHeld(world: Naive): Command {
    const r = this.random;
    const scope = r.pick(world.held);
    const symbol = scope.symbol === -1 ? r.below(this.feeds.length) : scope.symbol;
    const dice = r.below(10);
    if (dice < 4) return this.#order(world, scope.account, symbol);
    if (dice < 6) return this.#conditional(world, scope.account, symbol);
    if (dice < 8) return this.#member(world, r.between(90, 98));
    return this.#transfer(futuresWallet(scope.account), HouseAccount.External, 1 + r.below(1_000_000));
  }

  /** What the site does by itself: funding, listings, locks. */
  #site(world: Naive): Command {
    const r = this.random;
    const dice = r.below(100);
    const symbol = r.below(this.feeds.length);
    const listed = world.symbols.get(symbol);
    if (listed?.isDelisted && r.chance(70)) return this.#command(relisted(listed));
    if (dice < 4) return this.#command({ kind: CommandKind.DelistSymbol, account: -1, symbol: r.chance(95) ? symbol : 9 });
    if (dice < 10) return this.#command(someReport(r, world, this.accounts));
    if (dice < 60) return this.#command(someFunding(r, world, r.chance(99) ? symbol : 9));
    if (dice < 80 || listed === undefined) return this.#command(someFlags(r, r.chance(98) ? r.below(this.accounts) : 99));
    return this.#command(changedListing(r, listed));
  }

  #order(world: Naive, account: number, symbol: number): Command {
    const r = this.random;
    const feed = this.feeds[symbol];
    const hedge = world.accounts.get(account)?.mode === PositionMode.Hedge;
    const held = r.pick([...world.positions.filter((p) => p.account === account && p.symbol === symbol), undefined]);
    const reduces = held !== undefined && r.chance(45);
    const side = reduces ? (held.lots > 0n ? Side.Sell : Side.Buy) : r.below(2);
    const type = r.chance(30) ? OrderType.Market : OrderType.Limit;
    const lots = reduces && r.chance(60) ? Number(held.lots < 0n ? -held.lots : held.lots) : feed.someLots(r);
    const positionSide = r.chance(98) ? (hedge ? (held?.positionSide ?? r.between(1, 2)) : PositionSide.Both) : r.below(4);
    return this.#command({
      kind: CommandKind.PlaceOrder,
      account: r.chance(99.5) ? account : 99,
      symbol: r.chance(99.5) ? symbol : 9,
      side,
      positionSide,
      type,
      timeInForce:
        type === OrderType.Market
          ? 0
          : r.pick([TimeInForce.GTC, TimeInForce.GTC, TimeInForce.GTC, TimeInForce.IOC, TimeInForce.FOK, TimeInForce.GTX, r.below(4)]),
      selfTrade: r.pick([SelfTrade.ExpireTaker, SelfTrade.ExpireTaker, SelfTrade.ExpireMaker, SelfTrade.ExpireBoth]),
      reduceOnly: !hedge && reduces ? r.chance(60) : r.chance(3),
      price: type === OrderType.Market ? (r.chance(1) ? 5 : 0) : feed.somePrice(r, side),
      lots: r.chance(99) ? lots : r.pick([0, -1, Number.MAX_SAFE_INTEGER, feed.maxLots + 1]),
      slippage: type === OrderType.Market && r.chance(30) ? r.pick([1, 100_000, 1_000_000, 50_000_000]) : r.chance(1) ? 5 : 0,
      clientOrderId: r.chance(20) ? `c${r.below(1_000_000)}` : '',
      ...(r.chance(reduces ? 1 : 9) ? { attached: someAttached(r, world, symbol, side) } : {}),
    });
  }

  /** The last thing that the rules allow now, or the first that they do not. */
  #edge(world: Naive): Command {
    const r = this.random;
    const over = r.below(2);
    const account = r.below(this.accounts);
    const position = r.pick([...world.positions, undefined]);
    const dice = r.below(10);
    if (position !== undefined && dice < 3) {
      const present = Number(world.symbols.get(position.symbol)?.mark ?? 1n);
      const edge = failingMark(world, position, Math.max(1, Math.round(present * r.pick([0.7, 0.9, 1.1, 1.4]))));
      const mark = Math.max(1, (edge === 0 ? present : edge) + r.between(-2, 2));
      return this.#command({ kind: CommandKind.SetMark, account: -1, symbol: position.symbol, mark, index: mark, last: mark, valid: 1 });
    }
    const waiting = r.pick([...world.orders.filter((o) => o.trigger !== undefined && !o.trigger.isFired), undefined]);
    if (waiting !== undefined && dice < 5 && r.chance(50)) {
      const { mark, last } = firingTick(world, waiting, r.between(-1, 1));
      return this.#command({ kind: CommandKind.SetMark, account: -1, symbol: waiting.symbol, mark, index: mark, last, valid: 1 });
    }
    if (position !== undefined && dice < 5) {
      const direction = r.between(1, 2);
      const amount = (direction === 1 ? addableNow(world, position) : removableNow(world, position)) + over;
      const { symbol, id } = position;
      return this.#command({ kind: CommandKind.ChangeMargin, account: position.account, symbol, positionId: id, amount, direction });
    }
    if (dice < 6 && world.accounts.has(account)) {
      return this.#transfer(futuresWallet(account), HouseAccount.External, withdrawableNow(world, account) + over);
    }
    const order = this.#order(world, account, r.below(this.feeds.length));
    if (order.kind !== CommandKind.PlaceOrder) return order;
    const mark = Number(world.symbols.get(order.symbol)?.mark ?? 0n);
    // The price band's own borders.
    if (dice < 7 && order.price > 0 && mark > 0) {
      order.price =
        order.side === Side.Buy ? Math.floor((mark * 1.05) / 100) + r.between(-1, 1) : Math.ceil((mark * 0.95) / 100) + r.between(-1, 1);
    } else if (order.lots > 0) order.lots = Math.max(1, mostLots(world, order, this.feeds[order.symbol]?.maxLots ?? 1) + over);
    return order;
  }

  #anyOrder(world: Naive, account: number): NaiveOrder | undefined {
    const own = world.orders.filter((o) => o.account === account);
    if (own.length > 0 && this.random.chance(95)) return this.random.pick(own);
    return this.random.pick([...world.orders, undefined]);
  }

  #cancel(world: Naive, account: number): Command {
    const order = this.#anyOrder(world, account);
    return this.#command({
      kind: CommandKind.CancelOrder,
      account,
      symbol: order?.symbol ?? 0,
      orderId: order?.id ?? this.random.below(100),
      ...(this.random.chance(90) ? {} : { end: this.random.pick(GIVEN_ENDS) }),
    });
  }

  #amend(world: Naive, account: number): Command {
    const r = this.random;
    const order = this.#anyOrder(world, account);
    if (order !== undefined && r.chance(90)) account = order.account;
    const feed = this.feeds[order?.symbol ?? 0];
    const lots = order === undefined ? 1 : Number(order.lots);
    return this.#command({
      kind: CommandKind.AmendOrder,
      account,
      symbol: order?.symbol ?? 0,
      orderId: order?.id ?? r.below(100),
      price: r.chance(50) ? Number(order?.price ?? 1n) : feed.somePrice(r, order?.sign === -1n ? Side.Sell : Side.Buy),
      lots: r.pick([lots, lots, Math.max(1, lots - r.below(lots)), lots + feed.someLots(r), feed.someLots(r), 0]),
      ...(order !== undefined && r.chance(30) ? { tpsl: someNewTpsl(r, world, order) } : {}),
    });
  }

  #transfer(debit: number, credit: number, amount: number): Command {
    return this.#command({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit, amount, reason: PostingReason.Transfer });
  }

  #moveMoney(world: Naive, account: number): Command {
    const r = this.random;
    if (r.chance(45)) return this.#command(someWalletMove(r, world, account));
    return this.#transfer(...someOutsideMove(r, world, account));
  }

  #mark(symbol: number, step: number): Command {
    const m = this.feeds[symbol].moved(this.random, step);
    // Mark and last part at times: what watches the one fires, what watches the other does not, or both do on one tick.
    if (this.random.chance(4)) m.last = Math.round((m.mark * (1_000 + this.random.between(-25, 25))) / 1_000);
    return this.#command({ kind: CommandKind.SetMark, account: -1, symbol, mark: m.mark, index: m.index, last: m.last, valid: 1 });
  }

  #ladder(symbol: number, step: number): Command {
    const { bids, asks } = this.feeds[symbol].depth(this.random, step);
    return this.#command({ kind: CommandKind.SetLadder, account: -1, symbol, bids, asks });
  }

  /** Gaps, outliers, crossed and empty depth, switches, jumps of time (reliability page, R9). */
  #fault(world: Naive): Generated {
    const r = this.random;
    const symbol = r.below(this.feeds.length);
    const feed = this.feeds[symbol];
    const command = (): Command => {
      switch (r.below(9)) {
        case 0:
          this.#tick(r.pick([600, 3_000, 10_000, 60_000, 5 + FUNDING_GRID_MS - (this.#time % FUNDING_GRID_MS)]));
          return this.#command({ kind: CommandKind.Tick, account: -1, symbol: -1 });
        case 1:
          return { ...this.#mark(symbol, r.pick([200, 500])) } as Command;
        case 2: {
          const m = feed.outlier(r);
          return this.#command({ kind: CommandKind.SetMark, account: -1, symbol, mark: m, index: m, last: m, valid: r.below(2) });
        }
        case 3: {
          const { bids, asks } = feed.depth(r, 0);
          return this.#command({ kind: CommandKind.SetLadder, account: -1, symbol, bids: asks, asks: bids });
        }
        case 4:
          return this.#command({ kind: CommandKind.SetLadder, account: -1, symbol, bids: [], asks: [] });
        case 5:
          return this.#command({
            kind: CommandKind.SetSwitch,
            account: -1,
            symbol: r.chance(70) ? symbol : -1,
            bits: r.pick([1, 2, 4, 8, 16, FEED_HALT, 18]),
          });
        case 6:
          return this.#command({ kind: CommandKind.SetMark, account: -1, symbol, mark: r.pick([0, -5]), index: 0, last: 0, valid: 1 });
        case 7:
          return this.#command({ kind: CommandKind.OpenAccount, account: r.pick([r.below(this.accounts + 1), 16]), symbol: -1 });
        default:
          return this.#command({ kind: CommandKind.SetSwitch, account: -1, symbol: -1, bits: 0 });
      }
    };
    const made = command();
    // Switches do not stay: the next draws open the market again.
    if (world.siteSwitches !== 0) this.#setup.push(this.#command({ kind: CommandKind.SetSwitch, account: -1, symbol: -1, bits: 0 }));
    for (const m of world.symbols.values()) {
      if (m.switches !== 0 && r.chance(60))
        this.#setup.push(this.#command({ kind: CommandKind.SetSwitch, account: -1, symbol: m.index, bits: 0 }));
    }
    return { command: made, fault: true };
  }
}
