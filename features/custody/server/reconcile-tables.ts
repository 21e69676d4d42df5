// Tables of reconciliation: what the chains hold of ours at one height, each run with what does not fit, stops, and what two persons let stand.
export const reconcileTables = `
-- When a chain's addresses were last read, all at one height. asked_ms: somebody wants it sooner.
CREATE TABLE custody_read (
  chain text PRIMARY KEY,
  asked_ms bigint NOT NULL DEFAULT 0,
  height bigint,
  block_hash text,
  read_ms bigint
);
-- What each address held then, in the chain's unit; those with nothing have no row.
CREATE TABLE custody_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (chain, coin, address)
);

-- One run of a site's coin. Amounts in units of 10^-scale. figures: by network and purse; differences: as they were named.
CREATE TABLE custody_run (
  run_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  asset smallint NOT NULL,
  at_ms bigint NOT NULL,
  -- Of the oldest read of a chain in it.
  read_ms bigint NOT NULL,
  is_equal boolean NOT NULL,
  seq bigint NOT NULL,
  scale smallint NOT NULL,
  chain_amount numeric NOT NULL,
  ledger_amount numeric NOT NULL,
  between_amount numeric NOT NULL,
  difference numeric NOT NULL,
  figures jsonb NOT NULL,
  differences jsonb NOT NULL
);
CREATE INDEX custody_run_newest ON custody_run (site_id, asset, run_id DESC);
CREATE INDEX custody_run_age ON custody_run (at_ms) WHERE is_equal;

-- While one stands, nothing of the coin is signed. fingerprint: of what does not fit now and was not accepted.
CREATE TABLE custody_stop (
  stop_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  asset smallint NOT NULL,
  run_id bigint NOT NULL REFERENCES custody_run (run_id),
  since_ms bigint NOT NULL,
  fingerprint text NOT NULL,
  asked_request bigint,
  lifted_ms bigint,
  lifted_by bigint[],
  reason text
);
CREATE UNIQUE INDEX custody_stop_standing ON custody_stop (site_id, asset) WHERE lifted_ms IS NULL;

-- Two persons let just this stand: it stops nothing any more.
CREATE TABLE custody_accepted (
  site_id integer NOT NULL,
  asset smallint NOT NULL,
  item text NOT NULL,
  stop_id bigint NOT NULL REFERENCES custody_stop (stop_id),
  PRIMARY KEY (site_id, asset, item)
);
`;
