// Runs everybody's TWAP orders: when a slice is due its row is committed, then its order is sent once, then what came of it is written.
//
// What nobody knows the outcome of is looked up in the engine's rows and never sent again, so a crash at any moment costs a slice at most.
import { randomInt } from 'node:crypto';
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { decodeInstrument } from '@maru/engine/market/instrument.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Job } from '@maru/kit/server/jobs.ts';
import { checkLease } from '@maru/kit/server/lease.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { actingMember, memberDirectory } from '@maru/member/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import type { PoolClient } from 'pg';
import { TWAP_FAMILY, type TwapEnd, type TwapEvent, twapQueue } from '../../twap-contract.ts';
import { readEngine } from '../engine-views.ts';
import { symbolAt } from '../site-symbols.ts';
import { DueQueue } from './due-queue.ts';
import { markNow } from './mark-now.ts';
import { planOf, presentTwap } from './present-twap.ts';
import { findSlice, isBeyond, sendSlice, sliceOrder, worstPrice } from './slice-order.ts';
import { endOf, isMarginRefusal } from './slice-refusals.ts';
import { dueAt, endsAt, sliceAt, sliceLots } from '../../twap-plan.ts';
import {
  beginSlice,
  endTwap,
  lockTwap,
  openTwapIds,
  type Outcome,
  passSlice,
  sendingOf,
  tellSlice,
  twapById,
  type TwapRow,
} from './twap-rows.ts';
import { wordsOf } from './twap-words.ts';

const Head = EventHeadWord;
const { AccountFlagsSet } = EventWord;

/** Slices on their way at a time. */
const AT_ONCE = 16;
/** Until an engine or a database that is away is asked again. */
const AGAIN_MS = 1_000;
/** Until rows are read again. */
const READ_MS = 5_000;
const SWING_STEPS = 1_000_000;

/** What a slice is about to do, or why it does nothing. */
type Requested =
  | { lots: number; worst: number | undefined; session: Session }
  | { pass: string | null }
  | { end: TwapEnd; reason: string | null };

/** Plans of a site, an account or a member; all of theirs, or those that may open. */
type Whose =
  | 'site_id = $1 AND position_id IS NULL'
  | 'site_id = $1 AND account = $2'
  | 'site_id = $1 AND account = $2 AND position_id IS NULL'
  | 'site_id = $1 AND member_id = $2 AND position_id IS NULL';

export class TwapRunner {
  readonly #context: AppContext;
  readonly #queue = new DueQueue();
  readonly #working = new Map<number, Promise<void>>();
  #job: Job | undefined;
  #readAt = -Infinity;
  #isClosed = false;

  constructor(context: AppContext) {
    this.#context = context;
    context.engine.onBatch(({ site, events }) => this.#hear(site, events));
    context.sessions.onEnd(({ site, member, family }) => {
      // All logins at once: blocked, shut out or locked.
      if (family === undefined) this.#inBackground(this.#stopRestricted(site, member));
    });
  }

  async begin(lookMs: number): Promise<void> {
    await this.#read();
    this.#job = this.#context.jobs.every({ name: 'futures.twap', everyMs: lookMs, fault: 'TWAP orders wait' }, async ({ isNew }) => {
      if (isNew || performance.now() - this.#readAt >= READ_MS) await this.#read();
      this.#beginDue();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#working.values());
  }

  /** A new one, whose first slice is due at once. */
  start(row: TwapRow): void {
    this.#queue.put(row.id, row.started_at.getTime());
    this.tell('TWAP_START', row);
    this.look();
  }

  /** Begins what is due, where this process has the job. */
  look(): void {
    void this.#job?.hurry();
  }

  /** What another process was asked for is found in its rows. */
  async #read(): Promise<void> {
    this.#readAt = performance.now();
    const now = this.#context.clock.now();
    for (const id of await openTwapIds(this.#context.pool)) if (!this.#queue.has(id) && !this.#working.has(id)) this.#queue.put(id, now);
  }

  /** What is under way goes on beside it, under the same lease. */
  #beginDue(): void {
    if (this.#isClosed) return;
    for (const id of this.#queue.take(this.#context.clock.now(), AT_ONCE - this.#working.size)) {
      const work = this.#turn(id).then(
        (next) => {
          this.#afterTurn(id, next);
          // A crowd that is due goes on without waiting for the next look.
          this.look();
        },
        (error: unknown) => {
          this.#context.log.warn({ err: error, twap: id }, 'a slice of a TWAP waits');
          this.#afterTurn(id, this.#context.clock.now() + AGAIN_MS);
        },
      );
      this.#working.set(id, work);
    }
  }

  #afterTurn(id: number, next: number | undefined): void {
    this.#working.delete(id);
    if (next !== undefined) this.#queue.put(id, next);
  }

  /** Once what is under way of it has been told. */
  async idle(id: number): Promise<void> {
    await this.#working.get(id);
  }

  /** Ends one with its words to the member, in one transaction; undefined where it has ended already. */
  async end(id: number, end: TwapEnd, reason: string | null = null): Promise<TwapRow | undefined> {
    const { tell, row } = await inTransaction(this.#context.pool, (client) => this.endWithin(client, id, end, reason));
    tell();
    return row;
  }

  /** With a transaction of the caller's; `tell` is for after its commit. */
  async endWithin(
    client: PoolClient,
    id: number,
    end: TwapEnd,
    reason: string | null,
  ): Promise<{ row: TwapRow | undefined; tell: () => void }> {
    const { clock, services, sites } = this.#context;
    const row = await endTwap(client, id, end, reason, new Date(clock.now()));
    if (row === undefined) return { row, tell: () => undefined };
    const site = sites.byId(row.site_id);
    const words = site === undefined ? undefined : wordsOf(site, row);
    const post = words && services.find(messageBox)?.post(client, { site: row.site_id, member: row.member_id, kind: 'TRADE', ...words });
    const tellMessage = await post;
    return {
      row,
      tell: () => {
        tellMessage?.();
        // Its last turn comes now, for a slice that is still looked up; then it is in line no more.
        if (this.#queue.has(id)) this.#queue.put(id, clock.now());
        this.tell('TWAP_END', row);
      },
    };
  }

  tell(type: TwapEvent['type'], row: TwapRow): void {
    const { sites, sockets } = this.#context;
    const site = sites.byId(row.site_id);
    if (site === undefined || !sockets.wants(site.id, row.member_id, twapQueue.destination)) return;
    sockets.send(site.id, row.member_id, twapQueue.destination, { type, twap: presentTwap(site, row) } satisfies TwapEvent);
  }

  /** A site that gave futures up opens nothing more; what reduces goes on. */
  async followProduct(site: SiteConfig): Promise<void> {
    if (hasProduct(site, 'futures')) return;
    await this.#endAll('site_id = $1 AND position_id IS NULL', [site.id], 'PRODUCT_OFF');
  }

  async #endAll(where: Whose, values: unknown[], reason: string): Promise<void> {
    const { rows } = await this.#context.pool.query<{ id: number }>(
      `SELECT id FROM futures_twap WHERE status = 'RUNNING' AND ${where} ORDER BY id`,
      values,
    );
    for (const { id } of rows) await this.end(id, 'REFUSED', reason);
  }

  #inBackground(work: Promise<unknown>): void {
    // The next slice of each is refused all the same.
    work.catch((error: unknown) => this.#context.log.warn({ err: error }, 'TWAP orders were not stopped yet'));
  }

  #hear(site: number, e: Float64Array): void {
    if (this.#isClosed || (this.#queue.size === 0 && this.#working.size === 0)) return;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] !== EventKind.AccountFlagsSet) continue;
      const [account, flags] = [e[at + Head.account], e[at + AccountFlagsSet.flags]];
      if ((flags & AccountFlag.Frozen) !== 0)
        this.#inBackground(this.#endAll('site_id = $1 AND account = $2', [site, account], 'ACCOUNT_FROZEN'));
      else if ((flags & AccountFlag.ReduceOnly) !== 0)
        this.#inBackground(this.#endAll('site_id = $1 AND account = $2 AND position_id IS NULL', [site, account], 'ACCOUNT_REDUCE_ONLY'));
    }
  }

  async #stopRestricted(site: number, member: number): Promise<void> {
    const config = this.#context.sites.byId(site);
    if (config === undefined || this.#isClosed) return;
    const who = await this.#memberNow(config, member);
    if (typeof who === 'string') await this.#endAll('site_id = $1 AND member_id = $2 AND position_id IS NULL', [site, member], who);
  }

  /** Its turn: what is on its way is settled first, then the newest due slice goes. Answers when its next turn is. */
  async #turn(id: number): Promise<number | undefined> {
    const { pool, sites, engine, clock } = this.#context;
    const row = await twapById(pool, id);
    const site = row && sites.byId(row.site_id);
    if (row === undefined || site === undefined) return undefined;
    // Another process may host it; there it runs.
    if (engine.status().find((each) => each.site === site.id)?.ready !== true) return clock.now() + AGAIN_MS;
    const sending = await sendingOf(pool, id);
    const settled = sending === undefined ? row : await this.#settle(row, sending.no, await findSlice(this.#context, site, row, sending));
    const after = settled?.status === 'RUNNING' ? await this.#goOn(site, settled) : settled;
    return after?.status === 'RUNNING' ? nextOf(after) : undefined;
  }

  async #goOn(site: SiteConfig, row: TwapRow): Promise<TwapRow | undefined> {
    const plan = planOf(row);
    const now = this.#context.clock.now();
    if (now >= endsAt(plan)) return this.end(row.id, 'TIME_OVER');
    const no = sliceAt(plan, now);
    if (no <= row.slice_no) return row;
    const requested = await this.#requestedOf(site, row, no);
    if ('end' in requested) return this.end(row.id, requested.end, requested.reason);
    if ('pass' in requested) {
      const passed = await passSlice(this.#context.pool, row, no, requested.pass);
      if (passed !== undefined) this.tell('TWAP_SLICE', passed);
      return passed;
    }
    if (!(await this.#begin(row, no, requested.lots))) return twapById(this.#context.pool, row.id);
    const body = sliceOrder(site, row, no, requested.lots, requested.worst);
    // Who has the job by now finds the slice's row, and that no order came of it.
    await checkLease(this.#context.pool);
    return this.#settle(row, no, await sendSlice(this.#context, site, row, requested.session, no, body));
  }

  /** In a transaction of its own, before the order: false where it has ended or another was here. */
  #begin(row: TwapRow, no: number, lots: number): Promise<boolean> {
    return inTransaction(this.#context.pool, async (client) => {
      const held = await lockTwap(client, row.id);
      if (held?.status !== 'RUNNING' || held.slice_no !== row.slice_no) return false;
      const { clock, engine } = this.#context;
      await beginSlice(client, row.id, { no, lots, after_seq: appliedSeq(engine, row.site_id), at: new Date(clock.now()) });
      return true;
    });
  }

  /** What came of a slice, and the end where that was the last of it, in one transaction; a second time changes nothing. */
  async #settle(row: TwapRow, no: number, outcome: Outcome): Promise<TwapRow | undefined> {
    const done = await inTransaction(this.#context.pool, async (client) => {
      const told = await tellSlice(client, row.id, no, outcome, isMarginRefusal(outcome.reason));
      if (told?.status !== 'RUNNING') return { told, ended: undefined };
      const end = told.filled_lots === told.lots ? 'FILLED' : endOf(outcome.reason, told.margin_refusals);
      return { told, ended: end && (await this.endWithin(client, row.id, end, outcome.reason)) };
    });
    if (done.told === undefined) return twapById(this.#context.pool, row.id);
    this.tell('TWAP_SLICE', done.told);
    done.ended?.tell();
    return done.ended?.row ?? done.told;
  }

  async #requestedOf(site: SiteConfig, row: TwapRow, no: number): Promise<Requested> {
    const who = await this.#memberNow(site, row.member_id);
    // What reduces goes on without its member.
    if (typeof who === 'string' && row.position_id === null) return { end: 'REFUSED', reason: who };
    const state = (await readEngine.symbols(this.#context, site.id)).find(({ symbol }) => symbol === row.symbol);
    if (state?.listed !== true) return { end: 'DELISTED', reason: null };
    let most = row.max_lots;
    if (row.position_id !== null) {
      const position = await readEngine.position(this.#context, site.id, row.account, row.position_id);
      if (position === null || position.lots === 0) return { end: 'POSITION_CLOSED', reason: null };
      most = Math.min(most, Math.abs(position.lots));
    }
    const mark = markNow(this.#context, symbolAt(site, row.symbol), state);
    if (mark <= 0) return { pass: 'NO_MARK_PRICE' };
    if (isBeyond(row, mark)) return { pass: 'BEYOND_LIMIT' };
    const swing = row.randomize ? randomInt(-SWING_STEPS, SWING_STEPS + 1) / SWING_STEPS : 0;
    const lots = sliceLots({ ...planOf(row), maxLots: most }, no, row.filled_lots, swing);
    if (lots === 0) return { pass: null };
    const { marketBound } = decodeInstrument(state.spec);
    const worst = row.limit_price === null ? undefined : worstPrice(row.side, row.limit_price, mark, marketBound);
    const session: Session = typeof who === 'string' ? this.#sessionOf(row) : who;
    return { lots, worst, session };
  }

  #sessionOf({ site_id: site, member_id: member, account }: TwapRow): Session {
    return { site, member, account, username: '', role: 'member', family: TWAP_FAMILY };
  }

  /** Who it is now, or the code for which it could not log in either. */
  async #memberNow(site: SiteConfig, member: number): Promise<Session | string> {
    const { services } = this.#context;
    const account = services.use(memberDirectory).accountOf(site.id, member) ?? -1;
    try {
      const { status, username, role } = await services.use(actingMember)(site, member);
      return status === 'ACTIVE' ? { site: site.id, member, account, username, role, family: TWAP_FAMILY } : 'ACCOUNT_DENIED';
    } catch (error) {
      if (error instanceof Refusal && memberCodes.has(error.code)) return error.code;
      throw error;
    }
  }
}

const memberCodes: ReadonlySet<string> = new Set(['ACCOUNT_DENIED', 'ACCOUNT_LOCKED', 'ACCOUNT_EXCLUDED', 'TOKEN_INVALID']);

/** When it has something to do again. */
function nextOf(row: TwapRow): number {
  const plan = planOf(row);
  return row.slice_no < row.slices ? dueAt(plan, row.slice_no + 1) : endsAt(plan);
}
