// What a reader of the events alone would know: balances, open orders, positions. The invariants of each command are judged on it.
import { type EngineEvent, EventKind, FillRole, OrderEnd } from '../wire/event.ts';
import { unpackOrderFlags } from '../wire/command.ts';
import { HouseAccount, PostingReason } from '../ledger/account.ts';

export interface ShadowOrder {
  account: number;
  symbol: number;
  lots: number;
  filled: number;
  rest: number;
}

export class Shadow {
  readonly ledger = new Map<number, number>();
  readonly orders = new Map<number, ShadowOrder>();
  /** Orders that wait for a price: lots. */
  readonly armed = new Map<number, number>();
  /** account:symbol:positionSide -> signed lots. */
  readonly positions = new Map<string, number>();
  readonly closedOrders = new Set<number>();
  /** Uncollected funding by account. */
  readonly debts = new Map<number, number>();
  /** position:fundingTime that has been settled. */
  readonly #funded = new Set<string>();
  #lastTime = 0;

  /** Takes the events of one command; returns what broke. */
  take(seq: number, events: readonly EngineEvent[]): string[] {
    const broken: string[] = [];
    const before = new Map(this.positions);
    events.forEach((event, i) => {
      if (event.seq !== seq || event.index !== i) broken.push(`I13 event ${event.index} of ${event.seq} at place ${i} of ${seq}`);
      if (event.time < this.#lastTime) broken.push(`I13 time went back to ${event.time}`);
      this.#lastTime = event.time;
      this.#one(event, broken);
    });
    this.#reductions(events, before, broken);
    this.#fundingNets(events, broken);
    return broken;
  }

  #one(e: EngineEvent, broken: string[]): void {
    switch (e.kind) {
      case EventKind.LedgerPosted:
        this.#posted(e, broken);
        break;
      case EventKind.OrderArmed:
        if (this.orders.has(e.orderId) || this.closedOrders.has(e.orderId)) broken.push(`I8 order id ${e.orderId} used twice`);
        this.armed.set(e.orderId, e.lots);
        break;
      case EventKind.OrderTriggered:
        if (!this.armed.has(e.orderId)) broken.push(`I8 order ${e.orderId} fired without being armed`);
        break;
      case EventKind.OrderPlaced:
        this.armed.delete(e.orderId);
        if (this.orders.has(e.orderId) || this.closedOrders.has(e.orderId)) broken.push(`I8 order id ${e.orderId} used twice`);
        this.orders.set(e.orderId, { account: e.account, symbol: e.symbol, lots: e.lots, filled: 0, rest: e.lots });
        break;
      case EventKind.OrderFilled:
        this.#filled(e, broken);
        break;
      case EventKind.OrderAmended: {
        const o = this.#open(e.orderId, broken);
        if (o === undefined) break;
        if (o.filled !== e.filledLots) broken.push(`I8 order ${e.orderId} amended with ${e.filledLots} filled, not ${o.filled}`);
        o.lots = e.lots;
        o.rest = e.lots - e.filledLots;
        break;
      }
      case EventKind.OrderClosed:
        this.#closed(e, broken);
        break;
      case EventKind.PositionChanged:
        this.positions.set(`${e.account}:${e.symbol}:${e.positionSide}`, e.lots);
        break;
      case EventKind.FundingSettled:
        this.#funding(e, broken);
        break;
      case EventKind.FundingDebtPaid:
        this.#owes(e.account, (this.debts.get(e.account) ?? 0) - e.amount, e.debt, broken);
        break;
      case EventKind.PositionClosed:
        this.positions.delete(`${e.account}:${e.symbol}:${e.positionSide}`);
        break;
    }
  }

  // I18: once per position and funding time; what was not collected is the account's debt to the unit.
  #funding(e: Extract<EngineEvent, { kind: typeof EventKind.FundingSettled }>, broken: string[]): void {
    const key = `${e.symbol}:${e.positionId}:${e.fundingTime}`;
    if (this.#funded.has(key)) broken.push(`I18 funding of ${key} settled twice`);
    this.#funded.add(key);
    if (e.amount >= 0 ? e.collected !== e.amount : e.collected > 0 || e.collected < e.amount)
      broken.push(`I18 funding of ${e.amount} collected as ${e.collected}`);
    this.#owes(e.account, (this.debts.get(e.account) ?? 0) + e.collected - e.amount, e.debt, broken);
  }

  #owes(account: number, expected: number, told: number, broken: string[]): void {
    if (expected !== told || told < 0) broken.push(`I18 account ${account} owes ${told}, by the events ${expected}`);
    this.debts.set(account, told);
  }

  // I18: what members paid and received in this command is what its postings moved between them and the house.
  #fundingNets(events: readonly EngineEvent[], broken: string[]): void {
    let collected = 0;
    let house = 0;
    for (const e of events) {
      if (e.kind === EventKind.FundingSettled) collected += e.collected;
      if (e.kind !== EventKind.LedgerPosted || e.reason !== PostingReason.FundingFee) continue;
      if (e.credit === HouseAccount.Futures) house += e.amount;
      else if (e.debit === HouseAccount.Futures) house -= e.amount;
      else broken.push(`I18 funding posted from ${e.debit} to ${e.credit}, past the house`);
    }
    if (collected + house !== 0) broken.push(`I18 funding: members moved ${collected}, the house ${house}`);
  }

  #open(orderId: number, broken: string[]): ShadowOrder | undefined {
    const o = this.orders.get(orderId);
    if (o === undefined) broken.push(`I8 event of order ${orderId} that is ${this.closedOrders.has(orderId) ? 'over' : 'unknown'}`);
    return o;
  }

  #posted(e: Extract<EngineEvent, { kind: typeof EventKind.LedgerPosted }>, broken: string[]): void {
    if (!(e.amount > 0) || e.debit === e.credit) broken.push(`I1 posting of ${e.amount} from ${e.debit} to ${e.credit}`);
    const debit = (this.ledger.get(e.debit) ?? 0) - e.amount;
    const credit = (this.ledger.get(e.credit) ?? 0) + e.amount;
    this.ledger.set(e.debit, debit);
    this.ledger.set(e.credit, credit);
    if (debit !== e.debitAfter || credit !== e.creditAfter) {
      broken.push(`I1 balances after a posting: ${e.debitAfter} and ${e.creditAfter}, by the postings ${debit} and ${credit}`);
    }
  }

  #filled(e: Extract<EngineEvent, { kind: typeof EventKind.OrderFilled }>, broken: string[]): void {
    if (e.lots <= 0) broken.push(`I3 fill of ${e.lots} lots`);
    if (e.fee < 0) broken.push(`I14 negative fee ${e.fee}`);
    if (!this.orders.has(e.orderId) && (e.role === FillRole.Liquidation || e.role === FillRole.Adl)) return;
    const o = this.#open(e.orderId, broken);
    if (o === undefined) return;
    o.filled += e.lots;
    o.rest -= e.lots;
    if (o.rest !== e.restLots || o.rest < 0) broken.push(`I8 order ${e.orderId} has ${e.restLots} left, by its fills ${o.rest}`);
  }

  #closed(e: Extract<EngineEvent, { kind: typeof EventKind.OrderClosed }>, broken: string[]): void {
    // One that waits ends unfilled, whatever ends it.
    if (this.armed.delete(e.orderId)) {
      if (e.filledLots !== 0 || e.end === OrderEnd.Filled) broken.push(`I8 waiting order ${e.orderId} closed with ${e.filledLots} filled`);
      this.closedOrders.add(e.orderId);
      return;
    }
    const o = this.#open(e.orderId, broken);
    if (o === undefined) return;
    if (o.filled !== e.filledLots) broken.push(`I8 order ${e.orderId} closed with ${e.filledLots} filled, by its fills ${o.filled}`);
    const whole = o.rest === 0 && o.filled > 0;
    // The house may have taken over what a liquidation did not sell; a winner is deleveraged wholly.
    if (e.end === OrderEnd.Filled ? !whole : whole && e.end !== OrderEnd.Liquidation && e.end !== OrderEnd.Deleveraged)
      broken.push(`I8 order ${e.orderId} ended as ${e.end} with ${o.rest} left`);
    this.orders.delete(e.orderId);
    this.closedOrders.add(e.orderId);
  }

  // I7: where every fill of a leg was a reducing one, the leg did not grow nor change its side.
  #reductions(events: readonly EngineEvent[], before: ReadonlyMap<string, number>, broken: string[]): void {
    const reducedOnly = new Map<string, boolean>();
    for (const e of events) {
      if (e.kind !== EventKind.OrderFilled) continue;
      const flags = unpackOrderFlags(e.flags);
      const closer =
        flags.reduceOnly ||
        e.role === FillRole.Liquidation ||
        (flags.positionSide === 1 && flags.side === 1) ||
        (flags.positionSide === 2 && flags.side === 0);
      const key = `${e.account}:${e.symbol}:${flags.positionSide}`;
      reducedOnly.set(key, closer && (reducedOnly.get(key) ?? true));
    }
    for (const [key, only] of reducedOnly) {
      if (!only) continue;
      const was = before.get(key) ?? 0;
      const is = this.positions.get(key) ?? 0;
      if (Math.abs(is) > Math.abs(was) || is * was < 0) broken.push(`I7 reducing fills took ${key} from ${was} to ${is}`);
    }
  }
}
