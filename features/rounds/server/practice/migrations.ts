// Tables of practice money: what a member practises with, its bets, and the requests that were answered already.
import type { Migration } from '@maru/kit/server/feature.ts';

// Amounts in the smallest unit of the site's BINARY currency, odds and fees in 10^-8, prices in ticks, times in ms: as of rounds_bet. No
// projection: nothing of it is in the engine, the journal or the ledger (ADR 0029).
export const practiceMigrations: readonly Migration[] = [
  {
    // strike: of an in-round bet. ended: 0 by its round, 1 taken back, 2 sold. sell_until_ms: null where nothing is sold.
    name: '0160-rounds-practice',
    sql: `
CREATE TABLE rounds_practice_purse (
  site_id integer NOT NULL,
  account integer NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0),
  reset_ms bigint,
  PRIMARY KEY (site_id, account)
);
CREATE TABLE rounds_practice_bet (
  bet_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  market smallint NOT NULL,
  stake bigint NOT NULL CHECK (stake > 0),
  odds bigint NOT NULL,
  strike bigint NOT NULL,
  placed_ms bigint NOT NULL,
  closes_ms bigint NOT NULL,
  end_ms bigint NOT NULL,
  sell_until_ms bigint,
  sale_fee bigint NOT NULL,
  sale_volatility bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  ended smallint NOT NULL DEFAULT 0,
  payout bigint,
  result smallint,
  reason smallint,
  round_strike bigint,
  close bigint,
  settled_ms bigint
) WITH (fillfactor = 80);
CREATE INDEX rounds_practice_bet_own ON rounds_practice_bet (site_id, account, bet_id);
CREATE INDEX rounds_practice_bet_open ON rounds_practice_bet (end_ms, site_id, option, ordinal) WHERE status = 0;
CREATE INDEX rounds_practice_bet_settled ON rounds_practice_bet (settled_ms) WHERE status <> 0;
-- Sent again under its key a request is answered as at first.
CREATE TABLE rounds_practice_request (
  site_id integer NOT NULL,
  account integer NOT NULL,
  key text NOT NULL,
  wish text NOT NULL,
  answer jsonb NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, key)
);
CREATE INDEX rounds_practice_request_at ON rounds_practice_request (at_ms);
`,
  },
];
