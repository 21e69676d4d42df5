// What 10,000 tries get through to the password check: from one address, from as many addresses, and with the owner at home meanwhile.
import { manualClock } from './clock.ts';
import { expect, test } from 'vitest';
import { sharedInMemory } from './across-gateways.ts';
import { createLoginGuard } from './login-guard.ts';
import { DAY_MS } from '../contract/calendar.ts';

const TRIES = 10_000;
/** The default of MARU_LOGIN_RATE: 10 a minute, 40 at once. */
const usual = { perSecond: 10 / 60, burst: 40 };
const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

async function passed(everyMs: number, who: (n: number) => { name: string; ip: string }): Promise<number> {
  const clock = manualClock(Date.UTC(2026, 10, 21));
  const guard = createLoginGuard({ clock, shared: sharedInMemory(clock) }, 'test', usual);
  let count = 0;
  for (let n = 0; n < TRIES; n++) {
    const { name, ip } = who(n);
    await guard
      .enter(1, name, ip, async () => false)
      .then(
        () => {
          count++;
          guard.failed(1, name, ip);
        },
        () => undefined,
      );
    clock.advance(everyMs);
  }
  return count;
}

test('one address, as fast as it can: forty at once, then ten a minute, whatever names it tries', async () => {
  expect(await passed(1, (n) => ({ name: `name${n}`, ip: '10.0.0.1' }))).toBe(41);
  expect(await passed(60, (n) => ({ name: `name${n}`, ip: '10.0.0.1' }))).toBe(139);
});

test('one account from 10,000 addresses over a day: sixteen guesses', async () => {
  expect(await passed(DAY_MS / TRIES, (n) => ({ name: 'owner', ip: address(n) }))).toBe(16);
  expect(await passed(1, (n) => ({ name: 'owner', ip: address(n) }))).toBe(5);
});

test('stuffing, one try a name from 10,000 addresses: every one is checked, none twice; the second factor is what stops it', async () => {
  expect(await passed(1, (n) => ({ name: `name${n}`, ip: address(n) }))).toBe(TRIES);
});

test('meanwhile the owner gets in from an address it has logged in from before', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 21));
  const guard = createLoginGuard({ clock, shared: sharedInMemory(clock) }, 'test', usual);
  for (let n = 0; n < 30; n++) {
    await guard.enter(1, 'owner', address(n), async () => false).catch(() => undefined);
    guard.failed(1, 'owner', address(n));
  }
  await expect(guard.enter(1, 'owner', '10.200.0.1', async () => false)).rejects.toThrow('TOO_MANY_LOGINS');
  await guard.enter(1, 'OWNER', '10.200.0.1', async () => true);
});
