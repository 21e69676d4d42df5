-- Tables of timed rounds: what the engine decided of rounds and bets, the ticks at boundaries, the chained evidence, and practice money.
-- Amounts in the smallest unit of the site's BINARY currency, odds and fees in 10^-8, prices in ticks, times in ms. status: 0 in progress.
-- ended: 0 by its round, 1 taken back, 2 sold. ticks: what the settlement was given at both boundaries, words of RoundTick.

-- Ids rise, so they order bets as well as the sequence does. Each row is rewritten once, by its round's end: half a page of room keeps the
-- new version on the page of the old one, out of every index.
CREATE TABLE rounds_bet (
  site_id integer NOT NULL,
  account integer NOT NULL,
  bet_id bigint NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  market smallint NOT NULL,
  stake bigint NOT NULL,
  odds bigint NOT NULL,
  placed_seq bigint NOT NULL,
  placed_ms bigint NOT NULL,
  strike bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  ended smallint NOT NULL DEFAULT 0,
  payout bigint,
  settled_seq bigint,
  settled_ms bigint,
  sold_price bigint,
  PRIMARY KEY (site_id, account, bet_id)
) WITH (fillfactor = 50);
CREATE INDEX rounds_bet_round ON rounds_bet (site_id, option, ordinal, bet_id);
-- A member's bets of one kind are found however rare; its columns never change, so a bet's end still stays out of every index.
CREATE INDEX rounds_bet_kind ON rounds_bet (site_id, account, option, market, bet_id);
CREATE INDEX rounds_bet_number ON rounds_bet USING brin (bet_id int8_minmax_multi_ops)
  WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE rounds_round (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  opened_seq bigint NOT NULL,
  opened_ms bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  result smallint,
  reason smallint,
  strike bigint,
  close bigint,
  ticks jsonb,
  up bigint NOT NULL DEFAULT 0,
  down bigint NOT NULL DEFAULT 0,
  up_count integer NOT NULL DEFAULT 0,
  down_count integer NOT NULL DEFAULT 0,
  paid bigint,
  settled_seq bigint,
  settled_ms bigint,
  closes_ms bigint,
  -- The terms that its first bet found (RoundFlag bits; 10^-8). Null: it opened before the engine told them, and its record is of rule
  -- version 1, by the option's terms at its settlement.
  flags integer,
  sale_fee bigint,
  sale_volatility bigint,
  PRIMARY KEY (site_id, option, ordinal)
) WITH (fillfactor = 80);
CREATE INDEX rounds_round_settled ON rounds_round (site_id, settled_seq) WHERE settled_seq IS NOT NULL;
CREATE INDEX rounds_round_newest ON rounds_round (site_id, opened_ms, opened_seq);
CREATE INDEX rounds_round_of_option ON rounds_round (site_id, option, opened_ms, opened_seq);
CREATE INDEX rounds_round_unpaid ON rounds_round (site_id, option, ordinal) WHERE paid IS NULL;
-- The few that took longer to settle than a round does: the server stood still.
CREATE INDEX rounds_round_late ON rounds_round (site_id, settled_ms) INCLUDE (opened_ms) WHERE (settled_ms - opened_ms) > 604800000;

CREATE TABLE rounds_draw (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  commit text NOT NULL,
  seed text,
  entropy text,
  PRIMARY KEY (site_id, option, ordinal)
);

-- No projections: what was seen at the moment, by symbol and for all sites; and the public records.
CREATE TABLE rounds_boundary (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  price bigint,
  tick_id bigint,
  event_ms bigint,
  received_ms bigint,
  before_price bigint,
  is_halted boolean NOT NULL,
  second_price bigint,
  near jsonb NOT NULL,
  PRIMARY KEY (symbol, at_ms)
);
CREATE INDEX rounds_boundary_at ON rounds_boundary (at_ms);

CREATE TABLE rounds_entropy (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  entropy jsonb NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);

CREATE TABLE rounds_evidence (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  number integer NOT NULL,
  ordinal bigint NOT NULL,
  record text NOT NULL,
  hash text NOT NULL,
  previous_hash text NOT NULL,
  at timestamptz NOT NULL,
  settled_ms bigint NOT NULL,
  PRIMARY KEY (site_id, option, number),
  UNIQUE (site_id, option, ordinal)
);
CREATE INDEX rounds_evidence_settled ON rounds_evidence (site_id, settled_ms);
CREATE INDEX rounds_evidence_moment ON rounds_evidence (site_id, option, settled_ms, number);

CREATE TABLE rounds_day_seed (
  day date PRIMARY KEY,
  sealed text NOT NULL,
  seal text NOT NULL
);

CREATE TABLE rounds_day_head (
  site_id integer NOT NULL,
  number integer NOT NULL,
  day date NOT NULL,
  record text NOT NULL,
  hash text NOT NULL,
  at timestamptz NOT NULL,
  -- Null: told before there were keys.
  signature text,
  key integer,
  PRIMARY KEY (site_id, number),
  UNIQUE (site_id, day)
);

CREATE TABLE rounds_draw_plan (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  plan jsonb NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);

-- No projection: by symbol and for all sites, as rounds_boundary.
CREATE TABLE rounds_signed_price (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  feed text NOT NULL,
  signer_set text NOT NULL,
  publish_ms bigint NOT NULL,
  update text NOT NULL,
  -- What a signed update says, beside it: its price in units of 10^exponent. Null: kept before.
  price text,
  confidence text,
  exponent smallint,
  PRIMARY KEY (symbol, at_ms)
);

-- No projection: the public value of every cut-off of a power ball, for all sites.
-- Null: no public value came in time, draws of that cut-off that nobody bet on are void.
CREATE TABLE rounds_draw_moment (
  at_ms bigint PRIMARY KEY,
  hash text,
  value jsonb,
  -- Of a cut-off that is not decided yet: the latest end of a round that it is of, so that a restart goes on waiting. Null: decided.
  end_ms bigint
);
CREATE INDEX rounds_draw_moment_open ON rounds_draw_moment (at_ms) WHERE end_ms IS NOT NULL;

-- Of the installation; sealed: the private key under its storage key.
CREATE TABLE rounds_day_key (
  number integer PRIMARY KEY,
  public_key text NOT NULL UNIQUE,
  since_ms bigint NOT NULL,
  signature text NOT NULL,
  is_first boolean NOT NULL,
  sealed text NOT NULL
);

-- Settled rounds without a record, so that nobody looks for them among all rounds there ever were. A projection; the writer of records takes
-- rows out (evidence-store.ts). Engine time never falls, so moments order rounds and records as sequences do.
CREATE TABLE rounds_waiting (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  settled_seq bigint NOT NULL,
  settled_ms bigint NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);
CREATE INDEX rounds_waiting_first ON rounds_waiting (site_id, settled_seq, option);
CREATE INDEX rounds_waiting_before ON rounds_waiting (site_id, option, settled_seq);

-- Practice money. No projection: nothing of it is in the engine, the journal or the ledger (ADR 0029).
CREATE TABLE rounds_practice_purse (
  site_id integer NOT NULL,
  account integer NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0),
  reset_ms bigint,
  PRIMARY KEY (site_id, account)
);

-- strike: of an in-round bet. sell_until_ms: null where nothing is sold.
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
