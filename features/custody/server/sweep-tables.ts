// Tables of sweeps: coins that move from deposits' addresses to the hot one, and what they cost (ADR 0079).
export const sweepTables = `
-- One transfer between addresses of our own, and all transactions that were made for it. SWEEP: from where deposits came in; FUEL: the chain's own coin to there, for the fee of a
-- token's sweep. Amounts in the chain's units. place: below the site's key;
-- null where many addresses' outputs are gathered at once.
CREATE TABLE custody_sweep (
  sweep_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  chain text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('SWEEP', 'FUEL')),
  coin text NOT NULL,
  place integer,
  address text NOT NULL,
  target text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DONE', 'FAILED', 'DROPPED')),
  reason text,
  network_fee numeric(78, 0),
  made_ms bigint NOT NULL,
  done_ms bigint
);
-- One at a time of an address: what the next one finds there is what this one left.
CREATE UNIQUE INDEX custody_sweep_open ON custody_sweep (site_id, chain, coalesce(place, -1)) WHERE state = 'OPEN';
CREATE INDEX custody_sweep_of ON custody_sweep (site_id, chain, coin, place);
CREATE INDEX custody_sweep_newest ON custody_sweep (site_id, sweep_id DESC);

ALTER TABLE custody_payout
  ALTER COLUMN withdrawal_id DROP NOT NULL,
  ADD COLUMN sweep_id bigint REFERENCES custody_sweep (sweep_id),
  ADD CHECK (num_nonnulls(withdrawal_id, sweep_id) = 1);
CREATE UNIQUE INDEX custody_payout_sweep_prepared ON custody_payout (sweep_id) WHERE state = 'PREPARED';
CREATE INDEX custody_payout_sweep ON custody_payout (sweep_id, payout_id);

ALTER TABLE custody_claim
  ALTER COLUMN withdrawal_id DROP NOT NULL,
  ADD COLUMN sweep_id bigint REFERENCES custody_sweep (sweep_id),
  ADD CHECK (num_nonnulls(withdrawal_id, sweep_id) = 1);
CREATE INDEX custody_claim_sweep ON custody_claim (sweep_id);

ALTER TABLE custody_coin
  -- What an address holds before it is worth a network's fee to gather it; and what stays there (a reserve that the chain asks for).
  ADD COLUMN sweep_from numeric(78, 0) NOT NULL DEFAULT 0 CHECK (sweep_from >= 0),
  ADD COLUMN sweep_keeps numeric(78, 0) NOT NULL DEFAULT 0 CHECK (sweep_keeps >= 0);
UPDATE custody_coin SET
  sweep_from = CASE wallet_type
    WHEN 'ETH' THEN 2000000000000000000 WHEN 'ETH_USDT' THEN 5000000000 WHEN 'TRON' THEN 10000000000 WHEN 'TRON_USDT' THEN 5000000000
    WHEN 'BTC' THEN 20000000 WHEN 'DOGE' THEN 5000000000000 WHEN 'XRP' THEN 5000000000 WHEN 'EOS' THEN 50000000 ELSE deposit_least END,
  sweep_keeps = CASE wallet_type WHEN 'XRP' THEN 2000000 ELSE 0 END;

-- It waits because the hot address has too little: what members brought is gathered for it.
ALTER TABLE custody_withdrawal ADD COLUMN is_short boolean NOT NULL DEFAULT false;
`;
