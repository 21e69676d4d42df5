// What bots ask of an order beyond the engine's rules: good till a date (GTD), and a price matched to the book.
//
// A row stands before the order does, so a crash forgets neither; at the date the engine ends the order.
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { endOverdue, futuresArchive, type Order } from '@maru/futures/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { FapiFault } from './fapi-fault.ts';
import type { BotOrder } from './order-shape.ts';
import { type NewTerms, type TermRow, TermRows } from './term-rows.ts';

const { OrderClosed } = EventWord;

export interface Kept {
  readonly row: TermRow;
  /** As asked, of one that was placed since the server began. */
  readonly terms?: NewTerms;
  /** When it was seen to have ended. */
  endedAt: number | undefined;
  isWritten: boolean;
}

export interface OrderTerms {
  /** What was written for this very request before. */
  known(site: number, member: number, request: string): Promise<TermRow | undefined>;
  /** Before the order is placed. */
  begin(terms: NewTerms): Promise<Kept>;
  placed(kept: Kept, order: Order): Promise<BotOrder>;
  /** It was refused, or nobody knows: then what became of it is found out. */
  failed(kept: Kept, error: unknown): Promise<void>;
  /** An order with this client id may or may not stand. */
  isUnsure(site: number, member: number, clientOrderId: string): boolean;
  /** Orders of one member with their terms. */
  dress(site: number, member: number, orders: readonly Order[]): Promise<BotOrder[]>;
  /** One of which an event tells. */
  dressNow(site: number, account: number, order: Order): BotOrder;
  close(): void;
}

/** Events of an order come a moment after its end: so long it is remembered. */
const REMEMBERED_MS = 60_000;
/** Ended at once: thousands may be due at the same second. */
const AT_ONCE = 100;
const SEEN_AT_ONCE = 50;

export async function openOrderTerms(context: AppContext, lookMs: number): Promise<OrderTerms> {
  const terms = new TermKeeper(context, new TermRows(context.pool));
  await terms.load();
  terms.begins(lookMs);
  return terms;
}

class TermKeeper implements OrderTerms {
  readonly #context: AppContext;
  readonly #rows: TermRows;
  readonly #byOrder = new Map<string, Kept>();
  readonly #placing = new Map<string, Kept>();
  readonly #unsure = new Map<string, Kept>();
  /** Read at the start: what they are of may have ended before, unnoted. */
  readonly #unseen: Kept[] = [];
  /** Who ever asked for such terms: nobody else's orders are looked up. */
  readonly #members = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(context: AppContext, rows: TermRows) {
    this.#context = context;
    this.#rows = rows;
    context.engine.onBatch(({ site, events }) => this.#hear(site, events));
  }

  async load(): Promise<void> {
    for (const { site_id, member_id } of await this.#rows.members()) this.#members.add(`${site_id} ${member_id}`);
    for (const row of await this.#rows.open()) {
      const kept = { row, endedAt: undefined, isWritten: false };
      if (row.order_id === null) this.#unsure.set(ownName(row), kept);
      else {
        this.#byOrder.set(`${row.site_id} ${row.order_id}`, kept);
        this.#unseen.push(kept);
      }
    }
    // What cannot be found out yet is looked for again: no reason not to start.
    await this.#settleUnsure().catch((error: unknown) => this.#warn(error));
  }

  begins(lookMs: number): void {
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async known(site: number, member: number, request: string): Promise<TermRow | undefined> {
    return this.#members.has(`${site} ${member}`) ? this.#rows.ofRequest(site, member, request) : undefined;
  }

  async begin(terms: NewTerms): Promise<Kept> {
    this.#members.add(`${terms.site} ${terms.member}`);
    const row = await this.#rows.begin(terms);
    const kept = { row, terms, endedAt: undefined, isWritten: false };
    this.#placing.set(placingName(row), kept);
    return kept;
  }

  async placed(kept: Kept, order: Order): Promise<BotOrder> {
    const { row } = kept;
    // The first answer again: it says how the order stood then, and it may have ended since.
    if (row.order_id !== null) this.#unseen.push(kept);
    row.order_id = order.id;
    this.#byOrder.set(`${row.site_id} ${order.id}`, kept);
    if (order.endReason !== null) kept.endedAt ??= this.#context.clock.now();
    // Without its number the row is found by its client id, as after a crash.
    await this.#notePlaced(kept, order.id).catch(() => this.#unsure.set(ownName(row), kept));
    this.#placing.delete(placingName(row));
    return dressed(order, row);
  }

  /** The same request, refused or given up a moment before, may have taken the row away: then it is written again. */
  async #notePlaced({ row, terms }: Kept, orderId: number): Promise<void> {
    if ((await this.#rows.placed(row.id, orderId)) || terms === undefined) return;
    row.id = (await this.#rows.begin({ ...terms, price: row.price ?? undefined })).id;
    await this.#rows.placed(row.id, orderId);
  }

  async failed(kept: Kept, error: unknown): Promise<void> {
    const { row } = kept;
    const isKnown = error instanceof FapiFault || (error instanceof Refusal && !unsureCodes.has(error.code));
    if (isKnown) await this.#rows.remove(row.id).catch(() => this.#unsure.set(ownName(row), kept));
    else this.#unsure.set(ownName(row), kept);
    this.#placing.delete(placingName(row));
  }

  isUnsure(site: number, member: number, clientOrderId: string): boolean {
    return this.#unsure.has(`${site} ${member} ${clientOrderId}`);
  }

  async dress(site: number, member: number, orders: readonly Order[]): Promise<BotOrder[]> {
    if (orders.length === 0 || !this.#members.has(`${site} ${member}`)) return [...orders];
    const unknown = orders.filter(({ id }) => !this.#byOrder.has(`${site} ${id}`)).map(({ id }) => id);
    const found = unknown.length === 0 ? [] : await this.#rows.ofOrders(site, member, unknown);
    const rows = new Map(found.map((row) => [row.order_id, row]));
    return orders.map((order) => dressed(order, this.#byOrder.get(`${site} ${order.id}`)?.row ?? rows.get(order.id)));
  }

  dressNow(site: number, account: number, order: Order): BotOrder {
    const kept = this.#byOrder.get(`${site} ${order.id}`) ?? this.#placing.get(`${site} ${account} ${order.clientOrderId ?? ''}`);
    return dressed(order, kept?.row);
  }

  #hear(site: number, e: Float64Array): void {
    if (this.#byOrder.size === 0) return;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] !== EventKind.OrderClosed) continue;
      const kept = this.#byOrder.get(`${site} ${e[at + OrderClosed.orderId]}`);
      if (kept !== undefined) kept.endedAt ??= this.#context.clock.now();
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#expireDue();
      await this.#settleUnsure();
      await this.#seeEnded();
      await this.#forgetEnded();
    } catch (error) {
      this.#warn(error);
    } finally {
      this.#isLooking = false;
    }
  }

  #warn(error: unknown): void {
    this.#context.log.warn({ err: error }, 'orders good till a date were not looked through');
  }

  /** Sites of these whose rows tell all that their engines have done: only there does a missing row say that there is no order. */
  async #toldSites(all: readonly Kept[]): Promise<ReadonlySet<number>> {
    const { engine, projections } = this.#context;
    const wanted = new Set(all.map(({ row }) => row.site_id));
    const parts = engine.status().filter(({ site, ready }) => ready && wanted.has(site));
    const told = await Promise.all(parts.map(({ site, seq }) => projections.waitFor(site, seq)));
    return new Set(parts.flatMap(({ site }, i) => (told[i] ? [site] : [])));
  }

  /** Whether an order stands of which no answer came, or was noted, before the server ended. */
  async #settleUnsure(): Promise<void> {
    const { sites, services } = this.#context;
    const told = await this.#toldSites([...this.#unsure.values()]);
    for (const [name, kept] of this.#unsure) {
      const { row } = kept;
      const site = sites.byId(row.site_id);
      if (site === undefined || !told.has(row.site_id)) continue;
      const order = await services.use(futuresArchive).orderByClientId(site, row.account, row.client_order_id);
      if (order === undefined || order.id === row.prior_order_id) await this.#rows.remove(row.id);
      else {
        await this.#rows.placed(row.id, order.id);
        row.order_id = order.id;
        this.#byOrder.set(`${row.site_id} ${order.id}`, kept);
        // It may have ended by then.
        this.#unseen.push(kept);
      }
      this.#unsure.delete(name);
    }
  }

  async #seeEnded(): Promise<void> {
    const { sites, services, clock } = this.#context;
    const unseen = this.#unseen;
    const told = await this.#toldSites(unseen);
    for (let left = Math.min(SEEN_AT_ONCE, unseen.length); left > 0; left--) {
      const { row } = unseen[0];
      const site = sites.byId(row.site_id);
      if (site !== undefined && told.has(row.site_id) && unseen[0].endedAt === undefined) {
        const order = await services.use(futuresArchive).orderById(site, row.account, row.order_id as number);
        if (order === undefined || order.endReason !== null) unseen[0].endedAt ??= clock.now();
      }
      // Looked at again where its site's rows are behind.
      const kept = unseen.shift() as Kept;
      if (site !== undefined && !told.has(row.site_id)) unseen.push(kept);
    }
  }

  async #expireDue(): Promise<void> {
    const now = this.#context.clock.now();
    const due: Kept[] = [];
    const ready = new Set(this.#context.engine.status().flatMap((part) => (part.ready ? [part.site] : [])));
    for (const kept of this.#byOrder.values())
      if (ready.has(kept.row.site_id) && kept.endedAt === undefined && kept.row.good_till_ms !== null && kept.row.good_till_ms <= now)
        due.push(kept);
    const failed: unknown[] = [];
    const fail = (error: unknown) => void failed.push(error);
    for (let i = 0; i < due.length; i += AT_ONCE) await this.#expire(due.slice(i, i + AT_ONCE), fail);
    // Said once a look: thousands may be due while the engine or the database is away.
    if (failed.length > 0)
      this.#context.log.warn({ err: failed[0], failures: failed.length }, 'orders good till a date were not ended yet');
  }

  async #expire(due: readonly Kept[], fail: (error: unknown) => void): Promise<void> {
    const { services, sites, clock } = this.#context;
    const end = services.use(endOverdue);
    // Some may have ended while others were.
    const open = due.filter(({ endedAt, row }) => endedAt === undefined && sites.byId(row.site_id) !== undefined);
    const endOne = async (kept: Kept) => {
      const { site_id: site, account, order_id: order } = kept.row;
      await end(site, account, order as number);
      kept.endedAt ??= clock.now();
    };
    await Promise.all(open.map((kept) => endOne(kept).catch(fail)));
  }

  async #forgetEnded(): Promise<void> {
    const now = this.#context.clock.now();
    const unwritten = [...this.#byOrder.values()].filter(({ endedAt, isWritten }) => endedAt !== undefined && !isWritten);
    if (unwritten.length > 0) {
      const ids = unwritten.map(({ row }) => row.id);
      await this.#rows.ended(ids, now);
      for (const kept of unwritten) kept.isWritten = true;
    }
    for (const [name, { endedAt, isWritten }] of this.#byOrder)
      if (isWritten && endedAt !== undefined && now - endedAt > REMEMBERED_MS) this.#byOrder.delete(name);
  }
}

/** The engine may have taken it all the same. */
const unsureCodes: ReadonlySet<string> = new Set(['READ_ONLY', 'OVERLOADED', 'UNAVAILABLE', 'INTERNAL']);

const ownName = (row: TermRow) => `${row.site_id} ${row.member_id} ${row.client_order_id}`;
const placingName = (row: TermRow) => `${row.site_id} ${row.account} ${row.client_order_id}`;

function dressed(order: Order, row: TermRow | undefined): BotOrder {
  if (row === undefined) return order;
  return { ...order, terms: { priceMatch: row.price_match ?? 'NONE', goodTill: row.good_till_ms ?? 0 } };
}
