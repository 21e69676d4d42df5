// Test projects by area; `tools/test.ts` runs them as stages.
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';
import { StageCounts } from './tools/test/stage-counts.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '**/.maru/**'];

/** Limits only end what hangs: a machine many times slower than ours must pass the same tests. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 25 } } };

/**
 * Tests of the running server load its sources as the server does, by Node itself, once per worker instead of once per file:
 * each file still has servers and databases of its own.
 */
const asNodeLoads = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

const countsPath = process.env.MARU_TEST_COUNTS;

export default defineConfig({
  test: {
    reporters: ['default', ...(countsPath === undefined ? [] : [new StageCounts(countsPath)])],
    sequence: { sequencer: LongestFirst },
    // Only names a place: the first test that wants a database starts it.
    globalSetup: ['kit/server/testing/postgres-setup.ts'],
    projects: [
      { test: { name: 'walls', include: ['tools/**/*.test.ts'], exclude, ...patience } },
      {
        test: {
          name: 'unit',
          include: [
            'engine/**/*.test.ts',
            'kit/contract/**/*.test.ts',
            'kit/web/**/*.test.{ts,tsx}',
            'features/*/{web,admin}/**/*.test.{ts,tsx}',
            'features/*/*.test.ts',
            'sites/**/*.test.ts',
            'apps/{member,admin}/**/*.test.{ts,tsx}',
          ],
          exclude,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'chains/**/*.test.ts',
            'kit/server/**/*.test.ts',
            'features/*/server/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'e2e/attack/**/*.test.ts',
          ],
          exclude,
          ...patience,
          ...asNodeLoads,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: [...exclude, 'e2e/attack/**'],
          ...patience,
          ...asNodeLoads,
        },
      },
    ],
  },
});
