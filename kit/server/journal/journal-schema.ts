// Tables of the journal, its leases and the projections' checkpoints.
import type { Migration } from '../feature.ts';

export const journalMigrations: readonly Migration[] = [
  {
    name: '0000-journal',
    sql: `
-- Who may append to a site's journal: the holder of the present epoch. Taking over raises it.
CREATE TABLE engine_lease (
  site int PRIMARY KEY,
  epoch bigint NOT NULL,
  holder text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
-- One row per flush. Never updated; rows older than two snapshots and every projection move to archive files.
CREATE TABLE journal (
  site int NOT NULL,
  first_seq bigint NOT NULL,
  count int NOT NULL CHECK (count > 0),
  epoch bigint NOT NULL,
  logic_version int NOT NULL,
  engine_time bigint NOT NULL,
  facts bigint NOT NULL,
  crc32 bigint NOT NULL,
  chain_hash bytea NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (site, first_seq)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_insert_scale_factor = 1);
ALTER TABLE journal ALTER COLUMN bytes SET STORAGE EXTERNAL;
-- Where the table begins after rows were archived, so that an emptied table still knows its head.
CREATE TABLE journal_base (
  site int PRIMARY KEY,
  seq bigint NOT NULL,
  chain_hash bytea NOT NULL,
  engine_time bigint NOT NULL
);
CREATE TABLE projection_checkpoint (
  projection text NOT NULL,
  site int NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (projection, site)
);
`,
  },
  {
    name: '0000-journal-end',
    sql: `
-- How far a site's journal has been seen to go: beside the journal, so that one that lost its last rows is noticed (ADR 0037).
CREATE TABLE journal_end (
  site int PRIMARY KEY,
  seq bigint NOT NULL,
  chain_hash bytea NOT NULL
);
`,
  },
];
