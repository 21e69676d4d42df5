// Who is told as the mark moves: listeners with crossed positions, each in its turn, so many a second and no more.
import { MarginType } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MOST_A_SECOND, PointMarks, SLICE, startPointMarks } from './point-marks.ts';

const SITE = 1;
const [BTC, ETH] = [0, 1];
interface Holder {
  symbol: number;
  marginType: number;
}
/** Who is of the other site. */
const ELSEWHERE = 5_000;
const siteOf = (account: number) => (account < ELSEWHERE ? SITE : SITE + 1);
let listening: number[];
let holders: Map<number, Holder[]>;
let pnl: number;
let read: number[];
let told: Map<number, string[]>;
let context: AppContext;
let marks: Pick<PointMarks, 'take' | 'forget' | 'look'>;

beforeEach(() => {
  listening = [];
  holders = new Map();
  pnl = 1;
  read = [];
  told = new Map();
  context = {
    engine: {
      query: async (_site: number, view: string, accounts: number[]) => {
        expect([view, accounts.length <= SLICE]).toEqual(['live', true]);
        read.push(...accounts);
        return {
          accounts: accounts.map((account) => ({
            account,
            known: true,
            crossWallet: 1_000_000,
            crossUnrealizedPnl: pnl,
            fundingDebt: 0,
            positions: holders.get(account) ?? [],
          })),
        };
      },
    },
    // A member's id is its account's and 1,000,000.
    services: {
      use: () => ({ accountOf: (_: number, member: number) => member - 1e6, memberOf: (_: number, account: number) => account + 1e6 }),
    },
    sockets: {
      listening: (site: number) => listening.filter((account) => siteOf(account) === site).map((account) => account + 1e6),
      send: (_site: number, member: number, queue: string, wallet: { pnl: string }) => {
        expect(queue).toBe('/user/queue/point');
        told.set(member - 1e6, [...(told.get(member - 1e6) ?? []), wallet.pnl]);
      },
    },
    log: { warn: (facts: unknown, text: string) => expect.unreachable(`${text} ${JSON.stringify(facts)}`) },
  } as unknown as AppContext;
  marks = new PointMarks(context);
});
afterEach(() => void vi.useRealTimers());

function happens(kind: number, { account = -1, symbol = -1, site = SITE }): void {
  const events = new Float64Array(EVENT_WORDS);
  [events[0], events[4], events[5]] = [kind, account, symbol];
  marks.take({ site, firstSeq: 1, lastSeq: 1, commands: new Float64Array(0), events });
}
const markMoves = (symbol = BTC, site = SITE) => happens(EventKind.MarkSet, { symbol, site });
const crossed = (symbol = BTC) => [{ symbol, marginType: MarginType.Crossed }];

it('crossed positions alone, of symbols whose mark moved, and only what changed', async () => {
  listening = [1, 2, 3, 4];
  holders.set(1, crossed());
  holders.set(2, [{ symbol: BTC, marginType: MarginType.Isolated }]);
  holders.set(3, crossed(ETH));
  markMoves();
  await marks.look();
  // Whoever is new is read once.
  expect(read).toEqual([1, 2, 3, 4]);
  expect([...told.keys()]).toEqual([1, 3]);
  read = [];
  await marks.look();
  expect(read).toEqual([]);
  pnl = 2;
  markMoves();
  await marks.look();
  expect(read).toEqual([1]);
  markMoves();
  await marks.look();
  expect(told.get(1)).toEqual(['0.000001', '0.000002']);
  // A position that is new, and a listener who left.
  read = [];
  holders.set(4, crossed());
  happens(EventKind.PositionChanged, { account: 4, symbol: BTC });
  listening = [2, 4];
  markMoves();
  await marks.look();
  expect([read, told.get(4)]).toEqual([[4], ['0.000002']]);
  holders.delete(4);
  happens(EventKind.PositionClosed, { account: 4, symbol: BTC });
  markMoves();
  await marks.look();
  read = [];
  markMoves();
  await marks.look();
  expect(read).toEqual([]);
});

it('of five thousand each is told in its turn, however often marks move', async () => {
  listening = Array.from({ length: 5_000 }, (_, i) => i);
  for (const account of listening) holders.set(account, crossed());
  for (let second = 1; second <= 10; second++) {
    pnl = second;
    for (let i = 0; i < 20; i++) markMoves();
    read = [];
    await marks.look();
    expect(read.length).toBeLessThanOrEqual(MOST_A_SECOND);
  }
  expect([...told.values()].map((each) => each.length)).toEqual(Array.from({ length: 5_000 }, () => 2));
});

it('a crowd on one site takes no turn of another', async () => {
  listening = Array.from({ length: ELSEWHERE + 1 }, (_, i) => i);
  for (const account of listening) holders.set(account, crossed());
  for (let second = 1; second <= 2; second++) {
    pnl = second;
    for (const site of [SITE, SITE + 1]) markMoves(BTC, site);
    await marks.look();
  }
  expect(told.get(ELSEWHERE)).toEqual(['0.000001', '0.000002']);
});

it('what was told by another way in between is no reason to be silent', async () => {
  listening = [1];
  holders.set(1, crossed());
  markMoves();
  await marks.look();
  // An order's message shows another mark, which then moves back.
  marks.forget(SITE, 1);
  markMoves();
  await marks.look();
  expect(told.get(1)).toEqual(['0.000001', '0.000001']);
});

it('each is told once a second, a crowd so many a second, by the clock of a server that runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const started = startPointMarks(context);
  marks = { ...started, look: async () => undefined };
  listening = Array.from({ length: MOST_A_SECOND }, (_, i) => i);
  for (const account of listening) holders.set(account, crossed());
  for (let second = 1; second <= 5; second++) {
    pnl = second;
    read = [];
    for (let i = 0; i < 9; i++) {
      markMoves();
      vi.advanceTimersByTime(111);
    }
    await settled();
    expect([read, told.get(0)?.length ?? 0]).toEqual([[], second - 1]);
    vi.advanceTimersByTime(1);
    await settled();
    expect([read.length, told.get(0)?.length]).toEqual([MOST_A_SECOND, second]);
  }
  started.stop();
  markMoves();
  vi.advanceTimersByTime(10_000);
  await settled();
  expect(told.get(0)).toHaveLength(5);
});

/** What a look began is done: nothing in it waits for more than a turn. */
const settled = () => new Promise((done) => setImmediate(done));
