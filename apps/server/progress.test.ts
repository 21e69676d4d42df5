// A start is never silent: a step that takes long is named again and again until the start is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProgress } from './progress.ts';

test('a long step is named again; afterwards there is quiet', async () => {
  const lines: string[] = [];
  const progress = startProgress((line) => lines.push(line), 40);
  progress.say('opening the books');
  await expect.poll(() => lines.length).toBeGreaterThan(2);
  expect(lines[0]).toMatch(/^maru +\d+\.\ds {2}opening the books\n$/);
  expect(lines[2]).toMatch(/still at it: opening the books/);
  progress.done();
  expect(progress.phases()).toMatch(/^code \d+\.\d, opening the books \d+\.\d$/);
  const before = lines.length;
  await sleep(120);
  expect(lines.length).toBe(before);
});
