// A member's live events in the words of Binance's user-data stream.
import type { CrossAccount, FuturesEvent, Order, Position } from '@maru/futures/contract.ts';
import { amountOf } from './account-shapes.ts';
import { add } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';
import { algoStatusOf, clientIdOf, isConditional, isWaiting, originalType, workingTypeOf } from './order-shape.ts';

type Fill = NonNullable<FuturesEvent['fill']>;

/** Events of one account, gathered until its figures are told: then they become one ACCOUNT_UPDATE. */
export class UserEvents {
  readonly #emit: (event: object) => void;
  readonly #now: () => number;
  /** Positions changed since the last account update. */
  #changed = new Map<string, object>();
  #wallet = '';

  constructor(emit: (event: object) => void, now: () => number) {
    this.#emit = emit;
    this.#now = now;
  }

  /** Of the queue with orders and positions. */
  take(event: FuturesEvent): void {
    const T = Date.parse(event.time);
    if (event.order !== undefined) this.#order(event, event.order, T);
    if (event.type === 'LEVERAGE_UPDATE') return this.#leverage(event, T);
    if (event.type === 'POSITION_WARN' && event.position !== undefined) return this.#warned(event.position, T);
    if (event.position !== undefined && event.type !== 'POSITION_UPDATE_LIQUIDPRICE') this.#position(event.position);
    if (event.closed !== undefined) this.#closed(event);
  }

  /** How the account stands when the stream opens: nothing to tell yet. */
  remember(a: CrossAccount): void {
    this.#wallet = add(a.playerPoint, a.isolatedWallets);
  }

  /** Of the queue with the account's figures. */
  account(a: CrossAccount): void {
    const cross = a.playerPoint;
    const wallet = add(cross, a.isolatedWallets);
    // Marks move unrealized profit all the time; only balances and positions are told.
    if (this.#changed.size === 0 && wallet === this.#wallet) return;
    this.#wallet = wallet;
    const P = [...this.#changed.values()];
    this.#changed = new Map();
    const E = this.#now();
    this.#emit({ e: 'ACCOUNT_UPDATE', E, T: E, a: { m: 'ORDER', B: [{ a: 'USDT', wb: wallet, cw: cross, bc: '0' }], P } });
  }

  #order(event: FuturesEvent, order: Order, T: number): void {
    if (isWaiting(order) || (isConditional(order) && event.type === 'ORDER_CANCEL' && algoStatusOf(order) !== 'FINISHED')) {
      this.#emit({ e: 'ALGO_UPDATE', T, E: this.#now(), o: algoEvent(order) });
      return;
    }
    this.#emit({ e: 'ORDER_TRADE_UPDATE', E: this.#now(), T, o: orderEvent(event, order, event.fill, T) });
  }

  #position(p: Position): void {
    const isIsolated = p.marginType === 'ISOLATED';
    this.#changed.set(`${p.symbol} ${p.positionSide}`, {
      s: botNameOf(p.symbol),
      pa: amountOf(p),
      ep: p.entryPrice,
      bep: p.breakEvenPrice,
      cr: p.realizedPnl,
      up: p.unrealizedPnl,
      mt: isIsolated ? 'isolated' : 'cross',
      iw: isIsolated ? p.margin : '0',
      ps: p.positionSide,
    });
  }

  #closed({ closed, position }: FuturesEvent): void {
    if (closed === undefined || position !== undefined) return;
    // A closed position no longer says its mode: both names of its side are told as empty where they were known.
    const s = botNameOf(closed.symbol);
    const sides = [...this.#known(closed.symbol)];
    for (const ps of sides.length > 0 ? sides : ['BOTH']) {
      this.#changed.set(`${closed.symbol} ${ps}`, {
        s,
        pa: '0',
        ep: '0',
        bep: '0',
        cr: closed.realizedPnl,
        up: '0',
        mt: 'cross',
        iw: '0',
        ps,
      });
    }
  }

  *#known(symbol: string): Iterable<string> {
    for (const side of ['BOTH', 'LONG', 'SHORT']) if (this.#changed.has(`${symbol} ${side}`)) yield side;
  }

  #leverage({ futuresOptionId, leverage }: FuturesEvent, T: number): void {
    if (futuresOptionId === undefined) return;
    this.#emit({ e: 'ACCOUNT_CONFIG_UPDATE', E: this.#now(), T, ac: { i: futuresOptionId, l: leverage } });
  }

  #warned(p: Position, E: number): void {
    const mt = p.marginType === 'ISOLATED' ? 'ISOLATED' : 'CROSSED';
    const position = {
      s: botNameOf(p.symbol),
      ps: p.positionSide,
      pa: amountOf(p),
      mt,
      iw: p.margin,
      mp: p.markPrice,
      up: p.unrealizedPnl,
      mm: p.maintenanceMargin,
    };
    this.#emit({ e: 'MARGIN_CALL', E, p: [position] });
  }
}

function executionOf(event: FuturesEvent, order: Order, fill: Fill | undefined): string {
  if (fill !== undefined) return 'TRADE';
  if (event.type === 'ORDER_SUCCESS') return 'NEW';
  if (event.type === 'ORDER_UPDATE') return 'AMENDMENT';
  if (event.type === 'ORDER_FILLED') return 'TRADE';
  return order.status === 'EXPIRED' ? 'EXPIRED' : 'CANCELED';
}

function orderEvent(event: FuturesEvent, order: Order, fill: Fill | undefined, T: number) {
  return {
    s: botNameOf(order.symbol),
    c: clientIdOf(order),
    S: order.side,
    o: workingTypeOf(order),
    f: order.timeInForce,
    q: order.quantity,
    p: order.price,
    ap: order.averagePrice,
    sp: order.stopPrice ?? '0',
    x: executionOf(event, order, fill),
    X: order.status,
    i: order.id,
    l: fill?.quantity ?? '0',
    z: order.filledQuantity,
    L: fill?.price ?? '0',
    N: 'USDT',
    n: fill?.fee ?? '0',
    T,
    t: fill?.tradeId ?? 0,
    b: '0',
    a: '0',
    m: fill?.role === 'MAKER',
    R: order.reduceOnly,
    wt: order.workingType ?? 'CONTRACT_PRICE',
    ot: originalType(order),
    ps: order.positionSide,
    cp: order.closePosition ?? false,
    rp: fill?.realizedPnl ?? '0',
    pP: order.priceProtect ?? false,
    si: 0,
    ss: 0,
    V: 'EXPIRE_TAKER',
    pm: 'NONE',
    gtd: 0,
  };
}

function algoEvent(order: Order) {
  return {
    caid: clientIdOf(order),
    aid: order.id,
    at: 'CONDITIONAL',
    o: originalType(order),
    s: botNameOf(order.symbol),
    S: order.side,
    ps: order.positionSide,
    f: order.timeInForce,
    q: order.quantity,
    X: algoStatusOf(order),
    ai: '',
    tp: order.stopPrice ?? '0',
    p: order.price,
    V: 'EXPIRE_TAKER',
    wt: order.workingType ?? 'CONTRACT_PRICE',
    pm: 'NONE',
    cp: order.closePosition ?? false,
    pP: order.priceProtect ?? false,
    R: order.reduceOnly,
    tt: 0,
    gtd: 0,
    rm: order.reason ?? '',
  };
}
