// Transfers between members on the desk over real HTTP: found by either side, limits set and the site paused with a second person where it protects less.
import { decideRequest } from './testing/decide-request.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { check, checked, send, sender, TRANSFER } from './testing/member-transfers.ts';
import { HANOK, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';

type Caller = Pick<TestMember, 'get' | 'post'>;
const LIST = '/api/admin/wallet/member_transfers';
let exchange: TestExchange;
let first: Caller;
let second: Caller;
let alice: TestMember;
let bobby: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange();
  [first, second] = [await exchange.operator(), await exchange.operator()];
  alice = await sender(exchange, 'alice', 900);
  bobby = await exchange.member('bobby', '0');
  expect((await send(alice, await checked(alice, 'bobby', '25'))).status).toBe(200);
  // Checked alone it is nobody's transfer.
  await checked(alice, 'bobby', '30');
});
afterAll(() => exchange?.stop());

const limits = { least: '1', most: '5000', dayMost: '10000', secondFrom: '1000' };
const change = (by: Caller, part: Partial<typeof limits>) => by.post(`${LIST}/terms`, { ...limits, ...part, reason: 'as we said it' });
const terms = async () => (await first.get(LIST)).body.data.terms;

it('lists what was sent with both sides, finds it by either name and by its number, and nothing of another brand', async () => {
  const { data } = (await first.get(LIST)).body;
  expect(data).toMatchObject({ totalElements: 1, terms: { ...limits, isPaused: false } });
  const [row] = data.content;
  expect(row).toMatchObject({ username: 'alice', payee: 'bobby', playerId: alice.member, payeeId: bobby.member, point: '25.000000' });
  expect(row).toMatchObject({ currency: 'USDT', value: '25.000000', state: 'DONE', fault: null });
  for (const search of ['alice', 'BOBBY', String(row.transferId)])
    expect((await first.get(LIST, { search })).body.data.totalElements, search).toBe(1);
  for (const query of [{ search: 'nobody' }, { search: '999' }, { state: 'REFUSED' }] as Record<string, string>[])
    expect((await first.get(LIST, query)).body.data.content).toEqual([]);
  const theirs = await exchange.operator(undefined, HANOK);
  const other = await exchange.member('hannah', '0', HANOK);
  expect(other.site).toBe(HANOK);
  expect((await theirs.get(LIST)).body.data.totalElements).not.toBe(1);
});

it('who may not is refused, and members have no such page', async () => {
  const reader = await exchange.operator(['ledger.read']);
  expect((await reader.get(LIST)).status).toBe(200);
  const nobody = await exchange.operator(['member.read']);
  const tries = [
    nobody.get(LIST),
    change(reader, { most: '4000' }),
    reader.post(`${LIST}/pause`, { reason: 'not mine to do' }),
    reader.post(`${LIST}/open`, { reason: 'not mine to do' }),
  ];
  for (const { status, body } of await Promise.all(tries)) expect([status, body.code]).toEqual([403, 'NO_PERMISSION']);
  expect((await alice.get(LIST)).status).toBe(403);
});

it('a lower limit holds at once; a higher one once a second person agreed to what it was shown', async () => {
  expect((await change(first, { most: '100' })).body.data).toMatchObject({ most: '100', isPaused: false });
  expect((await check(alice, 'bobby', '101')).body.code).toBe('TRANSFER_MOST');
  const asked = await change(first, { most: '200' });
  expect(asked.body.code).toBe('APPROVAL_REQUIRED');
  expect((await check(alice, 'bobby', '101')).body.code).toBe('TRANSFER_MOST');
  expect((await decideRequest(first, asked.body.data.requestId)).status).not.toBe(200);
  expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
  expect((await check(alice, 'bobby', '101')).status).toBe(200);
  expect((await change(first, { most: '200' })).body.code).toBe('TRANSFER_TERMS_SAME');
  for (const [part, field] of [
    [{ most: '0.5' }, 'most'],
    [{ most: '200', dayMost: '199' }, 'dayMost'],
  ] as const)
    expect((await change(first, part)).body).toMatchObject({ code: 'TRANSFER_TERMS_ORDER', data: { field } });
  expect((await change(first, { least: '0' })).body).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'least' } });
});

it('is paused at once, for what was checked too, and opened again by two', async () => {
  const id = await checked(alice, 'bobby', '10');
  expect((await first.post(`${LIST}/open`, { reason: 'it is open already' })).body.code).toBe('TRANSFER_TERMS_SAME');
  expect((await first.post(`${LIST}/pause`, { reason: 'somebody is phishing' })).body.data.isPaused).toBe(true);
  expect((await first.post(`${LIST}/pause`, { reason: 'somebody is phishing' })).body.code).toBe('TRANSFER_TERMS_SAME');
  expect((await send(alice, id)).body.code).toBe('TRANSFER_PAUSED');
  expect((await alice.get(`${TRANSFER}/terms`)).body.data.state).toBe('PAUSED');
  const asked = await first.post(`${LIST}/open`, { reason: 'it is over by now' });
  expect([asked.body.code, (await terms()).isPaused]).toEqual(['APPROVAL_REQUIRED', true]);
  expect((await decideRequest(second, asked.body.data.requestId)).status).toBe(200);
  expect((await send(alice, id)).status).toBe(200);
  const { content } = (await first.get('/api/admin/audit/list', { size: 20 })).body.data as { content: { target: string }[] };
  expect(content.filter(({ target }) => target === 'memberTransfers').length).toBeGreaterThanOrEqual(4);
});
