// Leaving while money is still at the table of another provider (ADR 0028, 0049): what is open stands in the way, and each transaction keeps its answer.
import { decideRequest } from './testing/decide-request.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { GameProviderStandIn } from './testing/game-provider.ts';
import { toldMarket } from './testing/told-market.ts';

const LEAVE = '/api/user/leave';
const password = 'a-long-passphrase';
let exchange: TestExchange;
let house: GameProviderStandIn;
let names = 0;

beforeAll(async () => {
  exchange = await openTestExchange({ market: toldMarket().feature, more: [roundsFeature, slotFeature] });
  const config = '{"type": 56, "slot": {"isPlay": true, "minStake": "0.1", "maxStake": "100"}}';
  await exchange.server.context.pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [MARU, config]);
  await vi.waitUntil(async () => (await exchange.guest().get('/api/slot/list')).status === 200, { timeout: 60_000 });
  house = new GameProviderStandIn(exchange.port);
  const desk = await exchange.operator(['provider.read', 'provider.write']);
  const asked = await desk.post('/api/admin/site/providers', { ...house.account(), reason: 'our provider of games' });
  await decideRequest(await exchange.operator(['provider.write', 'approval.*']), asked.body.data.requestId);
});
afterAll(() => exchange.stop());

const told = async (answer: ReturnType<GameProviderStandIn['call']>) => {
  const { status, code } = await answer;
  return code === undefined ? status : `${status} ${code}`;
};
/** A member at the provider's table, with so many USDT for games and none elsewhere. */
async function visitor(username: string, usdt: string) {
  const member = await exchange.member(username, usdt);
  expect((await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: usdt })).status).toBe(200);
  const { url } = (await member.post('/api/slot/launch', { provider: house.name })).body.data;
  const { data } = await house.call('balance', { token: new URL(url).searchParams.get('token') });
  const ref = data.member as string;
  const send = (action: string, roundId: string, more: object, txId = `t-${++names}`) =>
    house.call(action, { member: ref, txId, roundId, ...more });
  return { member, send };
}
const kinds = async (member: TestMember) =>
  (await member.get(LEAVE)).body.data.obstacles.map(({ kind, count }: { kind: string; count: number }) => [kind, count]);

it('each stake whose round is not over stands in the way, also one put in after a win of the same round', async () => {
  const { member, send } = await visitor('gus_games', '50');
  expect(await kinds(member)).toEqual([]);
  const stake = { amount: '10' };
  expect(await told(send('debit', 'r-1', stake, 'first'))).toBe(200);
  expect(await kinds(member)).toEqual([['GAMES', 1]]);
  expect((await member.post(LEAVE, { password, givesUp: '40' })).body).toMatchObject({
    code: 'LEAVE_OBSTACLES',
    data: { kinds: 'GAMES' },
  });
  expect(await told(send('credit', 'r-1', { amount: '15' }))).toBe(200);
  expect(await kinds(member)).toEqual([]);
  // Doubled or nothing: the round goes on.
  expect(await told(send('debit', 'r-1', { amount: '15' }))).toBe(200);
  expect(await kinds(member)).toEqual([['GAMES', 1]]);
  expect(await told(send('credit', 'r-1', { amount: '0' }))).toBe(200);
  expect(await kinds(member)).toEqual([]);
  expect(await told(send('debit', 'r-2', stake, 'third'))).toBe(200);
  expect(await told(send('rollback', 'r-2', { debitTxId: 'third' }))).toBe(200);
  expect(await kinds(member)).toEqual([]);
  const { held } = (await member.get(LEAVE)).body.data;
  expect((await member.post(LEAVE, { password, givesUp: held.total })).status).toBe(200);
});

it('what was answered before is answered the same after the member left; nothing new is taken, and the provider is told for good', async () => {
  const { member, send } = await visitor('hal_games', '20');
  const staked = await send('debit', 'r-9', { amount: '20' }, 'hal-stake');
  const won = await send('credit', 'r-9', { amount: '5' }, 'hal-win');
  expect([staked.status, won.status]).toEqual([200, 200]);
  expect((await member.post(LEAVE, { password, givesUp: '5' })).status).toBe(200);
  // Its answer was lost on the way: the provider asks again under the same name.
  expect(await send('credit', 'r-9', { amount: '5' }, 'hal-win')).toEqual(won);
  expect(await send('debit', 'r-9', { amount: '20' }, 'hal-stake')).toEqual(staked);
  expect(await told(send('credit', 'r-9', { amount: '6' }, 'hal-win'))).toBe('409 REQUEST_REUSED');
  // No 503: nobody is to ask for ever.
  expect(await told(send('credit', 'r-9', { amount: '7' }))).toBe('404 MEMBER_UNKNOWN');
  expect(await told(send('debit', 'r-9', { amount: '7' }))).toBe('404 MEMBER_UNKNOWN');
  const equity = await exchange.server.context.engine.query<{ binary: number }>(MARU, 'equity', member.account);
  expect(equity.binary).toBe(0);
});

it('a win that races the leaving is paid before, or is told to come again: never lost between', async () => {
  for (let i = 0; i < 5; i++) {
    const { member, send } = await visitor(`ivy_games${i}`, '10');
    await send('debit', 'r', { amount: '10' });
    const [won, left] = await Promise.all([
      send('credit', 'r', { amount: '4' }, `ivy-${i}`),
      member.post(LEAVE, { password, givesUp: '4' }),
    ]);
    if (left.status === 200) expect(won.status).toBe(200);
    // The leaving was undone: asked again, it comes.
    else expect(await told(send('credit', 'r', { amount: '4' }, `ivy-${i}`))).toBe(200);
  }
});
