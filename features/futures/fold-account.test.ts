// Folded facts say what the engine's own views say: both side by side over random journals, whatever happens in them.
import { isCounterpartyOff } from '@maru/engine/futures/adl.ts';
import type { Instrument } from '@maru/engine/market/instrument.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import type { AccountView } from '@maru/engine/view-account.ts';
import type { OrderView } from '@maru/engine/view-orders.ts';
import type { PositionView } from '@maru/engine/view-positions.ts';
import { views } from '@maru/engine/views.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AccountFacts, accountFacts, foldAccount, isToldByFacts, type Market, reckonAccount } from './fold-account.ts';

const Head = EventHeadWord;
type View = AccountView & { account: number; orders: OrderView[]; positions: PositionView[] };

const termsOf = (i: Instrument) => ({ units: i.units, maintenance: i.maintenance, hasHouse: !isCounterpartyOff(i) });

/** Every account of a run, folded beside it; what the facts do not tell is asked as the live feed asks. */
class Follower {
  readonly run: Simulation;
  readonly accounts = new Map<number, AccountFacts>();
  readonly marks = new Map<number, number>();
  asked = 0;
  told = 0;
  readonly market: Market;

  constructor(seed: number) {
    this.run = new Simulation(seed);
    this.market = {
      markOf: (symbol) => this.marks.get(symbol),
      termsOf: (symbol) => termsOf(this.run.state.instruments[symbol] as Instrument),
    };
  }

  step(): ReadonlySet<number> {
    this.run.step();
    const { words: e, length } = this.run.sink;
    const touched = new Set<number>();
    const lost = new Set<number>();
    for (let i = 0; i < length; i += EVENT_WORDS) {
      if (e[i] === EventKind.MarkSet) this.marks.set(e[i + Head.symbol], e[i + EventWord.MarkSet.mark]);
      const account = e[i + Head.account];
      if (account < 0) continue;
      touched.add(account);
      const facts = this.accounts.get(account);
      if (facts === undefined || !foldAccount(facts, e, i)) lost.add(account);
    }
    for (const account of lost) this.ask(account);
    return touched;
  }

  ask(account: number): void {
    const [view] = this.views([account]);
    if (view !== undefined) this.accounts.set(account, accountFacts(view));
    this.asked += 1;
  }

  views(accounts: readonly number[]): View[] {
    const { accounts: all } = views['live'](this.run.state, accounts) as { accounts: View[] };
    return all.filter(({ known }) => known);
  }

  compare(accounts: Iterable<number>): void {
    for (const view of this.views([...accounts])) {
      const facts = this.accounts.get(view.account) as AccountFacts;
      const reckoned = reckonAccount(facts, this.market);
      if (reckoned === undefined || !isToldByFacts(reckoned, this.market)) {
        this.ask(view.account);
        continue;
      }
      this.told += 1;
      const { orders, account, seq, known, positions, ...cross } = view;
      const { positions: own, ...figures } = reckoned;
      const where = `seed ${this.run.seed}, sequence ${seq}, account ${account}`;
      expect(figures, where).toEqual(cross);
      expect(own.toSorted(byPosition), where).toEqual(positions.toSorted(byPosition));
      expect([...facts.orders.values()].map(plain).toSorted(byOrder), where).toEqual(orders.map(plain).toSorted(byOrder));
    }
  }
}

const byPosition = (a: PositionView, b: PositionView) => a.positionId - b.positionId;
const byOrder = (a: { orderId: number }, b: { orderId: number }) => a.orderId - b.orderId;
/** Absent is none; a trailing stop follows without a word, and ids of clients stand in commands. */
const plain = ({ extreme: _, ...order }: OrderView | (AccountFacts['orders'] extends Map<number, infer O> ? O : never)) => ({
  stopPrice: 0,
  callbackRate: 0,
  takeProfit: 0,
  stopLoss: 0,
  parentId: 0,
  takeProfitLimit: 0,
  stopLossLimit: 0,
  ...order,
  filledCost: BigInt(order.filledCost),
  end: -1,
  clientOrderId: '',
});

/**
 * Runs that are looked at each time, before others drawn at random: each once told something else, or holds what did. A failure names its
 * seed: it belongs here.
 */
const keptSeeds = [4, 23];

it('orders, positions and wallets folded from facts are those that the engine shows, after every command', () => {
  const seen = { told: 0, asked: 0 };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const follower = new Follower(seed);
      for (let step = 0; step < 600; step++) {
        const touched = follower.step();
        follower.compare(step % 20 === 0 ? follower.accounts.keys() : touched);
      }
      seen.told += follower.told;
      seen.asked += follower.asked;
    }),
    { numRuns: keptSeeds.length + 6, examples: keptSeeds.map((seed) => [seed]), endOnFailure: true },
  );
  // Not because it asks whenever it does not know.
  expect(seen.told).toBeGreaterThan(seen.asked * 10);
});
