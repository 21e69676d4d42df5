// Tables of identity proven by the bureau: open windows, what one has proven, and which person a member is.
import type { Migration } from '@maru/kit/server/feature.ts';

export const niceMigrations: readonly Migration[] = [
  {
    name: '0031-account-nice',
    sql: `
      CREATE TABLE account_nice_request (
        key text PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        purpose text NOT NULL CHECK (purpose IN ('SIGN_UP', 'FIND_ID', 'FIND_PW')),
        request_no text NOT NULL UNIQUE,
        site_code text NOT NULL,
        token_version text NOT NULL,
        -- What the window's keys are made of, sealed under the storage key.
        secret bytea NOT NULL,
        username text,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_nice_request_created ON account_nice_request (created_at);
      ALTER TABLE account_certificate DROP CONSTRAINT account_certificate_kind_check;
      ALTER TABLE account_certificate ADD CONSTRAINT account_certificate_kind_check CHECK (kind IN ('MAIL', 'SMS', 'NICE'));
      -- Of NICE: name, birth date and number, sealed; value is the hashed DI.
      ALTER TABLE account_certificate ADD COLUMN person bytea;
      -- One person, one account of a site. Hashes are keyed; the birth date is sealed.
      CREATE TABLE account_person (
        member_id bigint PRIMARY KEY REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        di_hash text NOT NULL,
        ci_hash text NOT NULL,
        birth_date bytea NOT NULL,
        proven_at timestamptz NOT NULL,
        UNIQUE (site_id, di_hash)
      );
      CREATE INDEX account_person_ci ON account_person (ci_hash);`,
  },
];
