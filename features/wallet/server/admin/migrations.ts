// Money that operators give or take by hand: what was asked for, and what the ledger has done of it.
import type { Migration } from '@maru/kit/server/feature.ts';

export const entryMigrations: readonly Migration[] = [
  {
    name: '0115-wallet-entry',
    sql: `
CREATE TABLE wallet_entry (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  type text NOT NULL CHECK (type IN ('PB', 'PM', 'FUND')),
  wallet_type text,
  currency text NOT NULL,
  total bigint NOT NULL CHECK (total > 0),
  reason text NOT NULL,
  request_id bigint UNIQUE,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  approved_by bigint,
  approved_at timestamptz,
  -- Set when nothing of it is left to be done.
  posted_at timestamptz
);
CREATE INDEX wallet_entry_site ON wallet_entry (site_id, entry_id DESC);
CREATE INDEX wallet_entry_open ON wallet_entry (site_id) WHERE approved_at IS NOT NULL AND posted_at IS NULL;
CREATE TABLE wallet_entry_row (
  entry_id bigint NOT NULL REFERENCES wallet_entry,
  idx integer NOT NULL,
  -- Null, and account -1: the purse itself is filled.
  member_id bigint,
  account integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Sequence of its posting, or why the engine refused; both null until it was tried.
  seq bigint,
  fault text,
  PRIMARY KEY (entry_id, idx)
);
CREATE UNIQUE INDEX wallet_entry_row_seq ON wallet_entry_row (seq, entry_id) WHERE seq IS NOT NULL;
CREATE INDEX wallet_entry_row_member ON wallet_entry_row (member_id, entry_id DESC) WHERE member_id IS NOT NULL;
`,
  },
];
