// Tables of proofs of liabilities: what was published of each, the secrets that members' branches are made of, and what failed.
export const liabilityTables = `
-- One proof of a site's coin, as it was published; day is of UTC. asked_by: an operator, null where the day's job made it. No number is left out, no
-- row changes.
CREATE TABLE custody_liability (
  proof_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  coin text NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  day date NOT NULL,
  at_ms bigint NOT NULL,
  seq bigint NOT NULL,
  decimals smallint NOT NULL,
  depth smallint NOT NULL,
  sum bigint NOT NULL CHECK (sum > 0),
  below bigint NOT NULL CHECK (below >= 0),
  root text NOT NULL,
  record text NOT NULL,
  hash text NOT NULL,
  -- By the installation's key; null where there was none that could sign.
  signature text,
  key integer,
  asked_by bigint,
  UNIQUE (site_id, coin, number)
);
CREATE UNIQUE INDEX custody_liability_daily ON custody_liability (site_id, coin, day) WHERE asked_by IS NULL;

-- What branches are made of, for as long as they are handed out: the seed under the storage key; members and balances as pairs of doubles;
-- the tree's upper nodes.
CREATE TABLE custody_liability_tree (
  proof_id bigint PRIMARY KEY REFERENCES custody_liability (proof_id),
  made_ms bigint NOT NULL,
  seed text NOT NULL,
  balances bytea NOT NULL,
  tops bytea NOT NULL
);
ALTER TABLE custody_liability_tree ALTER balances SET STORAGE EXTERNAL, ALTER tops SET STORAGE EXTERNAL;
CREATE INDEX custody_liability_tree_age ON custody_liability_tree (made_ms);

-- Why there is no proof since: gone with the next one. fault: a word that pages have texts for.
CREATE TABLE custody_liability_fault (
  site_id integer NOT NULL REFERENCES site_site (id),
  coin text NOT NULL,
  since_ms bigint NOT NULL,
  at_ms bigint NOT NULL,
  fault text NOT NULL,
  figures jsonb NOT NULL,
  PRIMARY KEY (site_id, coin)
);

-- Asked for on the desk, until it is made.
CREATE TABLE custody_liability_ask (
  site_id integer PRIMARY KEY REFERENCES site_site (id),
  asked_by bigint NOT NULL,
  asked_ms bigint NOT NULL
);
`;
