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
  {
    // A coupon is paid out of the house's coupon purse, which its making fills; what each step of the ledger has done is noted behind it.
    name: '0111-wallet-coupon',
    sql: `
CREATE TABLE wallet_coupon (
  coupon_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  code text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  point bigint NOT NULL CHECK (point > 0),
  quota integer NOT NULL CHECK (quota > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND quota),
  wallet_type text,
  starts_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  funded boolean NOT NULL DEFAULT false,
  ended boolean NOT NULL DEFAULT false,
  returned boolean NOT NULL DEFAULT false,
  UNIQUE (site_id, code)
);
CREATE TABLE wallet_coupon_use (
  coupon_id bigint NOT NULL REFERENCES wallet_coupon,
  site_id integer NOT NULL,
  account integer NOT NULL,
  wallet_type text NOT NULL,
  request_key text,
  used_ms bigint NOT NULL,
  -- Sequence of its posting; null between the promise and the posting.
  seq bigint,
  PRIMARY KEY (coupon_id, account)
);
CREATE INDEX wallet_coupon_use_member ON wallet_coupon_use (site_id, account, used_ms);
CREATE INDEX wallet_coupon_use_open ON wallet_coupon_use (coupon_id) WHERE seq IS NULL;
`,
  },
];
