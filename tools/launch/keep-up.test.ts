// Which ends of a server are started again, after what pauses.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface End {
  code: number;
  signal?: string;
  isAsked?: boolean;
  isRefused?: boolean;
  hasOpened?: boolean;
  upMs?: number;
}
const { keepUp } = (await import(fileURLToPath(new URL('./keep-up.mjs', import.meta.url)))) as {
  keepUp(run: () => Promise<End>, pause: (ms: number) => Promise<boolean>): Promise<number>;
};

/** Plays the ends one after the other; answers the pauses between them and the launcher's code. */
async function played(ends: End[], askedAtPause = Infinity): Promise<{ pauses: number[]; code: number; runs: number }> {
  const pauses: number[] = [];
  let runs = 0;
  const code = await keepUp(
    async () => ends[runs++],
    async (ms) => pauses.push(ms) > askedAtPause,
  );
  return { pauses, code, runs };
}

const fault: End = { code: 1, hasOpened: true, upMs: 500 };
const over: End = { code: 0 };

test('a fault is started again, after pauses that grow to a minute', async () => {
  const { pauses, code } = await played([...Array.from({ length: 10 }, () => fault), over]);
  expect(pauses).toEqual([200, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(code).toBe(0);
});

test('a kill of the server alone is a fault; one that stood for a minute begins with the short pause', async () => {
  const killed: End = { code: 1, signal: 'SIGKILL', hasOpened: true, upMs: 500 };
  expect((await played([killed, killed, { ...killed, upMs: 61_000 }, over])).pauses).toEqual([200, 1_000, 200]);
});

test('a stop that was asked for, a start that was refused, and one that never stood are over', async () => {
  for (const end of [over, { ...fault, isAsked: true }, { code: 1, isRefused: true }, { code: 1 }])
    expect(await played([end])).toMatchObject({ pauses: [], runs: 1, code: end.code });
});

test('once it has stood a start that fails is tried again; a refusal or Ctrl+C in a pause ends it', async () => {
  expect((await played([fault, { code: 1 }, { code: 1, isRefused: true }])).runs).toBe(3);
  expect(await played([fault, fault, over], 1)).toMatchObject({ runs: 2, code: 1 });
});
