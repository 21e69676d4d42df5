// Orders of one request are sent in its order once the last is ready, whatever each had to wait for before, and one that fails holds nobody up.
import { expect, test } from 'vitest';
import { sentTogether } from './sent-together.ts';

test('the last that is ready lets all go, in the order of the parts', async () => {
  const together = sentTogether(4);
  const sent: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const all = gates.map((gate, part) =>
    together.run(part, async (turn) => {
      await gate.promise;
      await turn();
      sent.push(part);
    }),
  );
  for (const part of [3, 1, 0]) gates[part].resolve();
  await Promise.all([gates[3].promise, gates[1].promise, gates[0].promise]);
  expect(sent).toEqual([]);
  gates[2].resolve();
  await Promise.all(all);
  expect(sent).toEqual([0, 1, 2, 3]);
});

test('what is refused before its turn is not waited for, nor is what fails after it', async () => {
  const together = sentTogether(3);
  const sent: number[] = [];
  const results = await Promise.allSettled([
    together.run(0, async (turn) => {
      await turn();
      sent.push(0);
      throw new Error('after');
    }),
    together.run(1, async () => {
      throw new Error('before');
    }),
    together.run(2, async (turn) => {
      await turn();
      sent.push(2);
    }),
  ]);
  expect(sent).toEqual([0, 2]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
