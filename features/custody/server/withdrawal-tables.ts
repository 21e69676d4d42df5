// Tables of withdrawals: what was asked for, who agreed, what was signed over which reservation, and the house's own entries (ADR 0075).
export const withdrawalTables = `
ALTER TABLE custody_coin
  -- In the ledger's units, out of what the member gives.
  ADD COLUMN out_fee bigint NOT NULL DEFAULT 0 CHECK (out_fee >= 0),
  ADD COLUMN out_least bigint NOT NULL DEFAULT 1 CHECK (out_least > 0),
  -- Above it a person looks, and above the second two do.
  ADD COLUMN out_looked_at bigint NOT NULL DEFAULT 0,
  ADD COLUMN out_two_persons bigint NOT NULL DEFAULT 0,
  -- Confirmations until it is settled.
  ADD COLUMN out_settled_after integer NOT NULL DEFAULT 12 CHECK (out_settled_after >= 1),
  -- Why nothing goes out, and until when that is expected. Rows from before there were withdrawals wait for their terms.
  ADD COLUMN out_paused text DEFAULT 'SETUP',
  ADD COLUMN out_paused_until_ms bigint;

ALTER TABLE custody_counter
  ADD COLUMN withdrawals bigint NOT NULL DEFAULT 0,
  ADD COLUMN entries bigint NOT NULL DEFAULT 0;

-- Where payouts of a site come from: an account of its own below the seed, told by the signer.
CREATE TABLE custody_hot (
  site_id integer NOT NULL REFERENCES site_site (id),
  chain text NOT NULL,
  public_key text NOT NULL,
  path text NOT NULL,
  -- Made by the watcher.
  address text,
  PRIMARY KEY (site_id, chain)
);

-- One request of a member, by its key for ever. amount: what arrives, in the ledger's units, as fee is; value in micro-USDT.
-- state is decided here, ledger is how far the engine has followed. number: its place in the engine, without gaps.
CREATE TABLE custody_withdrawal (
  withdrawal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  request_key text NOT NULL,
  body_hash text NOT NULL,
  wallet_type text NOT NULL,
  asset smallint NOT NULL,
  chain text NOT NULL,
  address text NOT NULL,
  memo text,
  -- Another member of the site, whose address it is.
  payee integer,
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  value bigint NOT NULL CHECK (value >= 0),
  number bigint,
  state text NOT NULL CHECK (state IN ('REQUESTED', 'HELD', 'REVIEW', 'APPROVED', 'SIGNED', 'SENT', 'CONFIRMED', 'REFUSED', 'CANCELLED', 'FAILED')),
  ledger text NOT NULL DEFAULT 'NONE' CHECK (ledger IN ('NONE', 'HELD', 'SENT', 'SETTLED', 'INSIDE', 'RETURNED', 'VOID')),
  -- Of REVIEW the rules that fired, of REFUSED and FAILED why.
  reason text,
  -- Why it is not signed yet, and until when nobody tries again.
  waits text,
  waits_until_ms bigint NOT NULL DEFAULT 0,
  network_fee numeric(78, 0),
  asked_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  UNIQUE (site_id, account, request_key),
  UNIQUE (site_id, number)
);
CREATE INDEX custody_withdrawal_member ON custody_withdrawal (site_id, account, withdrawal_id);
CREATE INDEX custody_withdrawal_open ON custody_withdrawal (site_id, withdrawal_id) WHERE ledger IN ('NONE', 'HELD', 'SENT');
CREATE TABLE custody_withdrawal_step (
  step_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id bigint NOT NULL REFERENCES custody_withdrawal (withdrawal_id),
  state text NOT NULL,
  at_ms bigint NOT NULL
);
CREATE INDEX custody_withdrawal_steps ON custody_withdrawal_step (withdrawal_id, step_id);

-- Who agreed, and to what: the signer counts these and computes the hash anew. person: RULES, or operator:12.
CREATE TABLE custody_withdrawal_yes (
  withdrawal_id bigint NOT NULL REFERENCES custody_withdrawal (withdrawal_id),
  person text NOT NULL,
  content_hash text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (withdrawal_id, person)
);

-- A transaction for a withdrawal, and those that replaced it. DROPPED: never signed, and never will be.
CREATE TABLE custody_payout (
  payout_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id bigint NOT NULL REFERENCES custody_withdrawal (withdrawal_id),
  site_id integer NOT NULL,
  chain text NOT NULL,
  state text NOT NULL CHECK (state IN ('PREPARED', 'SIGNED', 'DROPPED', 'REPLACED')),
  -- JSON of body and sources.
  unsigned text NOT NULL,
  source text NOT NULL,
  claims text[] NOT NULL,
  fee_limit numeric(78, 0) NOT NULL,
  replaces bigint REFERENCES custody_payout (payout_id),
  raw text,
  hash text,
  refused text,
  prepared_ms bigint NOT NULL,
  signed_ms bigint,
  -- Since when a node has it, and when it was last offered to one.
  sent_ms bigint,
  offered_ms bigint NOT NULL DEFAULT 0,
  -- As the chain has it now.
  mined_height bigint,
  mined_hash text,
  is_success boolean,
  network_fee numeric(78, 0),
  UNIQUE (chain, hash),
  CHECK ((state IN ('SIGNED', 'REPLACED')) = (raw IS NOT NULL AND hash IS NOT NULL))
);
CREATE UNIQUE INDEX custody_payout_prepared ON custody_payout (withdrawal_id) WHERE state = 'PREPARED';
CREATE INDEX custody_payout_of ON custody_payout (withdrawal_id, payout_id);

-- A number or an output of ours is used up by one withdrawal alone, for ever: two transactions of one withdrawal share theirs.
CREATE TABLE custody_claim (
  chain text NOT NULL,
  claim text NOT NULL,
  withdrawal_id bigint NOT NULL REFERENCES custody_withdrawal (withdrawal_id),
  PRIMARY KEY (chain, claim)
);
CREATE INDEX custody_claim_of ON custody_claim (withdrawal_id);

-- Entries of the house itself, each once by its name: what a demo's hot address began with, what a failed payment cost.
CREATE TABLE custody_entry (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  name text NOT NULL,
  wallet_type text NOT NULL,
  asset smallint NOT NULL,
  purse smallint NOT NULL,
  -- Ledger's units, below zero where it left custody; what the chain has beside it in the chain's.
  amount bigint NOT NULL CHECK (amount <> 0),
  dust numeric(78, 0) NOT NULL DEFAULT 0,
  -- True as soon as the chain has it.
  is_due boolean NOT NULL,
  sent_ms bigint NOT NULL DEFAULT 0,
  number bigint,
  is_booked boolean NOT NULL DEFAULT false,
  made_ms bigint NOT NULL,
  UNIQUE (site_id, name),
  UNIQUE (site_id, number)
);
CREATE INDEX custody_entry_open ON custody_entry (site_id, entry_id) WHERE NOT is_booked;

-- A withdrawal password that was typed a moment ago: good for one request of the same login.
CREATE TABLE custody_withdraw_ticket (
  ticket_hash text PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  family text NOT NULL,
  until_ms bigint NOT NULL
);
`;
