// Tables of deposit claims: what members say of payments that are nobody's, who decided, and which arrival it was (ADR 0090).
export const depositClaimTables = `
-- Of what is nobody's, and of what a claim took out again: which arrival it is about.
ALTER TABLE custody_entry ADD COLUMN arrival_id bigint REFERENCES custody_arrival (arrival_id);
UPDATE custody_entry SET arrival_id = split_part(name, '|', 2)::bigint WHERE name LIKE 'NOBODY|%';
CREATE INDEX custody_entry_arrival ON custody_entry (site_id, arrival_id) WHERE arrival_id IS NOT NULL;

-- amount in the chain's unit, as the member says. arrival_id: what it was approved for; no arrival is ever two claims'.
CREATE TABLE custody_deposit_claim (
  claim_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  wallet_type text NOT NULL,
  asset smallint NOT NULL,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  sender text,
  evidence text,
  state text NOT NULL CHECK (state IN ('REQUESTED', 'IN_REVIEW', 'APPROVED', 'REFUSED', 'CANCELLED')),
  reason text,
  arrival_id bigint UNIQUE REFERENCES custody_arrival (arrival_id),
  -- The operator that works on it, and since when; the request for a second person that waits.
  worked_by bigint,
  worked_ms bigint,
  second_request bigint,
  second_by bigint,
  second_ms bigint,
  -- Of one that was approved without a second person: by whom, and when.
  alone_by bigint,
  decided_ms bigint,
  asked_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  CHECK ((state = 'APPROVED') = (arrival_id IS NOT NULL))
);
CREATE INDEX custody_deposit_claim_member ON custody_deposit_claim (site_id, account, claim_id);
CREATE INDEX custody_deposit_claim_hash ON custody_deposit_claim (site_id, chain, tx_hash);
CREATE INDEX custody_deposit_claim_queue ON custody_deposit_claim (site_id, claim_id) WHERE state IN ('REQUESTED', 'IN_REVIEW');
CREATE UNIQUE INDEX custody_deposit_claim_open ON custody_deposit_claim (site_id, account, chain, tx_hash) WHERE state IN ('REQUESTED', 'IN_REVIEW');
CREATE INDEX custody_deposit_claim_decided ON custody_deposit_claim (wallet_type, decided_ms) WHERE state = 'APPROVED';
CREATE TABLE custody_deposit_claim_step (
  step_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id bigint NOT NULL REFERENCES custody_deposit_claim (claim_id),
  state text NOT NULL,
  at_ms bigint NOT NULL,
  is_told boolean NOT NULL DEFAULT false
);
CREATE INDEX custody_deposit_claim_steps ON custody_deposit_claim_step (claim_id, step_id);
CREATE INDEX custody_deposit_claim_step_untold ON custody_deposit_claim_step (step_id) WHERE NOT is_told;
`;
