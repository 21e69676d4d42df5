// A wrong feed in the simulator: tape, book and index of a symbol all at a twentieth, through the market and the ladder policy into
// both engines, with members, stops and rounds about (issue 13.15, ADR 0039).
//
// While the price is not believed nobody is liquidated, nothing fires, no round is settled by it and nobody opens anything; once a second
// source has shown it for long enough it is a price like any other.
import {
  type Command,
  CommandKind,
  decodeCommand,
  encodeCommand,
  OrderType,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
} from '@maru/engine/wire/command.ts';
import { RoundFlag, RoundKind } from '@maru/engine/wire/round-terms.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { HouseAccount, futuresWallet, WalletWord, PostingReason } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { rejections } from '@maru/engine/reject.ts';
import { isWaiting } from '@maru/engine/testing/naive/work.ts';
import { Random } from '@maru/engine/testing/random.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import * as live from '@maru/engine/view-market.ts';
import { createLadderPolicy } from '@maru/market/server/ladder-policy.ts';
import { DrivenHub } from '@maru/market/server/testing/driven-hub.ts';
import { WatchedRounds } from './watched-rounds.ts';

const SITE = 1;
const SYMBOL = 'BINANCE:BTCUSDT';
const PRICE = 6_180_000;
const USDT = 1_000_000;
const STEP_MS = 100;
const SECOND_MS = 1000;
const ROUND_MS = 30_000;

/** How it ends: the feed comes back, a second source shows the same, or a second source goes on showing what was believed. */
export const WrongFeedEnd = { Returns: 0, Confirmed: 1, Contradicted: 2 } as const;

export interface WrongFeedReport {
  seed: number;
  end: number;
  commands: number;
  /** New exposure that was asked for and refused while the price was not believed. */
  refused: number;
  /** Rounds that were void for it. */
  voided: number;
  liquidations: number;
  triggered: number;
  problems: string[];
}

type Body<C> = C extends unknown ? Omit<C, 'time' | 'keyHi' | 'keyLo' | 'body'> : never;

export class WrongFeedRun {
  readonly #random: Random;
  readonly #share: number;
  readonly #rounds: WatchedRounds;
  readonly #run: Simulation;
  readonly #driven: DrivenHub;
  readonly #policy: ReturnType<typeof createLadderPolicy>;
  readonly #members: number;
  readonly #report: WrongFeedReport;
  /** The true price, in ticks; the feed tells a share of it. */
  #price = PRICE;
  #told = 1;
  #second: number | undefined;
  /** From the first wrong news until it is believed or gone. */
  #isWrong = false;

  /** The simulation's own seeds say how small the slices are; every fifth of them is a crowded site, which is another story. */
  static async open(seed: number): Promise<WrongFeedRun> {
    const waiting: Float64Array[] = [];
    const driven = await DrivenHub.open((words) => void waiting.push(words));
    return new WrongFeedRun(seed, driven, waiting);
  }

  private constructor(seed: number, driven: DrivenHub, waiting: Float64Array[]) {
    this.#random = new Random(seed + 3_000_017);
    this.#share = this.#random.chance(80) ? 0.05 : this.#random.pick([0.4, 3, 20]);
    this.#run = new Simulation(seed * 5);
    this.#members = this.#run.generator.accounts - 1;
    this.#driven = driven;
    this.#report = { seed, end: seed % 3, commands: 0, refused: 0, voided: 0, liquidations: 0, triggered: 0, problems: [] };
    const state = () => this.#run.state;
    this.#policy = createLadderPolicy([{ id: SITE, symbols: [SYMBOL], houseLadder: true }], () => ({
      memberBestBid: (symbol) => live.memberBestBid(state(), symbol),
      memberBestAsk: (symbol) => live.memberBestAsk(state(), symbol),
      ladderBestBid: (symbol) => live.ladderBestBid(state(), symbol),
      ladderBestAsk: (symbol) => live.ladderBestAsk(state(), symbol),
      hasExposure: (symbol) => live.hasExposure(state(), symbol),
      hasTriggers: (symbol) => live.hasTriggers(state(), symbol),
      reachesTrigger: (symbol, mark, last) => live.reachesTrigger(state(), symbol, mark, last),
      switchBits: (symbol) => live.switchBits(state(), symbol),
    }));
    this.#offers = waiting;
    this.#rounds = new WatchedRounds(driven, SYMBOL, ROUND_MS);
  }

  readonly #offers: Float64Array[];

  async run(): Promise<WrongFeedReport> {
    const r = this.#random;
    this.#prepare();
    await this.#pass(5 * SECOND_MS);
    this.#arm();
    await this.#pass(r.between(20, 60) * SECOND_MS, () => this.#someone());
    this.#everybodyHolds();
    await this.#wrong();
    if (this.#report.end === WrongFeedEnd.Confirmed) await this.#confirm();
    else await this.#comeBack();
    this.#run.checkEverything();
    this.#run.checkEveryView();
    const { violations, differences, commands } = this.#run.report;
    return { ...this.#report, commands, problems: [...this.#report.problems, ...violations, ...differences] };
  }

  // The story.

  async #wrong(): Promise<void> {
    this.#isWrong = true;
    this.#told = this.#share;
    if (this.#report.end === WrongFeedEnd.Contradicted) this.#second = 1;
    // Over at least one boundary of a round, and longer than any rule about seconds.
    await this.#pass(this.#random.between(35, 90) * SECOND_MS, () => this.#someone());
    this.#expect(this.#run.naive.positions.length > 0, 'nobody held anything: the run proves nothing');
    this.#expect(['unsafe', 'halted'].includes(this.#driven.market.state), `the symbol is ${this.#driven.market.state}`);
    this.#expect(this.#report.refused > 0, 'nobody asked for new exposure');
    this.#expect(this.#report.voided > 0, 'no round was at stake');
  }

  async #confirm(): Promise<void> {
    this.#second = this.#share;
    await this.#pass(2900);
    this.#expect(this.#driven.market.state === 'unsafe', 'a second source was believed within three seconds');
    this.#isWrong = false;
    await this.#pass(15 * SECOND_MS);
    this.#expect(this.#driven.market.state === 'live', `confirmed, and the symbol is ${this.#driven.market.state}`);
    this.#expect(isNear(this.#driven.market.last, this.#price * this.#share), 'confirmed, and the last price is the old one');
    this.#expectOpening();
  }

  async #comeBack(): Promise<void> {
    this.#told = 1;
    await this.#pass(90 * SECOND_MS);
    this.#isWrong = false;
    this.#expect(this.#driven.market.state === 'live', `back, and the symbol is ${this.#driven.market.state}`);
    this.#expect(this.#report.liquidations + this.#report.triggered === 0, 'somebody was liquidated or fired in the end');
    this.#expectOpening();
  }

  #expectOpening(): void {
    const refused = this.#market(this.#bystander, Side.Buy, this.#worth(200));
    this.#expect(refused === undefined, `believed again, and nothing can be opened: ${refused}`);
  }

  // Time and news.

  async #pass(ms: number, also?: () => void): Promise<void> {
    const { hub } = this.#driven;
    for (const end = this.#driven.now + ms; this.#driven.now < end; ) {
      this.#driven.now += STEP_MS;
      this.#news();
      hub.beat(this.#driven.now);
      hub.beat(this.#driven.now);
      for (const words of this.#offers.splice(0)) this.#policy.offer(words);
      for (const { record } of this.#policy.reactions(this.#driven.now)) this.#take(record);
      this.#work();
      for (const record of await this.#rounds.due(this.#driven.now)) this.#take(record);
      this.#work();
      if (this.#random.chance(1)) this.#run.restart();
      also?.();
    }
  }

  #news(): void {
    const r = this.#random;
    this.#price = Math.round(this.#price * (1 + r.between(-20, 20) / 200_000));
    const price = Math.round(this.#price * this.#told);
    this.#driven.depth(price - 5, price + 5);
    this.#driven.index(price * 100);
    if (r.chance(60)) this.#driven.trade(price + r.between(-4, 4));
    if (this.#second !== undefined) this.#driven.index(Math.round(this.#price * this.#second * 100), 'second');
  }

  /** Ticks, as the sequencer puts them, until nothing is left to do. */
  #work(): void {
    for (let ticks = 0; isWaiting(this.#run.naive) && ticks < 200; ticks++)
      this.#take(encodeCommand({ ...head, kind: CommandKind.Tick, account: -1, symbol: -1 }));
  }

  // Members.

  #prepare(): void {
    const spec = instrumentOf(symbolNamed(SYMBOL), { makerFee: 20_000, takerFee: 40_000 });
    this.#send({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec: encodeInstrument(spec) });
    this.#pay(HouseAccount.Insurance, 1_000 * USDT);
    const rate = { from: WalletWord.Futures, to: WalletWord.Binary, amount: 100 * USDT, spread: 0, num: 1, den: 100 };
    for (let account = 0; account <= this.#members; account++) {
      this.#send({ kind: CommandKind.OpenAccount, account, symbol: -1 });
      this.#pay(futuresWallet(account), this.#random.pick([5_000, 20_000, 100_000]) * USDT);
      this.#send({ kind: CommandKind.Convert, account, symbol: -1, ...rate });
      this.#send({ kind: CommandKind.SetLeverage, account, symbol: 0, leverage: this.#random.pick([5, 10, 25]) });
      if (this.#random.chance(40)) this.#send({ kind: CommandKind.SetMarginType, account, symbol: 0, marginType: 1 });
    }
    this.#send(roundOption());
  }

  /** A member with money and nothing else, so that nothing it asks for reduces. */
  get #bystander(): number {
    return this.#members;
  }

  /** One member on each side, and whatever else the dice say; stops below and above what is believed. */
  #arm(): void {
    for (let account = 0; account < this.#members; account++)
      this.#market(account, account % 2 === 0 ? Side.Buy : Side.Sell, this.#most(account));
    for (let account = 0; account < this.#members; account++) {
      const isLong = account % 2 === 0;
      const away = this.#random.pick([0.7, 0.85, 1.15, 1.4]);
      const type = isLong === away < 1 ? OrderType.StopLoss : OrderType.TakeProfit;
      const [closePosition, workingType] = [true, this.#random.below(2)];
      const stop = { type, closePosition, workingType, stopPrice: Math.round(this.#price * away), lots: 0 };
      this.#stop(account, isLong ? Side.Sell : Side.Buy, stop);
    }
  }

  /** Whoever closed meanwhile holds something again: both sides are there when the feed goes wrong. */
  #everybodyHolds(): void {
    for (let account = 0; account < this.#members; account++)
      if (!this.#run.naive.positions.some((p) => p.account === account))
        this.#market(account, account % 2 === 0 ? Side.Buy : Side.Sell, this.#most(account));
  }

  #someone(): void {
    const r = this.#random;
    if (!r.chance(8)) return;
    const account = r.below(this.#members);
    const dice = r.below(10);
    if (dice < 4) this.#open(account);
    else if (dice < 6) this.#reduce(account);
    else if (dice < 7) this.#send({ kind: CommandKind.CancelAll, account, symbol: 0 });
    else this.#bet(account);
  }

  /** New exposure: refused while the price is not believed, and by that reason. */
  #open(account: number): void {
    const isMarket = this.#random.chance(50);
    const side = this.#random.below(2);
    const by = this.#isWrong ? this.#bystander : account;
    const price = Math.round(this.#price * this.#random.pick([0.97, 1, 1.03]));
    const lots = this.#worth(this.#random.between(200, 2_000));
    const code = isMarket ? this.#market(by, side, lots) : this.#limit(by, side, price, lots, false);
    if (!this.#isWrong) return;
    const expected = this.#driven.market.state === 'halted' ? 'TRADING_HALTED' : 'PRICE_STALE';
    this.#expect(code === expected, `new exposure in doubt: ${code ?? 'accepted'} instead of ${expected}`);
    this.#report.refused += 1;
  }

  #reduce(account: number): void {
    const held = this.#run.naive.positions.find((p) => p.account === account);
    if (held === undefined) return;
    const lots = Math.max(1, Math.floor(Number(held.lots < 0n ? -held.lots : held.lots) / 4));
    this.#limit(account, held.lots > 0n ? Side.Sell : Side.Buy, Math.round(this.#price), lots, true);
  }

  #bet(account: number): void {
    const ordinal = Math.floor(this.#driven.now / ROUND_MS) + 1;
    const isIn =
      this.#send({ kind: CommandKind.PlaceBet, account, symbol: -1, option: 0, ordinal, market: account % 2, stake: 50 }) === undefined;
    if (isIn) this.#rounds.bet(ordinal);
  }

  /** Two or four times what it has: no share that a feed is wrong by leaves both sides standing. */
  #most(account: number): number {
    return this.#worth((Number(this.#run.naive.balances.get(futuresWallet(account)) ?? 0n) / USDT) * this.#random.pick([2, 4]));
  }

  /** Lots of so many USDT at the last price. */
  #worth(usdt: number): number {
    return Math.ceil(usdt / (this.#driven.market.last / 100_000));
  }

  // Commands.

  #pay(credit: number, amount: number): void {
    const debit = HouseAccount.External;
    this.#send({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit, amount, reason: PostingReason.Deposit });
  }

  #market(account: number, side: number, lots: number): string | undefined {
    return this.#send({ ...order, account, side, lots, type: OrderType.Market, timeInForce: 0, price: 0 });
  }

  #limit(account: number, side: number, price: number, lots: number, reduceOnly: boolean): string | undefined {
    return this.#send({ ...order, account, side, lots, price, reduceOnly });
  }

  #stop(
    account: number,
    side: number,
    o: { type: number; closePosition: boolean; workingType: number; stopPrice: number; lots: number },
  ): void {
    const conditional = {
      ...order,
      ...o,
      account,
      side,
      kind: CommandKind.PlaceConditional,
      price: 0,
      callbackRate: 0,
      priceProtect: false,
    };
    const { timeInForce: _, slippage: __, ...rest } = conditional;
    this.#send(rest);
  }

  /** As the sequencer would: what the market has to say of it comes first. Answers the name of a refusal. */
  #send(body: Body<Command>): string | undefined {
    const record = encodeCommand({ time: 0, keyHi: 0, keyLo: 0, body: 0, ...body } as Command);
    for (const before of this.#policy.companions(SITE, record, 0, this.#driven.now) ?? []) this.#take(before);
    return this.#take(record);
  }

  #take(record: Float64Array): string | undefined {
    const command = { ...decodeCommand(record), time: this.#driven.now };
    if (this.#isWrong && command.kind === CommandKind.SetMark)
      this.#expect(
        isNear(command.mark / 100, this.#price) && isNear(command.last / 100, this.#price),
        `a mark of ${command.mark} was journaled`,
      );
    const words = this.#run.take(encodeCommand(command), this.#isWrong);
    const events = Array.from({ length: words.length / EVENT_WORDS }, (_, k) => decodeEvent(words, k * EVENT_WORDS));
    for (const event of events) this.#judge(event);
    const refused = events.find((e) => e.kind === EventKind.CommandRejected);
    return refused === undefined ? undefined : (rejections.get(refused.code)?.name ?? String(refused.code));
  }

  #judge(e: EngineEvent): void {
    if (e.kind === EventKind.LiquidationStarted) this.#report.liquidations += 1;
    if (e.kind === EventKind.OrderTriggered) this.#report.triggered += 1;
    if (!this.#isWrong) return;
    if (e.kind === EventKind.LiquidationStarted) this.#expect(false, `member ${e.account} was liquidated`);
    if (e.kind === EventKind.OrderTriggered) this.#expect(false, `order ${e.orderId} fired`);
    if (e.kind === EventKind.OrderFilled) this.#expect(isNear(e.price, this.#price), `order ${e.orderId} was filled at ${e.price}`);
    if (e.kind !== EventKind.RoundSettled) return;
    if (e.voidReason !== 0) this.#report.voided += 1;
    else
      this.#expect(
        [e.strike, e.close].every((price) => isNear(price, this.#price)),
        `round ${e.ordinal} was settled at ${e.close}`,
      );
  }

  #expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.#report.problems.push(`at ${this.#driven.now}: ${otherwise}`);
  }
}

const head = { time: 0, keyHi: 0, keyLo: 0, body: 0 };
const order = {
  kind: CommandKind.PlaceOrder,
  symbol: 0,
  positionSide: PositionSide.Both,
  type: OrderType.Limit,
  timeInForce: TimeInForce.GTC,
  selfTrade: SelfTrade.ExpireTaker,
  reduceOnly: false,
  slippage: 0,
  clientOrderId: '',
} as const;

function roundOption(): Body<Command> {
  const limits = { minStake: 10, maxStake: 50_000, maxMemberRound: 80_000, maxSideExposure: 1_000_000 };
  const terms = { durationMs: ROUND_MS, flags: RoundFlag.Play, cutoffMs: 5_000, oddsUp: 195_000_000, oddsDown: 195_000_000 };
  const sale = { saleFee: 0, saleVolatility: 0 };
  return { kind: CommandKind.SetRoundOption, account: -1, symbol: 0, option: 0, roundKind: RoundKind.Price, ...terms, ...limits, ...sale };
}

/** Within what a market walks in two minutes, and far from any share that a feed is wrong by. */
const isNear = (price: number, believed: number) => Math.abs(price / believed - 1) < 0.1;
