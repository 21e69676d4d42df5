// What operators need of members: finding them fast, notes that stay, holds that can be lifted, exports that are counted.
import type { Migration } from '@maru/kit/server/feature.ts';
import { jobMigration } from './jobs/job-rows.ts';
import { lookMigration } from './looks.ts';

export const deskMigrations: readonly Migration[] = [
  jobMigration,
  lookMigration,
  {
    name: '0029-account-desk',
    sql: `
      ALTER TABLE account_member ADD COLUMN seen_at timestamptz NOT NULL DEFAULT to_timestamp(0);
      UPDATE account_member m SET seen_at = l.at
        FROM (SELECT member_id, max(renewed_at) AS at FROM account_login GROUP BY member_id) l WHERE l.member_id = m.id;
      -- To the minute, and never waiting: whoever renews a login holds its row already.
      CREATE FUNCTION account_note_seen() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE account_member SET seen_at = NEW.renewed_at WHERE id IN (
            SELECT id FROM account_member WHERE id = NEW.member_id AND seen_at < NEW.renewed_at - interval '1 minute'
            FOR NO KEY UPDATE SKIP LOCKED);
          RETURN NULL;
        END $$;
      CREATE TRIGGER account_login_seen AFTER INSERT OR UPDATE OF renewed_at ON account_login
        FOR EACH ROW EXECUTE FUNCTION account_note_seen();
      CREATE INDEX account_member_joined ON account_member (site_id, created_at, id);
      CREATE INDEX account_member_seen ON account_member (site_id, seen_at, id);
      CREATE INDEX account_member_waiting ON account_member (site_id, status, created_at, id) WHERE status <> 'ACTIVE';
      CREATE INDEX account_member_username_start ON account_member (site_id, lower(username) text_pattern_ops);
      CREATE INDEX account_member_nick_start ON account_member (site_id, lower(nick) text_pattern_ops);
      CREATE INDEX account_member_name_start ON account_member (site_id, lower(name) text_pattern_ops);
      CREATE INDEX account_member_email_start ON account_member (site_id, lower(email) text_pattern_ops);
      CREATE INDEX account_member_phone_end ON account_member (site_id, reverse(replace(phone, '-', '')) text_pattern_ops);
      CREATE INDEX account_member_partner ON account_member (site_id, partner_id) WHERE partner_id IS NOT NULL;
      CREATE INDEX account_login_address ON account_login (site_id, ip);
      ALTER TABLE account_withdrawal_hold ADD COLUMN lifted_at timestamptz, ADD COLUMN lifted_by bigint;
      -- act: the call that something was done by, its reason in text; NULL = a note.
      CREATE TABLE account_note (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        act text,
        text text NOT NULL,
        operator_id bigint NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX account_note_member ON account_note (site_id, member_id, id DESC);
      CREATE FUNCTION account_note_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'notes are only added' USING ERRCODE = '42501'; END $$;
      CREATE TRIGGER account_note_stays BEFORE UPDATE OR DELETE ON account_note FOR EACH ROW EXECUTE FUNCTION account_note_stays();
      CREATE TABLE account_export (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        operator_id bigint NOT NULL,
        rows integer NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX account_export_operator ON account_export (operator_id, at);`,
  },
  {
    // Micro-USDT a day, set by operators.
    name: '0116-account-withdraw-limit',
    sql: 'ALTER TABLE account_member ADD COLUMN withdraw_limit bigint CHECK (withdraw_limit >= 0);',
  },
  {
    // What is masked is found by whole values alone; who looked for how much is counted.
    name: '0220-account-search',
    sql: `
      DROP INDEX account_member_name_start;
      DROP INDEX account_member_email_start;
      DROP INDEX account_member_phone_end;
      CREATE INDEX account_member_whole_name ON account_member (site_id, lower(replace(name, ' ', '')));
      CREATE INDEX account_member_whole_phone ON account_member (site_id, replace(phone, '-', ''));
      CREATE INDEX account_member_phone_end ON account_member (site_id, right(replace(phone, '-', ''), 4));
      CREATE TABLE account_search (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        operator_id bigint NOT NULL,
        kind text NOT NULL CHECK (kind IN ('PHONE', 'PHONE_END', 'EMAIL')),
        -- Keyed by the installation's storage key.
        value_hash bytea NOT NULL,
        at timestamptz NOT NULL
      );
      CREATE INDEX account_search_operator ON account_search (operator_id, at);`,
  },
];
