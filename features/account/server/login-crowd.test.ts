// What stuffing gets from ten thousand addresses, one try a name: 300 at once and two a second, while members at home still get in.
import { manualClock } from '@maru/kit/server/clock.ts';
import { expect, test } from 'vitest';
import { createLoginCrowd } from './login-crowd.ts';

const TRIES = 10_000;

async function passed(everyMs: number): Promise<number> {
  const clock = manualClock(0);
  const crowd = createLoginCrowd(clock);
  let count = 0;
  for (let n = 0; n < TRIES; n++) {
    await crowd
      .enter(1, async () => false)
      .then(
        () => {
          count++;
          crowd.failed(1);
        },
        () => undefined,
      );
    clock.advance(everyMs);
  }
  return count;
}

test('all at once: 300; over a quarter of an hour: 300 and two a second', async () => {
  expect(await passed(0)).toBe(300);
  // 10,000 tries at 90 ms are 900 s.
  expect(await passed(90)).toBe(300 + 1800);
});

test('of one name two checks run at a time, whatever their outcome; other names are not kept waiting', async () => {
  const crowd = createLoginCrowd(manualClock(0));
  let end = (): void => undefined;
  const wait = () => new Promise<void>((done) => (end = done));
  const first = crowd.alone(1, 'owner', wait);
  const endFirst = end;
  const second = crowd.alone(1, 'Owner', wait).then(() => Promise.reject(new Error('missed')));
  await expect(crowd.alone(1, 'OWNER', wait)).rejects.toMatchObject({ code: 'TOO_MANY_LOGINS' });
  expect(await crowd.alone(1, 'other', async () => 'in')).toBe('in');
  end();
  await expect(second).rejects.toThrow('missed');
  endFirst();
  await first;
  expect(await crowd.alone(1, 'owner', async () => 'in')).toBe('in');
});

test('an address that members have used gets in, another site is not crowded, and quiet lets in again', async () => {
  const clock = manualClock(0);
  const crowd = createLoginCrowd(clock);
  for (let n = 0; n < 400; n++) crowd.failed(1);
  await expect(crowd.enter(1, async () => false)).rejects.toMatchObject({ code: 'TOO_MANY_LOGINS', data: { retryAfterSeconds: 51 } });
  await crowd.enter(1, async () => true);
  await crowd.enter(2, async () => false);
  clock.advance(51_000);
  await crowd.enter(1, async () => false);
});
