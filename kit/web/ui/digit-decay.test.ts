// Digit decay (frontend.md section 7): only changed digits, at most three flashes a second.
import { describe, expect, test } from 'vitest';
import { FLASH_EVERY_MS, nextDecay, still } from './digit-decay.ts';

describe('digits that changed', () => {
  test('flash from the first different one', () => {
    expect(nextDecay(still('61,842.6'), '61,843.1', 1_000)).toMatchObject({ from: 5, serial: 1 });
  });
  test('all of them when the number grew', () => {
    expect(nextDecay(still('999.9'), '1,000.0', 1_000).from).toBe(0);
  });
  test('not when nothing changed, and not when the figure only just came', () => {
    const was = still('61,842.6');
    expect(nextDecay(was, '61,842.6', 1_000)).toBe(was);
    expect(nextDecay(still('--'), '61,842.6', 1_000).from).toBe(8);
  });
});

test('at most three flashes a second, and the text is never held back', () => {
  let state = still('1.00');
  let flashes = 0;
  for (let at = 0; at < 1_000; at += 50) {
    const next = nextDecay(state, (1 + at / 100_000).toFixed(5), at);
    if (next.serial !== state.serial) flashes++;
    state = next;
    expect(state.text).toBe((1 + at / 100_000).toFixed(5));
  }
  expect(flashes).toBeLessThanOrEqual(Math.ceil(1_000 / FLASH_EVERY_MS));
});
