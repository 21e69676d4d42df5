// Tables of cold storage: addresses whose keys are on no machine of the site, and what moves there and back (ADR 0082).
export const coldTables = `
-- Set by two persons. One that is closed is paid to no more, and counted for ever.
CREATE TABLE custody_cold (
  cold_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  chain text NOT NULL,
  address text NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  agreed_by bigint[] NOT NULL,
  made_ms bigint NOT NULL,
  UNIQUE (chain, address)
);
CREATE UNIQUE INDEX custody_cold_open ON custody_cold (site_id, chain) WHERE is_open;

-- The share of a coin that should be cold.
ALTER TABLE custody_coin ADD COLUMN cold_percent smallint NOT NULL DEFAULT 80 CHECK (cold_percent BETWEEN 0 AND 100);

-- TO_COLD: from the hot address to the cold one. FROM_COLD: back, signed by whoever holds the key. place is null; address is what pays.
ALTER TABLE custody_sweep DROP CONSTRAINT custody_sweep_kind_check, ADD CONSTRAINT custody_sweep_kind_check
  CHECK (kind IN ('SWEEP', 'FUEL', 'TO_COLD', 'FROM_COLD'));
DROP INDEX custody_sweep_open;
CREATE UNIQUE INDEX custody_sweep_open ON custody_sweep
  (site_id, chain, coalesce(place, CASE kind WHEN 'TO_COLD' THEN -2 WHEN 'FROM_COLD' THEN -3 ELSE -1 END)) WHERE state = 'OPEN';
`;
