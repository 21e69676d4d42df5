-- Tables of operators: what they may do where, their log-ins, the audit log, requests for a second person, exports and alerts.

CREATE TABLE operator_operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  name text NOT NULL,
  -- NULL: its owner has not opened the set-up link yet.
  password_hash text,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'LOCKED')),
  -- Addresses and networks it may come from; none = any that the installation allows.
  addresses text[] NOT NULL DEFAULT '{}',
  -- Its password is on the start screen: outside the demo it does not exist.
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  created_by bigint,
  last_login_at timestamptz,
  -- The authenticator app's secret, sealed under the installation's storage key.
  totp_secret bytea,
  -- NULL = being set up.
  totp_confirmed_at timestamptz,
  totp_last_step bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX operator_operator_username ON operator_operator (lower(username));

CREATE TABLE operator_recovery_code (
  hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  used_at timestamptz
);
CREATE INDEX operator_recovery_code_operator ON operator_recovery_code (operator_id);

CREATE TABLE operator_role (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of those that come with the installation.
  code text UNIQUE,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  -- 'notice.write', 'notice.*', '*.read', '*'
  rights text[] NOT NULL
);

CREATE TABLE operator_grant (
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  role_id bigint NOT NULL REFERENCES operator_role (id),
  -- NULL = all sites, those to come too.
  site_id integer REFERENCES site_site (id),
  UNIQUE NULLS NOT DISTINCT (operator_id, role_id, site_id)
);

CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY,
  id text NOT NULL UNIQUE,
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_call_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX operator_session_operator ON operator_session (operator_id) WHERE ended_at IS NULL;
CREATE INDEX operator_session_ip ON operator_session (operator_id, ip, created_at);

-- LOGIN: the password was right, the second step is still to come. SETUP: a one-time link to a first or new password.
CREATE TABLE operator_challenge (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('LOGIN', 'SETUP')),
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Who made a set-up link; NULL = the machine's own hand, and of log-ins.
  made_by bigint REFERENCES operator_operator (id)
);
CREATE INDEX operator_challenge_expires ON operator_challenge (expires_at);

CREATE TABLE operator_setting (
  one integer DEFAULT 1 PRIMARY KEY CHECK (one = 1),
  idle_ms integer NOT NULL,
  addresses text[] NOT NULL DEFAULT '{}'
);

CREATE TABLE operator_audit (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  operator_id bigint,
  operator_name text NOT NULL,
  site_id integer,
  action text NOT NULL,
  right_name text NOT NULL,
  target text NOT NULL,
  -- JSON as it was hashed.
  before text,
  after text,
  reason text,
  -- NULL = done; else the code it was refused with.
  refusal text,
  ip text NOT NULL,
  request_id text NOT NULL,
  -- Hash of the row before: unique, so the chain has no second end.
  prev_hash bytea NOT NULL UNIQUE,
  hash bytea NOT NULL
);
CREATE INDEX operator_audit_site ON operator_audit (site_id, seq DESC);
CREATE INDEX operator_audit_operator ON operator_audit (operator_id, seq DESC);
CREATE INDEX operator_audit_target ON operator_audit (target, seq DESC);
CREATE FUNCTION operator_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- A restore empties what holds nothing yet.
        IF TG_OP = 'TRUNCATE' AND NOT EXISTS (SELECT 1 FROM operator_audit) THEN RETURN NULL; END IF;
        RAISE EXCEPTION 'permission denied: the audit log only grows' USING ERRCODE = '42501';
      END $$;
CREATE TRIGGER operator_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_audit FOR EACH STATEMENT EXECUTE FUNCTION operator_audit_stays();

CREATE TABLE operator_approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  site_id integer NOT NULL REFERENCES site_site (id),
  target text NOT NULL,
  summary_ko text NOT NULL,
  summary_en text NOT NULL,
  payload jsonb NOT NULL,
  before jsonb,
  after jsonb,
  reason text NOT NULL,
  -- Of what was shown: a decision names it, and a row that was changed since is not applied.
  print text NOT NULL,
  status text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  asked_by bigint NOT NULL REFERENCES operator_operator (id),
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  claimed_by bigint REFERENCES operator_operator (id),
  claimed_until timestamptz,
  decided_by bigint REFERENCES operator_operator (id),
  decided_at timestamptz,
  decision_reason text,
  result jsonb,
  -- NULL: nothing was agreed to, or in a release that did not note what came of it.
  outcome text CHECK (outcome IN ('PENDING', 'APPLIED', 'PARTLY', 'FAILED')),
  applied_at timestamptz,
  fault text
);
CREATE INDEX operator_approval_waiting ON operator_approval (site_id, asked_at) WHERE status = 'WAITING';
CREATE INDEX operator_approval_pending ON operator_approval (decided_at) WHERE outcome = 'PENDING';

-- Who made which set-up link for whom: every one of them, since whoever made it may have opened it. Rows only come.
CREATE TABLE operator_invitation (
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  by_id bigint NOT NULL REFERENCES operator_operator (id),
  at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, by_id, at)
);

-- From where operators came: a network, or the hash of a browser's name.
CREATE TABLE operator_trace (
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  kind text NOT NULL CHECK (kind IN ('ADDRESS', 'DEVICE')),
  value text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, kind, value)
);
CREATE INDEX operator_trace_place ON operator_trace (kind, value);

-- A third person's word that this operator is a person of its own. by_id NULL = the machine's own hand.
CREATE TABLE operator_confirmation (
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  by_id bigint REFERENCES operator_operator (id),
  at timestamptz NOT NULL,
  reason text NOT NULL
);
CREATE INDEX operator_confirmation_operator ON operator_confirmation (operator_id, at DESC);

CREATE TABLE operator_export (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  operator_id bigint NOT NULL REFERENCES operator_operator (id),
  operator_name text NOT NULL,
  kind text NOT NULL,
  start_date text,
  end_date text,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('ASKED', 'WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  rows bigint NOT NULL DEFAULT 0,
  total bigint,
  bytes bigint NOT NULL DEFAULT 0,
  -- A name that nobody guesses, under the installation's data; NULL = no file.
  file text,
  ip text NOT NULL,
  request_id text NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  expires_at timestamptz,
  -- Rows that stand as taken by its asker alone.
  counted bigint,
  approval_id bigint,
  decided_by bigint
);
CREATE INDEX operator_export_own ON operator_export (operator_id, site_id, id DESC);
CREATE INDEX operator_export_open ON operator_export (id) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX operator_export_files ON operator_export (expires_at) WHERE file IS NOT NULL;

-- site_id NULL: of the installation. subject: what of its kind. next_at: when it is told again while it stands.
CREATE TABLE operator_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  kind text NOT NULL,
  subject text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('WARN', 'PAGE')),
  figures text NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  times_told integer NOT NULL DEFAULT 0,
  last_told_at timestamptz,
  next_at timestamptz NOT NULL,
  acknowledged_by bigint REFERENCES operator_operator (id),
  acknowledged_at timestamptz
);
CREATE UNIQUE INDEX operator_alert_open ON operator_alert (kind, coalesce(site_id, 0), subject) WHERE ended_at IS NULL;
CREATE INDEX operator_alert_ended ON operator_alert (ended_at DESC) WHERE ended_at IS NOT NULL;

-- secret: sealed; the address of a webhook and what its messages are signed with.
CREATE TABLE operator_alert_target (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('MAIL', 'WEBHOOK')),
  name text NOT NULL,
  shown text NOT NULL,
  seal uuid NOT NULL,
  secret bytea,
  language text NOT NULL CHECK (language IN ('ko', 'en')),
  least text NOT NULL CHECK ("least" IN ('WARN', 'PAGE')),
  created_by bigint NOT NULL REFERENCES operator_operator (id),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  last_ok_at timestamptz,
  failing_since timestamptz,
  fault text,
  tested_at timestamptz
);

CREATE TABLE operator_alert_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES operator_alert (id) ON DELETE CASCADE,
  target_id bigint NOT NULL REFERENCES operator_alert_target (id),
  phase text NOT NULL CHECK (phase IN ('BEGIN', 'STILL', 'END')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  fault text
);
CREATE INDEX operator_alert_message_due ON operator_alert_message (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
CREATE INDEX operator_alert_message_alert ON operator_alert_message (alert_id);

-- since: an installation is as old as this; before its first hours are over no backup is owed.
CREATE TABLE operator_alert_setting (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  backup_hours integer NOT NULL DEFAULT 26 CHECK (backup_hours BETWEEN 1 AND 720),
  since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO operator_alert_setting DEFAULT VALUES;
