// Tables of payouts beyond Ethereum's: outputs of ours where they are spent whole, and the end of what can be carried out once (ADR 0079).
export const outputTables = `
-- Bitcoin family: an output of ours (txid:index) as the blocks have it that were read. height null: its block is gone; spent_height: where
-- it was used up. Which withdrawal it is kept for stands in custody_claim.
CREATE TABLE custody_output (
  chain text NOT NULL,
  output text NOT NULL,
  address text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  height bigint,
  spent_height bigint,
  spent_by text,
  PRIMARY KEY (chain, output)
);
CREATE INDEX custody_output_unspent ON custody_output (chain, address) WHERE height IS NOT NULL AND spent_height IS NULL;
CREATE INDEX custody_output_height ON custody_output (chain, height);
CREATE INDEX custody_output_spent ON custody_output (chain, spent_height) WHERE spent_height IS NOT NULL;

ALTER TABLE custody_payout
  -- Chains without numbers: the chain's own time after which it can never be carried out.
  ADD COLUMN until_ms bigint,
  -- A final block is later than that, and none brought it.
  ADD COLUMN void_ms bigint;
`;

export const haltTables = `
-- Since when a node says what belongs to no block of the line: nothing of the chain is read or paid until one has the line again.
ALTER TABLE custody_head ADD COLUMN halted_ms bigint;
`;

export const networkTables = `
-- Which network a chain's line is of, as its node said when the line began: name, and the first block's hash where that says more.
CREATE TABLE custody_network (
  chain text PRIMARY KEY,
  name text NOT NULL,
  first_hash text,
  since_ms bigint NOT NULL
);
-- Its chain is there: a demo's, or one that has a node, and of a token its contract is known. Members see nothing of others.
ALTER TABLE custody_coin ADD COLUMN is_on boolean NOT NULL DEFAULT true;
`;

export const explorerTables = `
-- Where a transaction's hash leads: an address with {hash} in it, of a demo our own page.
ALTER TABLE custody_coin ADD COLUMN explorer text CHECK (explorer LIKE 'https://%{hash}%' OR explorer = '/explorer/{chain}/{hash}');
`;

export const fundTables = `
-- What a demo sends to its hot address: the chain's height when it was sent, and the transaction's hash once it is known.
ALTER TABLE custody_entry
  ADD COLUMN sent_height bigint,
  ADD COLUMN sent_hash text;
UPDATE custody_entry SET sent_height = 0 WHERE sent_ms > 0;
`;
