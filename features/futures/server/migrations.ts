// Tables of futures: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const futuresMigrations: readonly Migration[] = [
  baseMigration('0012-futures-base', import.meta.url),
  {
    // By the words of the glossary.
    name: '0561-futures-requested-trading',
    sql: `
ALTER TABLE futures_trading_wish RENAME TO futures_requested_trading;
ALTER INDEX futures_trading_wish_pkey RENAME TO futures_requested_trading_pkey;
`,
  },
];
