-- API keys and what bots asked beyond the engine's rules. A key is kept as a hash, its secret encrypted: the row alone signs nothing.

-- Members of a site by side every five minutes, counted; only where many hold the symbol.
CREATE TABLE bots_side_sample (
  site_id integer NOT NULL,
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  counted jsonb NOT NULL,
  PRIMARY KEY (site_id, symbol, at_ms)
);

-- Of the reference market, so of no site; at_ms begins the five minutes.
CREATE TABLE bots_taken_sample (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  bought numeric NOT NULL,
  sold numeric NOT NULL,
  PRIMARY KEY (symbol, at_ms)
);

CREATE TABLE bots_api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL,
  label text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  shown text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('HMAC', 'ED25519')),
  -- HMAC: nonce, tag and ciphertext under the installation's storage key. ED25519: the public key (DER).
  material bytea NOT NULL,
  scope text NOT NULL CHECK (scope IN ('READ', 'TRADE')),
  addresses text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz
);
CREATE INDEX bots_api_key_member ON bots_api_key (site_id, member_id, id) WHERE revoked_at IS NULL;

-- What a bot asked of an order beyond the engine's rules; the row stands before the order does.
-- That its date ended an order stands in the order itself.
CREATE TABLE bots_order_term (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL,
  account integer NOT NULL,
  -- What tells the request from every other: its repeat finds the row, and the price that was matched.
  request text NOT NULL,
  client_order_id text NOT NULL,
  prior_order_id bigint,
  price_match text,
  price text,
  good_till_ms bigint,
  order_id bigint,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  UNIQUE (site_id, member_id, request)
);
CREATE INDEX bots_order_term_open ON bots_order_term (id) WHERE ended_at IS NULL;
CREATE INDEX bots_order_term_order ON bots_order_term (site_id, member_id, order_id);

-- As it stood every five minutes, in the decimals that bots read.
CREATE TABLE bots_interest_sample (
  site_id integer NOT NULL,
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  interest text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (site_id, symbol, at_ms)
);
