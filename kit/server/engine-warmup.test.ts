// The warm-up trades on a state of its own and ends by itself.
import { expect, it } from 'vitest';
import { warmUpEngine } from './engine-warmup.ts';

it('runs as many commands as it was asked for, in slices', async () => {
  const { commands, ms } = await warmUpEngine(640);
  expect(commands).toBe(640);
  expect(ms).toBeGreaterThan(0);
});
