// Tables of conversions: the terms of each coin, and every price that was held for a member with what came of it.

export const conversionTables = `
-- Rates of 10^-8, amounts in micro-USDT. The price may move by no more than the house keeps, or a quote were an option for nothing.
CREATE TABLE wallet_convert_coin (
  site_id integer NOT NULL,
  asset smallint NOT NULL,
  spread integer NOT NULL CHECK (spread BETWEEN 0 AND 5000000),
  tolerance integer NOT NULL CHECK (tolerance BETWEEN 0 AND spread),
  least bigint NOT NULL CHECK (least > 0),
  most bigint NOT NULL CHECK (most >= least),
  day_most bigint NOT NULL CHECK (day_most >= most),
  cap bigint CHECK (cap >= 0),
  paused text,
  PRIMARY KEY (site_id, asset)
);

-- Amounts in smallest units of the coins, value in micro-USDT; received = (amount - spread of it) * num / den, down.
CREATE TABLE wallet_quote (
  quote_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  from_asset smallint NOT NULL,
  to_asset smallint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  received bigint NOT NULL CHECK (received > 0),
  num bigint NOT NULL CHECK (num > 0),
  den bigint NOT NULL CHECK (den > 0),
  spread integer NOT NULL,
  value bigint NOT NULL,
  short_most bigint NOT NULL,
  long_most bigint NOT NULL,
  quoted_ms bigint NOT NULL,
  ends_ms bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('OPEN', 'TAKEN', 'DONE', 'REFUSED')),
  -- The hash of its request's key: the same key takes nothing else, ever.
  request_key text,
  taken_ms bigint,
  done_ms bigint,
  seq bigint,
  fault text,
  CHECK ((state = 'OPEN') = (taken_ms IS NULL)),
  CHECK ((state = 'DONE') = (seq IS NOT NULL))
);
CREATE UNIQUE INDEX wallet_quote_request ON wallet_quote (site_id, account, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX wallet_quote_taken ON wallet_quote (site_id, account, taken_ms) WHERE taken_ms IS NOT NULL;
CREATE INDEX wallet_quote_left ON wallet_quote (taken_ms) WHERE state = 'TAKEN';
CREATE INDEX wallet_quote_open ON wallet_quote (ends_ms) WHERE state = 'OPEN';
`;
