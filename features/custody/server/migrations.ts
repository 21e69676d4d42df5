// Tables of custody: what the watcher sees of chains, whose addresses are whose, and what became of each deposit (ADR 0075).
import type { Migration } from '@maru/kit/server/feature.ts';
import { accountTables } from './account-tables.ts';
import { batchTables } from './batch-tables.ts';
import { coldMoveTables } from './cold-move-tables.ts';
import { coldTables } from './cold-tables.ts';
import { depositClaimTables } from './deposit-claim-tables.ts';
import { deskTables } from './desk/desk-tables.ts';
import { depositNoticeTables, noticeTables } from './notice-tables.ts';
import { liabilityTables } from './liability-tables.ts';
import { explorerTables, fundTables, haltTables, networkTables, outputTables } from './payout-tables.ts';
import { reconcileTables } from './reconcile-tables.ts';
import { reservedTables } from './reserved-tables.ts';
import { ruleTables, sanctionTables } from './rule-tables.ts';
import { sweepTables } from './sweep-tables.ts';
import { withdrawalTables } from './withdrawal-tables.ts';

const tables = `
-- Where a site's addresses of a chain come from: written by the signer, which holds the seed; nobody else can make one.
CREATE TABLE custody_key (
  site_id integer NOT NULL REFERENCES site_site (id),
  chain text NOT NULL,
  public_key text NOT NULL,
  path text NOT NULL,
  made_ms bigint NOT NULL,
  PRIMARY KEY (site_id, chain),
  UNIQUE (chain, public_key)
);

-- A coin as it comes in and goes out on one network of a site. Amounts in the chain's own smallest unit.
CREATE TABLE custody_coin (
  site_id integer NOT NULL REFERENCES site_site (id),
  wallet_type text NOT NULL,
  chain text NOT NULL,
  asset smallint NOT NULL,
  -- Of a token.
  contract text,
  symbol text,
  chain_decimals smallint NOT NULL CHECK (chain_decimals BETWEEN 0 AND 18),
  -- Confirmations until it is credited, and until it may be withdrawn.
  credit_after integer NOT NULL CHECK (credit_after >= 1),
  unlock_after integer NOT NULL CHECK (unlock_after >= credit_after),
  -- Less than this waits until several make it up.
  deposit_least numeric(78, 0) NOT NULL CHECK (deposit_least > 0),
  -- Why nothing is taken in, and until when that is expected.
  in_paused text,
  in_paused_until_ms bigint,
  PRIMARY KEY (site_id, wallet_type)
);

-- Asked for by the member's first look, made by the watcher; one that was shown is watched for ever and is never another's.
CREATE TABLE custody_address (
  site_id integer NOT NULL REFERENCES site_site (id),
  chain text NOT NULL,
  place integer NOT NULL CHECK (place >= 0),
  account integer NOT NULL,
  asked_ms bigint NOT NULL,
  address text,
  -- Chains where all of a site share one address.
  memo text,
  PRIMARY KEY (site_id, chain, place),
  UNIQUE (site_id, chain, account)
);
CREATE UNIQUE INDEX custody_address_text ON custody_address (chain, address, coalesce(memo, '')) WHERE address IS NOT NULL;
CREATE INDEX custody_address_unmade ON custody_address (chain) WHERE address IS NULL;

-- How far a chain has been read, and since when its node is away.
CREATE TABLE custody_head (
  chain text PRIMARY KEY,
  tip_height bigint NOT NULL,
  final_height bigint,
  scanned_height bigint NOT NULL,
  seen_ms bigint NOT NULL,
  fault text,
  fault_since_ms bigint
);
CREATE TABLE custody_block (
  chain text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  parent text NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (chain, height)
);

-- One movement of a chain towards an address of ours, once whatever a node says again. height null: its block is gone, since the line
-- ended at gone_height.
CREATE TABLE custody_arrival (
  arrival_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  place integer NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  memo text,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  sender text,
  height bigint,
  block_hash text,
  gone_height bigint,
  seen_ms bigint NOT NULL,
  is_taken boolean NOT NULL DEFAULT false,
  UNIQUE (chain, tx_hash, place)
);
CREATE INDEX custody_arrival_height ON custody_arrival (chain, height);
CREATE INDEX custody_arrival_new ON custody_arrival (arrival_id) WHERE NOT is_taken;

-- What became of an arrival. amount in the asset's units of the ledger, dust what no such unit is worth, in the chain's.
-- number: its place in the engine, given when it is first posted, without gaps.
CREATE TABLE custody_deposit (
  deposit_id bigint PRIMARY KEY REFERENCES custody_arrival (arrival_id),
  site_id integer NOT NULL,
  account integer NOT NULL,
  wallet_type text NOT NULL,
  asset smallint NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  dust numeric(78, 0) NOT NULL CHECK (dust >= 0),
  number bigint,
  state text NOT NULL CHECK (state IN ('SMALL', 'SEEN', 'CONFIRMING', 'CREDITED', 'UNLOCKED', 'ORPHANED')),
  confirmations integer NOT NULL,
  changed_ms bigint NOT NULL,
  UNIQUE (site_id, number)
);
CREATE INDEX custody_deposit_member ON custody_deposit (site_id, account, deposit_id);
CREATE INDEX custody_deposit_open ON custody_deposit (site_id) WHERE state <> 'UNLOCKED';
CREATE TABLE custody_counter (
  site_id integer PRIMARY KEY REFERENCES site_site (id),
  deposits bigint NOT NULL DEFAULT 0
);
CREATE TABLE custody_deposit_step (
  deposit_id bigint NOT NULL REFERENCES custody_deposit (deposit_id),
  state text NOT NULL,
  at_ms bigint NOT NULL,
  height bigint,
  seq bigint,
  PRIMARY KEY (deposit_id, at_ms, state)
);

-- Coins that a member of a demo asked for; sent by the demo's own chain.
CREATE TABLE custody_test_coin (
  test_coin_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  memo text,
  amount numeric(78, 0) NOT NULL,
  asked_ms bigint NOT NULL,
  tx_hash text
);
CREATE INDEX custody_test_coin_waits ON custody_test_coin (chain) WHERE tx_hash IS NULL;
CREATE INDEX custody_test_coin_member ON custody_test_coin (site_id, account, asked_ms);
`;

export const custodyMigrations: readonly Migration[] = [
  { name: '0501-custody-tables', sql: tables },
  { name: '0502-custody-withdrawals', sql: withdrawalTables },
  { name: '0520-custody-reconciliation', sql: reconcileTables },
  { name: '0530-custody-rules', sql: ruleTables },
  { name: '0540-custody-desk', sql: deskTables },
  { name: '0550-custody-outputs', sql: outputTables },
  { name: '0570-custody-sweeps', sql: sweepTables },
  { name: '0580-custody-accounts', sql: accountTables },
  { name: '0581-custody-notices', sql: noticeTables },
  { name: '0582-custody-cold', sql: coldTables },
  { name: '0583-custody-cold-moves', sql: coldMoveTables },
  { name: '0620-custody-liabilities', sql: liabilityTables },
  { name: '0621-custody-deposit-notices', sql: depositNoticeTables },
  { name: '0622-custody-halts', sql: haltTables },
  { name: '0623-custody-funds', sql: fundTables },
  { name: '0630-custody-reservations', sql: reservedTables },
  { name: '0631-custody-deposit-claims', sql: depositClaimTables },
  { name: '0637-custody-sanctions', sql: sanctionTables },
  { name: '0640-custody-networks', sql: networkTables },
  { name: '0641-custody-explorers', sql: explorerTables },
  { name: '0645-custody-batches', sql: batchTables },
];
