// A start that cannot succeed ends with its reason: no thread that fails to begin may leave the operator waiting.
import { expect, test } from 'vitest';
import { startTestServer } from './testing/harness.ts';

const broken = new URL('./testing/broken-worker.ts', import.meta.url);

test.each([
  ['engine', { engineWorker: broken }],
  ['projector', { projectorWorker: broken }],
  ['engine and the projector', { engineWorker: broken, projectorWorker: broken }],
])('the %s cannot begin: the start fails with the reason, and takes down what it had begun', async (_name, options) => {
  await expect(startTestServer(options)).rejects.toThrow(/this build is broken/);
});
