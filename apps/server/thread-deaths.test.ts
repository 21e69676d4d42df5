// Engine's and projector's thread killed in the midst of batches and of orders over sockets: nothing told is lost, nothing is doubled, each order's fate is told, and sums agree.
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Acked } from '../../tools/crash/load.ts';
import { verify } from '../../tools/crash/verify.ts';
import { urlOf } from './testing/database-url.ts';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const BATCH = '/api/futures/order/batch';
const CANCEL = '/api/futures/order/cancel_some';
const IN_BATCH = 20;
const KILLS = 4;
/** What says that an order's fate is unknown, or that it was not taken: to be asked again under the same key. */
const ASK_AGAIN = new Set(['OVERLOADED', 'READ_ONLY', 'UNAVAILABLE']);

interface Result {
  order: { id: number } | null;
  code: string | null;
}
interface Told {
  status: number;
  body: { code?: string; data?: { order?: { id: number }; results?: Result[] } };
}
type Ask = (path: string, body: object, key: string) => Promise<Told | undefined>;

let exchange: TestExchange;
const projectorDeath = new BroadcastChannel('maru-projector-death');
/** By member: every order whose placing it was told of. */
const told = new Map<TestMember, Set<number>>();
const acked: Acked[] = [];
const contradictions: string[] = [];
const codes = new Set<string>();
/** Answers from which nobody knows what became of the request. */
let unknown = 0;
const trading = new AbortController();

beforeAll(async () => {
  exchange = await openTestExchange({ projectorWorker: new URL('./testing/mortal-projector-worker.ts', import.meta.url) });
  await exchange.setMark(BTC, '60000.00');
  await exchange.setLadder(BTC, [['59990.00', '900.000']], [['60010.00', '900.000']]);
});
afterAll(async () => {
  projectorDeath.close();
  await exchange.stop();
});

/** A server that was killed answers nobody, and its successor has another port. */
const byHttp =
  (member: TestMember): Ask =>
  (path, body, key) =>
    member.post(path, body, { 'idempotency-key': key }).catch(() => undefined);

/** The same over a socket of its own, opened again where it was lost. */
function bySocket({ token }: TestMember): Ask & { end(): Promise<void> } {
  const open = async () => {
    const client = await connectStomp(exchange.port, { token, upgrade: { host: `localhost:${exchange.port}` } });
    return { ...client, replies: client.subscribe('/user/queue/reply') };
  };
  let socket: Awaited<ReturnType<typeof open>> | undefined;
  let asked = 0;
  const ask: Ask = async (path, body, key) => {
    socket ??= await open().catch(() => undefined);
    if (socket === undefined) return undefined;
    const { client, replies, closed } = socket;
    const id = `s${++asked}`;
    const answered = () => replies.find(({ headers }) => headers['correlation-id'] === id);
    const line = { isOpen: true };
    void closed.then(() => (line.isOpen = false));
    if (client.connected)
      client.publish({ destination: path, body: JSON.stringify(body), headers: { 'correlation-id': id, 'idempotency-key': key } });
    while (answered() === undefined && line.isOpen) await breath();
    const answer = answered();
    if (answer === undefined) socket = undefined;
    return answer && { status: Number(answer.headers.status), body: answer.body as Told['body'] };
  };
  return Object.assign(ask, { end: async () => void (await socket?.end()) });
}

const breath = () => new Promise((done) => setTimeout(done, 5));

/** Asks under one key until the fate of all of it is told. */
async function fateOf(ask: Ask, path: string, body: object, key: string): Promise<Told['body']> {
  for (;;) {
    const answer = await ask(path, body, key);
    const isKnown = answer !== undefined && !ASK_AGAIN.has(answer.body.code ?? '');
    if (isKnown && !(answer.body.data?.results ?? []).some(({ code }) => ASK_AGAIN.has(code ?? ''))) return answer.body;
    unknown += 1;
    await breath();
  }
}

const orderOf = (i: number, clientOrderId: string | undefined) => ({
  futuresOptionId: 1,
  side: i % 2 === 0 ? 'BUY' : 'SELL',
  positionSide: 'BOTH',
  quantity: '0.003',
  ...(i % 5 === 4 ? { type: 'MARKET' } : { type: 'LIMIT', price: String(i % 2 === 0 ? 58_000 + i : 62_000 + i) }),
  ...(clientOrderId !== undefined && { clientOrderId }),
});

/** Batches, single orders and cancels by turns, until told to stop; every other batch has names for its orders. */
async function trade(member: TestMember, ask: Ask, name: string): Promise<void> {
  const mine = new Set<number>();
  told.set(member, mine);
  for (let turn = 0; !trading.signal.aborted; turn++) {
    const key = `${name}-${turn}`;
    const named = (part: number) => (turn % 2 === 0 ? `${key}-${part}` : undefined);
    const orders = Array.from({ length: turn % 3 === 2 ? 1 : IN_BATCH }, (_, part) => orderOf(part + turn, named(part)));
    const [path, body] = orders.length === 1 ? [PLACE, orders[0]] : [BATCH, { orders }];
    const results = resultsOf(await fateOf(ask, path, body, key));
    expect(results).toHaveLength(orders.length);
    if (turn % 4 === 0) await askAgain(ask, path, body, key, results);
    results.forEach(({ order, code }, part) => {
      if (order === null) codes.add(`${code}`);
      else if (mine.has(order.id)) contradictions.push(`${key}-${part} is order ${order.id}, which was told before`);
      else mine.add(order.id);
      if (order !== null && named(part) !== undefined) acked.push({ clientOrderId: `${key}-${part}`, orderId: order.id });
    });
    const ids = results.flatMap(({ order }) => (order === null ? [] : [order.id]));
    if (ids.length > 0) expect((await fateOf(ask, CANCEL, { ids }, `${key}-x`)).data?.results).toHaveLength(ids.length);
  }
}

const resultsOf = ({ code, data }: Told['body']): Result[] => data?.results ?? [{ order: data?.order ?? null, code: code ?? null }];

/** What was placed is told again; what was refused left no trace and is judged anew. */
async function askAgain(ask: Ask, path: string, body: object, key: string, results: Result[]): Promise<void> {
  const again = resultsOf(await fateOf(ask, path, body, key));
  results.forEach(({ order }, part) => {
    const { order: now, code } = again[part];
    if (order === null) results[part] = again[part];
    else if (now?.id !== order.id) contradictions.push(`${key}-${part} was ${order.id}, then ${now?.id} ${code}`);
  });
}

/** So many commands are with the engine's thread and nobody was told of them. */
async function inTheMidst(): Promise<void> {
  while (exchange.server.engines.waiting() < IN_BATCH) await new Promise((next) => setImmediate(next));
}

/** The next batch is told to the projector together with its end: before, between or behind its rows. */
function killProjector(): Promise<void> {
  return new Promise((done) => {
    let isKilled = false;
    exchange.server.engines.onBatch(() => {
      if (isKilled) return;
      isKilled = true;
      projectorDeath.postMessage('now');
      done();
    });
  });
}

const count = () => [...told.values()].reduce((sum, { size }) => sum + size, 0);

async function moreIsTold(): Promise<void> {
  const before = count();
  await expect.poll(() => count()).toBeGreaterThan(before + IN_BATCH);
}

it(`both threads killed ${KILLS} times each: every order that was told stands once, in the journal and in rows, and sums are zero`, async () => {
  const members = [];
  for (const name of ['abel', 'bert', 'cora', 'dina', 'emil']) members.push(await exchange.member(name, '100000'));
  const sockets = members.slice(3).map(bySocket);
  const asks = [...members.slice(0, 3).map(byHttp), ...sockets];
  const traded = Promise.all(members.map((member, i) => trade(member, asks[i], `t${i}`)));
  await moreIsTold();
  for (let kill = 0; kill < KILLS; kill++) {
    await killProjector();
    if (kill % 2 === 0) await moreIsTold();
    await inTheMidst();
    await exchange.crash();
    await moreIsTold();
  }
  trading.abort();
  await traded;
  expect(unknown).toBeGreaterThan(0);
  expect(contradictions).toEqual([]);
  await exchange.projected();
  for (const [member, ids] of told) {
    const { rows } = await exchange.server.context.pool.query<{ id: number }>(
      'SELECT order_id::float8 AS id FROM futures_order WHERE site_id = $1 AND account = $2',
      [MARU, member.account],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  }
  for (const { end } of sockets) await end();
  await exchange.server.stop();
  const verdict = await verify(exchange.server.dataDir, acked, urlOf(exchange.server.address));
  console.log(`thread deaths told=${count()} unknown=${unknown} refused=${[...codes]} seq=${verdict.seq}`);
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, rowsWrong: 0, ledgerSum: 0, hashOk: true });
  expect(verdict.snapshotsCompared).toBeGreaterThan(0);
});
