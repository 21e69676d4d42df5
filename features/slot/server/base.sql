-- Tables of the slot: the installation's secret, each member's seeds, the spins as the engine told them, and games of other providers.
-- Amounts in the smallest unit of the site's BINARY currency.

CREATE TABLE slot_secret (
  id smallint PRIMARY KEY CHECK (id = 1),
  sealed text NOT NULL
);

-- The member's own seed for each of the server's; the one with the highest serial is in use.
CREATE TABLE slot_seed (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  client_seed text NOT NULL,
  PRIMARY KEY (site_id, account, serial)
);

CREATE TABLE slot_shown (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  seed text NOT NULL,
  PRIMARY KEY (site_id, account, serial)
);

CREATE TABLE slot_spin (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  nonce bigint NOT NULL,
  game smallint NOT NULL,
  stake bigint NOT NULL,
  payout bigint NOT NULL,
  reels integer NOT NULL,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, serial, nonce)
);
CREATE INDEX slot_spin_newest ON slot_spin (site_id, account, seq);

CREATE TABLE slot_game_session (
  site_id integer NOT NULL,
  ref text NOT NULL,
  token_hash text NOT NULL,
  provider text NOT NULL,
  member bigint NOT NULL,
  account integer NOT NULL,
  family text NOT NULL,
  country text,
  created_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (site_id, ref),
  UNIQUE (site_id, token_hash)
);
CREATE INDEX slot_game_session_open ON slot_game_session (site_id, member) WHERE ended_at IS NULL;

CREATE TABLE slot_game_tx (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  provider text NOT NULL,
  tx_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('debit', 'credit', 'rollback')),
  account integer NOT NULL,
  round_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  of_tx text,
  answer jsonb,
  created_at timestamptz NOT NULL,
  UNIQUE (site_id, provider, tx_id)
);
CREATE INDEX slot_game_tx_round ON slot_game_tx (site_id, provider, account, round_id);
-- A debit is given back once.
CREATE UNIQUE INDEX slot_game_tx_given_back ON slot_game_tx (site_id, provider, of_tx) WHERE of_tx IS NOT NULL;
CREATE INDEX slot_game_tx_day ON slot_game_tx (site_id, created_at);

-- The journal's word on whose money has moved: by the row's id, which its posting carries.
CREATE TABLE slot_game_moved (
  site_id integer NOT NULL,
  tx bigint NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (site_id, tx)
);

CREATE TABLE slot_game_report (
  site_id integer NOT NULL,
  provider text NOT NULL,
  day date NOT NULL,
  told jsonb NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, provider, day)
);
COMMENT ON TABLE slot_game_report IS 'What a provider says that a day (UTC) came to: debit, credit, rollback, each {count, amount in the smallest unit}. Compared with slot_game_tx whenever it is read.';
