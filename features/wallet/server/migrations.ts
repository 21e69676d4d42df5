// The ledger's postings as rows: both sides of each, found by the member's account.
import type { Migration } from '@maru/kit/server/feature.ts';

// account: the member's engine account, -1 for movements between purses of the house. Amounts in micro-USDT.
export const walletMigrations: readonly Migration[] = [
  {
    name: '0110-wallet-ledger',
    sql: `
CREATE TABLE wallet_ledger (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  amount bigint NOT NULL,
  reason smallint NOT NULL,
  ref bigint NOT NULL,
  debit_after bigint NOT NULL,
  credit_after bigint NOT NULL,
  symbol smallint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);
`,
  },
];
