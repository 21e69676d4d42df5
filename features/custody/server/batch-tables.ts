// Tables of payouts that share a transaction, and when one waits for others (ADR 0092).
export const batchTables = `
-- One row a withdrawal, also where many are paid by one transaction: the first of them has its bytes, all have its hash, and each its part
-- of the fee. batch_id: the first row's id in all of them; null: it pays one withdrawal alone.
ALTER TABLE custody_payout
  ADD COLUMN batch_id bigint REFERENCES custody_payout (payout_id),
  ADD COLUMN first_id bigint GENERATED ALWAYS AS (coalesce(batch_id, payout_id)) STORED,
  DROP CONSTRAINT custody_payout_chain_hash_key,
  DROP CONSTRAINT custody_payout_check,
  ADD CONSTRAINT custody_payout_signed CHECK ((state IN ('SIGNED', 'REPLACED')) = (hash IS NOT NULL)
    AND (hash IS NOT NULL AND coalesce(batch_id, payout_id) = payout_id) = (raw IS NOT NULL));
CREATE UNIQUE INDEX custody_payout_hash ON custody_payout (chain, hash) WHERE coalesce(batch_id, payout_id) = payout_id;
CREATE INDEX custody_payout_first ON custody_payout (first_id, payout_id);

ALTER TABLE custody_coin
  -- Where outputs are spent whole: above this fee (in the chain's units, a byte) a payout waits so long for others to be paid
  -- with. 0: it never waits.
  ADD COLUMN batch_above bigint NOT NULL DEFAULT 0 CHECK (batch_above >= 0),
  ADD COLUMN batch_minutes integer NOT NULL DEFAULT 10 CHECK (batch_minutes BETWEEN 1 AND 1440);
-- It waits for that.
ALTER TABLE custody_withdrawal ADD COLUMN waits_for_others boolean NOT NULL DEFAULT false;
`;
