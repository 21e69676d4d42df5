// Transfers between members around a death: one that was taken ends in one way alone, is done at most once and never forgotten.
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import type { MemberMessage } from '@maru/member/contract.ts';
import { finishTransfers } from '@maru/wallet/server/member-transfer/finish-transfers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boxOf } from './testing/coin-stage.ts';
import { checked, points, send, sender } from './testing/member-transfers.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

const clock = stoppableClock();
const box: MemberMessage[] = [];
let exchange: TestExchange;
let alice: TestMember;
let bobby: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ clock, more: [boxOf(box)] });
  alice = await sender(exchange, 'alice', 1_000);
  bobby = await exchange.member('bobby', '0');
});
afterAll(() => exchange.stop());

const pool = () => exchange.server.context.pool;
const rowOf = async (id: number) =>
  (
    await pool().query<{ state: string; seq: number | null; fault: string | null }>(
      'SELECT state, seq::float8 AS seq, fault FROM wallet_member_transfer WHERE transfer_id = $1',
      [id],
    )
  ).rows[0];
/** As if whoever took it had died before it noted what came of it. */
const forgetEnd = (id: number) =>
  pool().query(`UPDATE wallet_member_transfer SET state = 'TAKEN', seq = NULL, fault = NULL WHERE transfer_id = $1`, [id]);
const held = async () => Number((await points(bobby))[0]);

it('done and not noted: it is found, by the job and by the member who asks again, and nothing moves', async () => {
  const id = await checked(alice, 'bobby', '10');
  const first = await send(alice, id, 'a');
  expect(first.status).toBe(200);
  const { seq } = await rowOf(id);
  await forgetEnd(id);
  expect((await send(alice, id, 'a')).body).toEqual(first.body);
  expect(await rowOf(id)).toMatchObject({ state: 'DONE', seq });
  await forgetEnd(id);
  clock.skip(31_000);
  await finishTransfers(exchange.server.context);
  expect(await rowOf(id)).toMatchObject({ state: 'DONE', seq });
  expect(await held()).toBe(10);
});

it('taken and never heard of: nobody sends it again while it may still come; past its end it is refused for ever', async () => {
  const id = await checked(alice, 'bobby', '10');
  await pool().query(
    `UPDATE wallet_member_transfer SET state = 'TAKEN', taken_ms = $2, until_ms = $2,
       request_key = encode(sha256(convert_to('b', 'UTF8')), 'hex') WHERE transfer_id = $1`,
    [id, clock.now()],
  );
  expect((await send(alice, id, 'b')).status).toBe(503);
  await finishTransfers(exchange.server.context);
  expect((await rowOf(id)).state).toBe('TAKEN');
  // The engine's clock is the machine's: its end is made one that is over for it too.
  await pool().query('UPDATE wallet_member_transfer SET until_ms = until_ms - 3600000 WHERE transfer_id = $1', [id]);
  clock.skip(31_000);
  await finishTransfers(exchange.server.context);
  expect(await rowOf(id)).toMatchObject({ state: 'REFUSED', fault: 'TRANSFER_EXPIRED' });
  expect((await send(alice, id, 'b')).body.code).toBe('TRANSFER_EXPIRED');
  expect(await held()).toBe(10);
});

it('the server dies as it is pressed: afterwards it was done once, or never, and the same answer is told', async () => {
  const id = await checked(alice, 'bobby', '10');
  const going = send(alice, id, 'c').catch(() => undefined);
  await exchange.crash();
  await going;
  clock.skip(31_000);
  const again = await send(alice, id, 'c');
  const now = await held();
  // Taken before the death and not done, it is over; never taken, it is done now.
  if (again.status === 200) expect(now).toBe(20);
  else expect([again.body.code, now]).toEqual(['TRANSFER_EXPIRED', 10]);
  const third = await send(alice, id, 'c');
  expect([third.status, third.body.code, third.body.sequence]).toEqual([again.status, again.body.code, again.body.sequence]);
  expect(await held()).toBe(now);
});

it('where the engine has forgotten its key, the ledger knows its number', async () => {
  const before = await held();
  const id = await checked(alice, 'bobby', '10');
  expect((await send(alice, id, 'd')).status).toBe(200);
  const { seq } = await rowOf(id);
  await exchange.projected();
  // Of another account's key nobody remembers a request: the row is found by its number in the posting alone.
  await forgetEnd(id);
  const remembered = exchange.server.context.engine.query.bind(exchange.server.context.engine);
  const { engine } = exchange.server.context;
  engine.query = ((site: number, name: string, ...rest: number[]) =>
    name === 'request' ? Promise.resolve(0) : remembered(site, name as never, ...(rest as never[]))) as typeof engine.query;
  await pool().query('UPDATE wallet_member_transfer SET taken_ms = taken_ms - $2 WHERE transfer_id = $1', [id, 13 * HOUR_MS]);
  await finishTransfers(exchange.server.context);
  engine.query = remembered as typeof engine.query;
  expect(await rowOf(id)).toMatchObject({ state: 'DONE', seq });
  expect(await held()).toBe(before + 10);
});

it('both are told once, and once more at most where a death came between', async () => {
  const told = ({ member }: TestMember) =>
    box.filter((message) => message.member === member && message.title.ko.startsWith('7 USDT')).length;
  const id = await checked(alice, 'bobby', '7');
  expect((await send(alice, id, 'e')).status).toBe(200);
  await expect.poll(() => told(bobby)).toBe(1);
  await expect
    .poll(async () => (await pool().query('SELECT 1 FROM wallet_member_transfer WHERE NOT is_told AND state = $1', ['DONE'])).rowCount)
    .toBe(0);
  expect([told(alice), told(bobby)]).toEqual([1, 1]);
  await pool().query('UPDATE wallet_member_transfer SET is_told = false WHERE transfer_id = $1', [id]);
  await expect.poll(() => told(bobby)).toBe(2);
});
