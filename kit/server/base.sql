-- Tables of the journal, its leases and the projections' checkpoints; what the installation itself notes of time, backups and jobs.

-- Who may append to a site's journal: the holder of the present epoch. Taking over raises it.
CREATE TABLE engine_lease (
  site integer PRIMARY KEY,
  epoch bigint NOT NULL,
  holder text NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);

-- One row per flush. Never updated; rows older than two snapshots and every projection move to archive files.
CREATE TABLE journal (
  site integer NOT NULL,
  first_seq bigint NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  epoch bigint NOT NULL,
  logic_version integer NOT NULL,
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
  site integer PRIMARY KEY,
  seq bigint NOT NULL,
  chain_hash bytea NOT NULL,
  engine_time bigint NOT NULL
);

-- How far each projection's rows have come, written in the transaction that writes them.
CREATE TABLE projection_checkpoint (
  projection text NOT NULL,
  site integer NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (projection, site)
);

-- How far a site's journal has been seen to go: beside the journal, so that one that lost its last rows is noticed (ADR 0037).
CREATE TABLE journal_end (
  site integer PRIMARY KEY,
  seq bigint NOT NULL,
  chain_hash bytea NOT NULL
);

-- What became of each backup.
CREATE TABLE backup_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
  directory text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  bytes bigint,
  fault text
);
CREATE INDEX backup_run_good ON backup_run (ended_at DESC) WHERE state = 'DONE';

-- The latest time that a server of this installation has gone by; one row (ADR 0048).
CREATE TABLE server_time (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  seen_ms bigint NOT NULL
);

-- Until when a process is taken to live: it says so again and again, once for all that it holds (ADR 0056).
CREATE TABLE job_holder (
  holder text PRIMARY KEY,
  until timestamptz NOT NULL
);

CREATE TABLE job_lease (
  job text PRIMARY KEY,
  holder text NOT NULL,
  epoch bigint NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
