// Tables of operators, what they may do where, their log-ins, the audit log and requests for a second person.
import { alertMigration } from './alerts/alert-rows.ts';
import { askedExportMigration, exportMigration } from './exports/export-rows.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const operatorMigrations: readonly Migration[] = [
  {
    name: '0016-operator',
    sql: `
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
      -- LOGIN: the password was right, the second step is still to come. SETUP: a one-time link to a first or new password.
      CREATE TABLE operator_challenge (
        hash bytea PRIMARY KEY,
        purpose text NOT NULL CHECK (purpose IN ('LOGIN', 'SETUP')),
        operator_id bigint NOT NULL REFERENCES operator_operator (id),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX operator_challenge_expires ON operator_challenge (expires_at);
      CREATE TABLE operator_setting (
        one integer PRIMARY KEY DEFAULT 1 CHECK (one = 1),
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
      CREATE TRIGGER operator_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_audit
        FOR EACH STATEMENT EXECUTE FUNCTION operator_audit_stays();
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
        result jsonb
      );
      CREATE INDEX operator_approval_waiting ON operator_approval (site_id, asked_at) WHERE status = 'WAITING';`,
  },
  {
    name: '0016-operator-link',
    sql: `
      -- Who made the last set-up link, and when: that person may have opened it too. NULL = the machine's own hand.
      ALTER TABLE operator_operator ADD COLUMN linked_by bigint, ADD COLUMN linked_at timestamptz;
      CREATE INDEX operator_session_ip ON operator_session (operator_id, ip, created_at);`,
  },
  {
    name: '0200-operator-one-person',
    sql: `
      -- Who made which set-up link for whom: every one of them, since whoever made it may have opened it. Rows only come.
      CREATE TABLE operator_invitation (
        operator_id bigint NOT NULL REFERENCES operator_operator (id),
        by_id bigint NOT NULL REFERENCES operator_operator (id),
        at timestamptz NOT NULL,
        PRIMARY KEY (operator_id, by_id, at)
      );
      INSERT INTO operator_invitation (operator_id, by_id, at)
        SELECT id, created_by, created_at FROM operator_operator WHERE created_by IS NOT NULL
        UNION SELECT id, linked_by, linked_at FROM operator_operator WHERE linked_by IS NOT NULL AND linked_at IS NOT NULL;
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
      ALTER TABLE operator_operator DROP COLUMN linked_by, DROP COLUMN linked_at;`,
  },
  {
    name: '0201-operator-outcome',
    sql: `
      -- NULL: nothing was agreed to, or in a release that did not note what came of it.
      ALTER TABLE operator_approval ADD COLUMN outcome text CHECK (outcome IN ('PENDING', 'APPLIED', 'PARTLY', 'FAILED')),
        ADD COLUMN applied_at timestamptz, ADD COLUMN fault text;
      CREATE INDEX operator_approval_pending ON operator_approval (decided_at) WHERE outcome = 'PENDING';`,
  },
  {
    // Publishing was one right and is two: who held it by name keeps both. The role for content, which comes with an installation,
    // is for looks and texts; a pattern of somebody's own (`site.*`) goes on giving all there is.
    name: '0210-operator-site-money',
    sql: `
      UPDATE operator_role SET rights = array_append(rights, 'site.money')
        WHERE rights && ARRAY['site.publish', '*.publish'] AND NOT rights && ARRAY['site.money', 'site.*', '*'];
      UPDATE operator_role SET rights = array_remove(rights, 'site.*') || ARRAY['site.read', 'site.write', 'site.publish']
        WHERE code = 'content' AND 'site.*' = ANY (rights);`,
  },
  exportMigration,
  askedExportMigration,
  alertMigration,
  {
    name: '0438-operator-link-maker',
    sql: `
      -- Who made a set-up link; NULL = the machine's own hand, and of log-ins. Links that are open now: whoever made the newest by hand.
      ALTER TABLE operator_challenge ADD COLUMN made_by bigint REFERENCES operator_operator (id);
      UPDATE operator_challenge c SET made_by =
        (SELECT i.by_id FROM operator_invitation i WHERE i.operator_id = c.operator_id ORDER BY i.at DESC LIMIT 1)
        WHERE c.purpose = 'SETUP' AND c.used_at IS NULL;`,
  },
];
