// The fold of spins: however often a spin is told, the first page is the one that the server would answer.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { expect, test } from 'vitest';
import type { SlotSpin } from './contract.ts';
import { foldSpin, type SpinList } from './fold-spin.ts';

const SIZE = 12;
const add = (a: string, b: string) => String(Number(a) + Number(b));
const fold = { dayOf: (ms: number) => new Date(ms).toISOString().slice(0, 10), add };

const spinOf = (id: number): SlotSpin => ({
  spinId: id,
  slotId: 1,
  serial: 1,
  nonce: id,
  point: String(id),
  payout: String((id % 3) * id),
  profit: String(((id % 3) - 1) * id),
  stops: [0, 0, 0],
  time: new Date(Math.floor(id / 10) * DAY_MS).toISOString(),
  seal: '',
  clientSeed: '',
  seed: null,
});

/** What the server answers after so many spins: sums are of all of them, not of the page. */
function answered(spins: number): SpinList {
  const all = Array.from({ length: spins }, (_, i) => spinOf(spins - i));
  const dates = [...new Set(all.map(({ time }) => (time ?? '').slice(0, 10)))];
  const sum = (of: readonly SlotSpin[], key: 'point' | 'payout' | 'profit') => of.map((spin) => spin[key]).reduce(add, '0');
  const days = dates.map((date) => {
    const of = all.filter(({ time }) => time?.startsWith(date));
    return { date, spins: of.length, point: sum(of, 'point'), payout: sum(of, 'payout'), profit: sum(of, 'profit') };
  });
  return { content: all.slice(0, SIZE), size: SIZE, totalElements: spins, days, next: null };
}

test('each spin, told once or again, leads from the page before it to the page after it', () => {
  for (let spins = 0; spins < 40; spins++) {
    const now = foldSpin(answered(spins), spinOf(spins + 1), fold);
    expect(now).toEqual(answered(spins + 1));
    expect(foldSpin(now ?? answered(0), spinOf(spins + 1), fold)).toBe(now);
  }
});

test('a spin that came before what is listed, or has no time yet, has to be read', () => {
  expect(foldSpin(answered(40), spinOf(3), fold)).toBeUndefined();
  expect(foldSpin(answered(3), { ...spinOf(4), time: null }, fold)).toBeUndefined();
});
