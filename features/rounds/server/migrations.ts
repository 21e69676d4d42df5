// Tables of timed rounds: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const roundsMigrations: readonly Migration[] = [
  baseMigration('0014-rounds-base', import.meta.url),
  {
    // By the words of the glossary.
    name: '0564-rounds-practice-requested',
    sql: `
ALTER TABLE rounds_practice_request RENAME COLUMN wish TO requested;
`,
  },
];
