// A member's live events in the words of Binance's user-data stream.
import { type CrossAccount, EVENTS_PER_FACT, type FuturesEvent, type Order, type Position } from '@maru/futures/contract.ts';
import type { ForcedTold } from './forced-watch.ts';
import { add, isZero, negated } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';
import { algoStatusOf, type BotOrder, isConditional, isWaiting } from './order-shape.ts';
import { algoEvent, closedEvent, type Held, heldOf, openEvent, orderEvent, tradeLite, warnedEvent } from './user-event-shapes.ts';

/** Events of one account, gathered until its figures are told: then they become one ACCOUNT_UPDATE. */
export class UserEvents {
  readonly #emit: (event: object) => void;
  readonly #now: () => number;
  readonly #dress: (order: Order) => BotOrder;
  /** Positions changed since the last account update. */
  #changed = new Map<number, object>();
  /** Open positions, by id. */
  readonly #held = new Map<number, Held>();
  /** Sides of positions that orders have filled and nothing else has told yet: they may close before anybody sees them open. */
  readonly #filled = new Map<number, string>();
  /** Of such positions those with a margin of their own. */
  readonly #isolated = new Set<number>();
  /** Orders of the system's that the account's own events have not come to. */
  readonly #forced: ForcedTold[] = [];
  /** Conditional orders that have fired and still work. */
  readonly #fired = new Set<number>();
  #hasTraded = false;
  /** Funding moved since the last account update. */
  #funding = false;
  #wallet: string | undefined;
  #cross = '0';

  /** `dress` adds to an order what its bot asked for beyond the engine's rules. */
  constructor(emit: (event: object) => void, now: () => number, dress: (order: Order) => BotOrder = (order) => order) {
    this.#emit = emit;
    this.#now = now;
    this.#dress = dress;
  }

  /** Of the queue with orders and positions. */
  take(event: FuturesEvent): void {
    const T = Date.parse(event.time);
    const index = Number(event.eventId.split('-')[1]) / EVENTS_PER_FACT;
    // After a gap whatever was before it; what only follows the mark may run ahead of what happened.
    if (event.type === 'SNAPSHOT_NEEDED') this.#tellForced(event.sequence, Number.POSITIVE_INFINITY);
    else if (event.type !== 'POSITION_UPDATE_LIQUIDPRICE') this.#tellForced(event.sequence, index);
    if (event.order !== undefined) this.#order(event, this.#dress(event.order), T);
    if (event.fill !== undefined) this.#hasTraded = true;
    const { futuresPositionId: id, fill } = event;
    if (id !== undefined && fill !== undefined && !this.#held.has(id)) this.#filled.set(id, fill.positionSide);
    if (event.type === 'LEVERAGE_UPDATE') return this.#leverage(event, T);
    if (event.type === 'POSITION_WARN' && event.position !== undefined) return this.#warned(event.position);
    if (event.position !== undefined && event.type !== 'POSITION_UPDATE_LIQUIDPRICE') this.#position(event.position);
    if (event.closed !== undefined) this.#closed(event.closed);
  }

  /** How the account stands when the stream opens: nothing to tell yet. */
  remember(a: CrossAccount): void {
    this.#wallet ??= add(a.playerPoint, a.isolatedWallets);
    this.#cross = a.playerPoint;
  }
  rememberPositions(positions: readonly Position[]): void {
    for (const p of positions) if (!this.#held.has(p.futuresPositionId)) this.#held.set(p.futuresPositionId, heldOf(p));
  }
  rememberOrders(orders: readonly Order[]): void {
    for (const order of orders) if (isConditional(order) && !isWaiting(order)) this.#fired.add(order.id);
  }

  /** An order of the system's that closes one of its positions: heard at once, told between the account's events as it happened. */
  forced(told: ForcedTold): void {
    this.#forced.push(told);
  }
  isolated(positionId: number): void {
    if (!this.#held.has(positionId)) this.#isolated.add(positionId);
  }

  /** Funding of one of its positions was settled. */
  funded(): void {
    this.#funding = true;
  }

  /** Of the queue with the account's figures. */
  account(a: CrossAccount): void {
    const cross = a.playerPoint;
    const wallet = add(cross, a.isolatedWallets);
    this.#cross = cross;
    // Marks move unrealized profit all the time; only balances and positions are told.
    if (this.#changed.size === 0 && wallet === this.#wallet) return;
    const moved = this.#wallet === undefined ? '0' : add(wallet, negated(this.#wallet));
    const m = this.#reason(moved);
    this.#wallet = wallet;
    // Profit and fees of trades are not counted in a balance's change.
    const bc = m === 'ORDER' || m === 'MARGIN_TRANSFER' ? '0' : moved;
    const P = [...this.#changed.values()];
    this.#changed = new Map();
    this.#hasTraded = false;
    this.#funding = false;
    const E = this.#now();
    this.#emit({ e: 'ACCOUNT_UPDATE', E, T: E, a: { m, B: [{ a: 'USDT', wb: wallet, cw: cross, bc }], P } });
  }

  /** Those that happened before a place among the engine's facts. */
  #tellForced(sequence: number, index: number): void {
    const isDue = (told: ForcedTold) => told.sequence < sequence || (told.sequence === sequence && told.index < index);
    while (this.#forced.length > 0 && isDue(this.#forced[0])) {
      const { execution, order, fill } = this.#forced.shift() as ForcedTold;
      if (fill !== undefined) this.#hasTraded = true;
      const T = Date.parse(order.updatedAt);
      this.#emit({ e: 'ORDER_TRADE_UPDATE', E: this.#now(), T, o: orderEvent(execution, order, fill, T) });
    }
  }

  #reason(moved: string): string {
    if (this.#hasTraded) return 'ORDER';
    if (this.#funding) return 'FUNDING_FEE';
    if (this.#changed.size > 0) return isZero(moved) ? 'MARGIN_TRANSFER' : 'ORDER';
    return moved.startsWith('-') ? 'WITHDRAW' : 'DEPOSIT';
  }

  #order(event: FuturesEvent, order: BotOrder, T: number): void {
    if (!isConditional(order)) return this.#tellOrder(executionOf(event, order), event, order, T);
    const status = algoStatusOf(order);
    const hasEnded = event.type === 'ORDER_CANCEL' || event.type === 'ORDER_FILLED';
    if (isWaiting(order) || (hasEnded && status !== 'FINISHED')) {
      this.#tellAlgo(order, status, T);
      if (status === 'REJECTED') this.#refusedAtTrigger(order, T);
      return;
    }
    if (!this.#fired.has(order.id)) {
      this.#fired.add(order.id);
      this.#tellAlgo(order, 'TRIGGERED', T);
      this.#tellOrder(event.fill === undefined ? 'NEW' : executionOf(event, order), event, order, T);
    } else this.#tellOrder(executionOf(event, order), event, order, T);
    if (!hasEnded) return;
    this.#fired.delete(order.id);
    this.#tellAlgo(order, 'FINISHED', T);
  }

  #tellOrder(x: string, event: FuturesEvent, order: BotOrder, T: number): void {
    const E = this.#now();
    if (event.fill !== undefined) this.#emit(tradeLite(order, event.fill, E, T));
    this.#emit({ e: 'ORDER_TRADE_UPDATE', E, T, o: orderEvent(x, order, event.fill, T) });
  }

  #tellAlgo(order: BotOrder, status: string, T: number): void {
    this.#emit({ e: 'ALGO_UPDATE', T, E: this.#now(), o: algoEvent(order, status) });
  }

  #refusedAtTrigger(order: Order, T: number): void {
    const or = { s: botNameOf(order.symbol), i: order.id, r: order.reason ?? '' };
    this.#emit({ e: 'CONDITIONAL_ORDER_TRIGGER_REJECT', E: this.#now(), T, or });
  }

  #position(p: Position): void {
    this.#held.set(p.futuresPositionId, heldOf(p));
    this.#filled.delete(p.futuresPositionId);
    this.#isolated.delete(p.futuresPositionId);
    this.#changed.set(p.futuresPositionId, openEvent(p));
  }

  #closed(closed: NonNullable<FuturesEvent['closed']>): void {
    const id = closed.futuresPositionId;
    const side = this.#filled.get(id);
    const held = this.#held.get(id);
    // Told twice, and the second time nothing is held any more.
    if (held === undefined && side === undefined && this.#changed.has(id)) return;
    const unseen: Held = { ps: side ?? 'BOTH', mt: this.#isolated.has(id) ? 'isolated' : 'cross' };
    this.#hasTraded = true;
    this.#held.delete(id);
    this.#filled.delete(id);
    this.#isolated.delete(id);
    this.#changed.set(id, closedEvent(closed, held ?? unseen));
  }

  #leverage({ futuresOptionId, leverage }: FuturesEvent, T: number): void {
    if (futuresOptionId === undefined) return;
    this.#emit({ e: 'ACCOUNT_CONFIG_UPDATE', E: this.#now(), T, ac: { i: futuresOptionId, l: leverage } });
  }

  #warned(p: Position): void {
    const cw = p.marginType === 'ISOLATED' ? {} : { cw: this.#cross };
    this.#emit({ e: 'MARGIN_CALL', E: this.#now(), ...cw, p: [warnedEvent(p)] });
  }
}

function executionOf(event: FuturesEvent, order: Order): string {
  if (event.fill !== undefined || event.type === 'ORDER_FILLED') return 'TRADE';
  if (event.type === 'ORDER_SUCCESS') return 'NEW';
  if (event.type === 'ORDER_UPDATE') return 'AMENDMENT';
  return order.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELED';
}
