// zod makes no code of strings, whether it comes after the setting or was there before.
import { expect, it } from 'vitest';
import { keepZodStrict } from './strict-zod.ts';

it('a zod that comes later finds the setting, and one that was there before takes it', async () => {
  expect(globalThis.__zod_globalConfig).toBeUndefined();
  keepZodStrict();
  const { z } = await import('zod/mini');
  expect(z.config().jitless).toBe(true);
  z.config({ jitless: false });
  keepZodStrict();
  expect(z.config().jitless).toBe(true);
});
