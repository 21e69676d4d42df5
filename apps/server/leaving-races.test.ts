// Leaving and what comes in the very moment (ADR 0049): money, orders, an operator's act, the member's own lock. One comes first, and both know it.
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { futuresWallet } from '@maru/engine/ledger/account.ts';
import { setAccountFlag } from '@maru/account/server/account-flag.ts';
import { type DataOwner, leavingParts } from '@maru/member/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestExchange } from './testing/test-exchange.ts';
import { looksAt, openLeavingExchange } from './testing/leaving-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { limit, ORDER } from './testing/two-members.ts';

const LEAVE = '/api/user/leave';
const password = 'a-long-passphrase';
const clock = stoppableClock();
let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openLeavingExchange(clock);
});
afterAll(() => exchange.stop());

const { context, rowOf, statusOf, flagsOf, equityOf, give } = looksAt(() => exchange);
const register = (name: string, obstacles: (who: DataOwner) => Promise<void>) =>
  context()
    .services.use(leavingParts)
    .register({ name, obstacles: async (who) => (await obstacles(who), []) });

it('what came in the same moment undoes it: no money and no exposure in a left account', async () => {
  const ella = await exchange.member('ella_go', '0');
  // Between the look beforehand and the engine's shutting of the account.
  let asked = 0;
  context()
    .services.use(leavingParts)
    .register({
      name: 'test',
      async obstacles({ account }) {
        // The second look is the one behind the engine's shutting.
        if (account === ella.account && ++asked === 2) await give(futuresWallet(ella.account), 2_000_000_000);
        return [];
      },
    });
  expect((await ella.post(LEAVE, { password })).body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'BALANCE' } });
  expect(asked).toBe(2);
  expect(await statusOf(ella)).toBe('ACTIVE');
  expect(await flagsOf(ella)).toBe(0);
  expect((await ella.post(ORDER, limit)).body.code).toBeUndefined();
});

it('an operator’s lock of that very moment stays, and undoes it', async () => {
  const nora = await exchange.member('nora_go', '0');
  let asked = 0;
  context()
    .services.use(leavingParts)
    .register({
      name: 'test',
      async obstacles({ site, account }) {
        // As the desk's call sends it that was let through just before.
        if (account === nora.account && ++asked === 2) await setAccountFlag(context(), { site, account }, AccountFlag.Frozen, true);
        return [];
      },
    });
  expect((await nora.post(LEAVE, { password })).body).toMatchObject({ code: 'LEAVE_OBSTACLES', data: { kinds: 'RESTRICTED' } });
  expect([await statusOf(nora), await flagsOf(nora)]).toEqual(['ACTIVE', AccountFlag.Frozen]);
  expect((await nora.post(ORDER, limit)).body.code).toBe('ACCOUNT_FROZEN');
});

it.each([
  ['shuts it out', 'member/status', { status: 'DENY' }, 'ACCOUNT_DENIED'],
  ['holds its withdrawals', 'member/hold', { days: 3 }, 'LEAVE_OBSTACLES'],
  ['freezes it', 'futures/account_flags', { frozen: true }, 'LEAVE_OBSTACLES'],
])('an operator who %s while it is looked over is never answered for nothing', async (what, path, body, code) => {
  const rex = await exchange.member(`rex_go_${what.slice(0, 4)}`.replace(' ', ''), '0.2');
  const desk = await exchange.operator();
  let asked = 0;
  let acted: { status: number; body: { code?: string } } | undefined;
  register('test', async ({ account }) => {
    if (account === rex.account && ++asked === 2)
      acted = await desk.post(`/api/admin/${path}`, { playerId: rex.member, reason: 'a thief', ...body });
  });
  const left = await rex.post(LEAVE, { password, givesUp: '0.2' });
  if (acted?.status === 200) {
    expect(left.body.code).toBe(code);
    expect([await statusOf(rex), await flagsOf(rex), (await equityOf(rex)).futures]).toEqual([
      what === 'shuts it out' ? 'DENY' : 'ACTIVE',
      0,
      200_000,
    ]);
    expect(await rowOf('account_leaving', rex)).toEqual([]);
  } else {
    expect(acted?.body.code).toBe('ACCOUNT_LEAVING');
    expect(left.status).toBe(200);
  }
});

it('an operator’s freeze in the moment in which a leaving is undone stays', async () => {
  for (let i = 0; i < 8; i++) {
    const ugo = await exchange.member(`ugo_go${i}`, '0');
    const desk = await exchange.operator();
    let asked = 0;
    let frozen: Promise<{ status: number }> | undefined;
    const freeze = async (): Promise<{ status: number }> => {
      const answer = await desk.post('/api/admin/futures/account_flags', { playerId: ugo.member, frozen: true, reason: 'a thief' });
      // Told that it is leaving: asked again, as the desk would.
      return answer.body.code === 'ACCOUNT_LEAVING' ? freeze() : answer;
    };
    register('test', async ({ account }) => {
      if (account !== ugo.account || ++asked !== 2) return;
      frozen = freeze();
      await give(futuresWallet(ugo.account), 2_000_000);
    });
    expect((await ugo.post(LEAVE, { password })).body.code).toBe('LEAVE_OBSTACLES');
    expect((await frozen)?.status).toBe(200);
    expect([await statusOf(ugo), await flagsOf(ugo)]).toEqual(['ACTIVE', AccountFlag.Frozen]);
  }
});

it('the member’s own lock in that moment undoes it', async () => {
  const vera = await exchange.member('vera_go', '0.3');
  let asked = 0;
  register('test', async ({ account }) => {
    if (account === vera.account && ++asked === 2) expect((await vera.post('/api/user/lock')).status).toBe(200);
  });
  expect((await vera.post(LEAVE, { password, givesUp: '0.3' })).body.code).toBe('ACCOUNT_LOCKED');
  expect([await statusOf(vera), (await equityOf(vera)).futures]).toEqual(['ACTIVE', 300_000]);
});

it.each([
  ['DEPOSIT', '50'],
  ['GAME_STAKE', '50'],
])('an own limit (%s) set in that moment comes along, or is refused', async (kind, limited) => {
  const rena = await exchange.member(`rena_${kind.slice(0, 4).toLowerCase()}`, '0');
  let asked = 0;
  let set: { status: number; body: { code?: string } } | undefined;
  register('test', async ({ account }) => {
    if (account === rena.account && ++asked === 2) set = await rena.post('/api/user/limits', { kind, limit: limited });
  });
  expect((await rena.post(LEAVE, { password })).body).toMatchObject({ status: 'success' });
  expect(set?.body.code).toBe('ACCOUNT_LEAVING');
});

it('orders that race it are refused, or stand in its way', async () => {
  for (let i = 0; i < 5; i++) {
    const fay = await exchange.member(`fay_go${i}`, '0.5');
    const [, left] = await Promise.all([
      fay.post(ORDER, { ...limit, quantity: '0.001', price: '10000', leverage: 125 }),
      fay.post(LEAVE, { password, givesUp: '0.5' }),
    ]);
    const { orders } = await context().engine.query<{ orders: unknown[] }>(1, 'openOrders', fay.account, -1);
    if (left.status === 200) expect([orders.length, (await equityOf(fay)).futures]).toEqual([0, 0]);
    else expect([await statusOf(fay), await flagsOf(fay)]).toEqual(['ACTIVE', 0]);
  }
});
