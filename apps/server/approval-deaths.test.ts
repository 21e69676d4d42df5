// A death between another person's yes and what it does, for every kind that the engine has to answer (ADR 0031): after the start there is
// one truth, done once and said so once.
import { decideRequest } from './testing/decide-request.ts';
import { HouseAccount, walletAccount } from '@maru/engine/ledger/account.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { approvals } from '@maru/operator/contract.ts';
import { inTransaction, isInside } from '@maru/kit/server/transaction.ts';
import type { ApprovalDesk } from '@maru/operator/server/ask-approval.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { type Desk } from './testing/ledger-entry-cases.ts';

interface Finished {
  kind: string;
  /** Answers with the request's id in a refusal, as every asking does. */
  ask(desk: Desk, turn: number): ReturnType<Desk['post']>;
  /** What the engine says now; by so much it moves when the request is done once. */
  truth(): Promise<number[]>;
  moves: readonly number[];
  result: object;
}

let exchange: TestExchange;
let asker: Desk;
let other: Desk;
let member: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  member = await exchange.member('anna', '0');
  asker = await exchange.operator();
  other = await exchange.operator();
});
afterAll(() => exchange.stop());

const engine = () => exchange.server.engines;
const purse = (which: number) => engine().query<number>(MARU, 'ledger', which);
const delisted = async () => (await engine().query<{ listed: boolean }[]>(MARU, 'symbols')).filter(({ listed }) => !listed).length;
const reason = '운영 정책';
/** Requests whose doing stood after their death. */
const done: number[] = [];

/** In this order: what is given comes out of what was filled. */
const finished: Finished[] = [
  {
    kind: 'ledger.fund',
    ask: (desk) => desk.post('/api/admin/ledger/fund', { point: '500000', reason }),
    truth: async () => [await purse(HouseAccount.Grant)],
    moves: [500_000_000_000],
    result: { posted: 1, moved: '500000.000000' },
  },
  {
    kind: 'ledger.entry',
    ask: (desk) =>
      desk.post('/api/admin/ledger/ask', {
        type: 'PB',
        walletType: 'USDT',
        currency: 'USDT',
        rows: [{ playerId: member.member, point: '7' }],
        total: '7',
        reason,
      }),
    truth: async () => [await purse(HouseAccount.Grant), await engine().query<number>(MARU, 'ledger', walletAccount(member.account, 2))],
    moves: [-7_000_000, 7_000_000],
    result: { posted: 1, moved: '7.000000' },
  },
  {
    kind: 'coupon.create',
    ask: (desk, turn) =>
      desk.post('/api/admin/coupon/create', {
        promoCode: `LARGE-${turn}`,
        name: { ko: '큰 쿠폰', en: 'Large' },
        point: '1000',
        quota: 1,
        count: 3,
        expiresAt: new Date(exchange.server.context.clock.now() + DAY_MS).toISOString(),
        reason,
      }),
    truth: async () => [await purse(HouseAccount.Grant), await purse(HouseAccount.Coupon)],
    moves: [-3_000_000_000, 3_000_000_000],
    result: { codes: 3 },
  },
  {
    kind: 'futures.delist',
    ask: (desk, turn) => desk.post('/api/admin/futures/option/delist', { futuresOptionId: 2 + turn, reason }),
    truth: async () => [await delisted()],
    moves: [1],
    result: { delisted: true },
  },
];

it('the table holds every kind that has something to do behind the commit', () => {
  const { kinds } = exchange.server.context.services.use(approvals) as ApprovalDesk;
  const registered = [...kinds.values()].filter(({ finish }) => finish !== undefined).map(({ kind }) => kind);
  expect(registered.toSorted()).toEqual(finished.map(({ kind }) => kind).toSorted());
});

/** The process dies at its first command for the request: before the engine has it, or with its answer on the way back. */
function dieAt(moment: 'before' | 'behind') {
  const { engine: port } = exchange.server.context;
  const submit = port.submit.bind(port);
  return vi.spyOn(port, 'submit').mockImplementation(async (...command) => {
    if (moment === 'behind') await submit(...command);
    throw new Error('the process died');
  });
}

const moments = (['before', 'behind'] as const).map((moment, turn) => ({ moment, turn }));
const deaths = finished.flatMap((one) => moments.map((at) => ({ ...one, ...at })));

it.each(deaths)('$kind: a death $moment the engine', async ({ ask, truth, moves, result, moment, turn }) => {
  const asked = await ask(asker, turn);
  expect([asked.status, asked.body.code], JSON.stringify(asked.body)).toEqual([409, 'APPROVAL_REQUIRED']);
  const id = asked.body.data.requestId as number;
  const was = await truth();
  const death = dieAt(moment);
  const decided = await decideRequest(other, id);
  expect(death).toHaveBeenCalled();
  death.mockRestore();
  // Nobody is told of a success that is not known.
  expect([decided.status, decided.body.data.outcome, await linesOf(id)]).toEqual([200, 'PENDING', []]);
  // Young ones are left to the call that decided them.
  await exchange.server.context.pool.query(`UPDATE operator_approval SET decided_at = decided_at - interval '1 minute' WHERE id = $1`, [
    id,
  ]);
  await exchange.crash();
  const look = async () => (await other.get('/api/admin/approval', { id })).body.data;
  await expect.poll(async () => (await look()).outcome, { interval: 250 }).toBe('APPLIED');
  expect(await look()).toMatchObject({ status: 'APPROVED', fault: null, result });
  const then = await truth();
  expect(then.map((each, i) => each - was[i])).toEqual(moves);
  expect(await linesOf(id)).toEqual([{ outcome: 'APPLIED', refusal: null }]);
  done.push(id);
});

it('another start finds nothing left to do, and brings nothing back', async () => {
  const truths = async () => Promise.all(finished.map(({ truth }) => truth()));
  const was = await truths();
  await exchange.crash();
  expect(await truths()).toEqual(was);
  expect((await Promise.all(done.map(linesOf))).map(({ length }) => length)).toEqual(deaths.map(() => 1));
});

/** What the log says of its being done. */
async function linesOf(request: number): Promise<unknown[]> {
  const { rows } = await exchange.server.context.pool.query(
    `SELECT after::jsonb->>'outcome' AS outcome, refusal FROM operator_audit
     WHERE action = 'applyApproval' AND after::jsonb->>'request' = $1 ORDER BY seq`,
    [String(request)],
  );
  return rows;
}

it('that one waits is told the desk with the commit of the asking; of one that is rolled back nothing is told', async () => {
  const { pool, services, sockets } = exchange.server.context;
  const told: { id: number; isInside: boolean }[] = [];
  const stop = sockets.tapTopic(MARU, '/topic/desk/maru', (note) => {
    const { type, id } = note as { type: string; id: number };
    if (type === 'APPROVAL') told.push({ id, isInside: isInside(pool) });
  });
  const call = { session: { member: 1, username: 'asker' }, ip: '127.0.0.1', requestId: 'test' };
  const ask = (end: () => void) =>
    inTransaction(pool, async (client) => {
      const about = { target: 'symbol:9', summary: { ko: '시험', en: 'test' }, payload: {}, before: null, after: null, reason };
      const id = await services.use(approvals).ask(call, client, { ...about, kind: 'futures.delist', site: MARU });
      end();
      return id;
    });
  const fail = () => {
    throw new Error('the caller found a fault');
  };
  await expect(ask(fail)).rejects.toThrow('a fault');
  const id = await ask(() => expect(told).toEqual([]));
  expect(told).toEqual([{ id, isInside: false }]);
  // The note of one that came to nothing would be here before that of a later one.
  const last = await ask(() => {});
  await expect.poll(() => told).toContainEqual({ id: last, isInside: false });
  expect(told.map((note) => note.id)).toEqual([id, last]);
  stop();
});
