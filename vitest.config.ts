// Test projects by room; `tools/test.ts` runs them as stages.
import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/.maru/**'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'walls', include: ['tools/**/*.test.ts'], exclude } },
      {
        test: {
          name: 'unit',
          include: [
            'engine/**/*.test.ts',
            'kit/contract/**/*.test.ts',
            'kit/web/**/*.test.{ts,tsx}',
            'features/*/web/**/*.test.{ts,tsx}',
            'features/*/*.test.ts',
            'sites/**/*.test.ts',
            'apps/member/**/*.test.{ts,tsx}',
          ],
          exclude,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          globalSetup: ['kit/server/testing/postgres-setup.ts'],
          include: ['kit/server/**/*.test.ts', 'features/*/server/**/*.test.ts', 'apps/server/**/*.test.ts', 'e2e/attack/**/*.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: ['kit/server/testing/postgres-setup.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude: [...exclude, 'e2e/attack/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
