// Watches prices for everybody's alerts: a price that reaches one takes it out of the line, and its row decides that it is told once.
import { DAY_MS, MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { provenMailOf } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import { type AlertPrice, isMove } from '../../alert-contract.ts';
import { marketReader, type PriceListener } from '../../contract.ts';
import { activeAlerts, type AlertRow, type AlertWay, expireAlerts, mailsSince, noteArmed, noteFired, noteMail } from './alert-rows.ts';
import { wordsOf } from './alert-words.ts';
import { partsOf, PriceLines, type Reached } from './price-lines.ts';
/** A mail about a price is of no use later. */
const MAIL_MS = 3_600_000;

/** Windows up to this long are begun with recorded minutes, longer ones with quarters of an hour. */
const MINUTES_UP_TO = 240;

export class AlertWatch {
  readonly #context: AppContext;
  readonly #lines = new Map<string, PriceLines>();
  readonly #stops = new Map<string, () => void>();
  readonly #watched = new Map<number, AlertRow>();
  /** Told, and not armed again yet. */
  readonly #resting = new Map<number, AlertRow>();
  readonly #reached: Reached[] = [];
  /** Windows whose recorded past is being read. */
  readonly #seeding = new Map<string, Promise<void>>();
  #telling: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: AppContext) {
    this.#context = context;
  }

  async begin(lookMs: number): Promise<void> {
    for (const row of await activeAlerts(this.#context.pool)) this.put(row);
    this.#timer = setInterval(() => void this.look(), lookMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const stop of this.#stops.values()) stop();
    await this.#looking;
    await this.#telling;
  }

  /** As its row stands now, in place of how it stood before. */
  put(row: AlertRow): void {
    // Told and changed at once, the older of both answers may come last.
    const known = this.#watched.get(row.id) ?? this.#resting.get(row.id);
    if (known !== undefined && known.version > row.version) return;
    this.drop(row.id);
    if (row.status !== 'ACTIVE') return;
    this.#listen(row.symbol);
    if (row.window_minutes !== null) void this.window(row.symbol, row.price_type, row.window_minutes);
    if (row.way === null) {
      this.#resting.set(row.id, row);
      return;
    }
    this.#watched.set(row.id, row);
    this.#lineOf(row).add(row);
  }

  /** How the price stands in a window that is watched from now on, what was recorded of it included. */
  async window(symbol: string, type: AlertPrice, minutes: number): Promise<ReturnType<PriceLines['window']>> {
    this.#listen(symbol);
    const lines = this.#lineOf({ symbol, price_type: type });
    const name = `${symbol} ${type} ${minutes}`;
    if (!lines.hasWindow(minutes)) {
      lines.window(minutes);
      this.#seeding.set(name, this.#seed(symbol, type, minutes));
    }
    await this.#seeding.get(name);
    return lines.window(minutes);
  }

  /** Without its past a window begins with the next price. */
  async #seed(symbol: string, type: AlertPrice, minutes: number): Promise<void> {
    const isShort = minutes <= MINUTES_UP_TO;
    const count = (isShort ? minutes : minutes / 15) + 1;
    try {
      const candles = await this.#context.services.use(marketReader).candles(symbol, isShort ? '1m' : '15m', count, type);
      const since = this.#context.clock.now() - minutes * MINUTE_MS;
      this.#lineOf({ symbol, price_type: type })
        .window(minutes)
        .seed(partsOf(symbol, candles).filter(({ at }) => at > since));
    } catch (error) {
      this.#context.log.warn({ err: error, symbol }, 'a window of prices begins without its past');
    } finally {
      this.#seeding.delete(`${symbol} ${type} ${minutes}`);
    }
  }

  /** All of a member that left. */
  forget(site: number, member: number): void {
    for (const row of [...this.#watched.values(), ...this.#resting.values()])
      if (row.site_id === site && row.member_id === member) this.drop(row.id);
  }

  drop(id: number): void {
    const watched = this.#watched.get(id);
    if (watched !== undefined) this.#lineOf(watched).remove(watched);
    this.#watched.delete(id);
    this.#resting.delete(id);
  }

  /** Ends what is over, arms what has rested, and tells what could not be told before. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => this.#context.log.warn({ err: error }, 'price alerts were not looked through'))
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  #lineOf({ symbol, price_type: type }: Pick<AlertRow, 'symbol' | 'price_type'>): PriceLines {
    const name = `${symbol} ${type}`;
    const found = this.#lines.get(name) ?? new PriceLines();
    this.#lines.set(name, found);
    return found;
  }

  #listen(symbol: string): void {
    if (this.#stops.has(symbol)) return;
    const reader = this.#context.services.use(marketReader);
    const lines: Readonly<Record<Parameters<PriceListener>[0], PriceLines>> = {
      LAST: this.#lineOf({ symbol, price_type: 'LAST' }),
      MARK: this.#lineOf({ symbol, price_type: 'MARK' }),
      INDEX: this.#lineOf({ symbol, price_type: 'INDEX' }),
    };
    this.#stops.set(
      symbol,
      reader.onPrice(symbol, (type, price) => this.#hear(lines[type], price)),
    );
  }

  #hear(lines: PriceLines, price: number): void {
    const taken = lines.take(price, this.#context.clock.now());
    if (taken.length === 0) return;
    for (const each of taken) {
      this.#watched.delete(each.row.id);
      this.#reached.push(each);
    }
    void this.#tellAll();
  }

  /** One after the other: the limit of mails counts those before. */
  #tellAll(): Promise<void> {
    this.#telling ??= this.#tellEach().finally(() => (this.#telling = undefined));
    return this.#telling;
  }

  async #tellEach(): Promise<void> {
    while (this.#reached.length > 0) {
      const [next] = this.#reached;
      try {
        await this.#tell(next);
      } catch (error) {
        // Its row says that it is not told yet: the next look tries again.
        this.#context.log.warn({ err: error, alert: next.row.id }, 'a price alert waits for the database');
        return;
      }
      this.#reached.shift();
    }
  }

  /** Row, message and mail in one transaction: all of it or nothing, so a crash at any moment tells it once. */
  async #tell({ row, price, from }: Reached): Promise<void> {
    const { pool, services, clock } = this.#context;
    if (isOver(row, clock.now())) {
      await expireAlerts(pool, new Date(clock.now()));
      return;
    }
    const reach = await services.use(provenMailOf)(row.site_id, row.member_id);
    let tellNow: (() => void) | undefined;
    let hasMail = false;
    const fired = await inTransaction(pool, async (client) => {
      const after = await noteFired(client, row, price, from, new Date(clock.now()));
      if (after === undefined || !reach.isReachable) return after;
      const words = wordsOf(row, price, from);
      const message = { site: row.site_id, member: row.member_id, kind: 'TRADE' as const, ...words };
      tellNow = await services.find(messageBox)?.post(client, message);
      hasMail = reach.mail !== undefined && (await this.#writeOutgoing(client, row, reach.mail, words));
      return after;
    });
    tellNow?.();
    if (hasMail) services.find(outbox)?.hurry();
    if (fired !== undefined) this.put(fired);
  }

  async #writeOutgoing(client: PoolClient, row: AlertRow, to: string, words: ReturnType<typeof wordsOf>): Promise<boolean> {
    const { services, sites, clock, config } = this.#context;
    const box = services.find(outbox);
    const { site_id: site, member_id: member } = row;
    if (!row.by_mail || box?.canCarry(site, 'MAIL') !== true) return false;
    const now = clock.now();
    if ((await mailsSince(client, row, new Date(now - DAY_MS))) >= config.alertMails) return false;
    const language = sites.byId(site)?.languages[0] ?? 'ko';
    const values = { title: words.title[language], text: `${words.title[language]}\n${words.content[language]}` };
    await box.post(client, { site, kind: 'MAIL', name: 'PRICE_ALERT', language, to, member, values, expiresAt: now + MAIL_MS });
    await noteMail(client, row, new Date(now));
    return true;
  }

  async #lookOnce(): Promise<void> {
    const { pool, clock } = this.#context;
    const now = clock.now();
    const all = [...this.#watched.values(), ...this.#resting.values()];
    if (all.some((row) => isOver(row, now))) for (const id of await expireAlerts(pool, new Date(now))) this.drop(id);
    for (const row of this.#resting.values()) await this.#arm(row, now);
    await this.#tellAll();
  }

  async #arm(row: AlertRow, now: number): Promise<void> {
    if (row.fired_at === null || now < row.fired_at.getTime() + restOf(row) * MINUTE_MS) return;
    const way = wayFrom(row, this.#lineOf(row).last);
    if (way === undefined) return;
    const armed = await noteArmed(this.#context.pool, row, way);
    // Changed or deleted meanwhile: whoever did so has put it where it belongs.
    if (armed !== undefined) this.put(armed);
    else if (this.#resting.get(row.id) === row) this.#resting.delete(row.id);
  }
}

const isOver = ({ expires_at: at }: AlertRow, now: number): boolean => at !== null && at.getTime() <= now;

/** A move is over when its window holds nothing of it: else it would be told again with every pause. */
const restOf = ({ pause_minutes: pause, window_minutes: window }: AlertRow): number => Math.max(pause ?? 0, window ?? 0);

/** Which way a price has yet to go to the alert's; undefined while it is there already. */
export function wayFrom({ condition, level }: Pick<AlertRow, 'condition' | 'level'>, price: number | undefined): AlertWay | undefined {
  if (isMove(condition)) return ({ RISES_BY: 'RISE', FALLS_BY: 'FALL', MOVES_BY: 'BOTH' } as const)[condition];
  if (level === null || price === undefined || price === level) return undefined;
  const way = price < level ? 'RISE' : 'FALL';
  if (condition === 'REACHES') return way;
  return (condition === 'RISES_TO') === (way === 'RISE') ? way : undefined;
}
