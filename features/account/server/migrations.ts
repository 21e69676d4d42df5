// Tables of members, their logins and refresh tokens.
import type { Migration } from '@maru/kit/server/feature.ts';

export const accountMigrations: readonly Migration[] = [
  {
    name: '0020-account',
    sql: `
      -- The engine's account numbers are dense per site: taken from this row inside the sign-up's transaction.
      CREATE TABLE account_counter (
        site_id integer PRIMARY KEY REFERENCES site_site (id),
        next_account integer NOT NULL DEFAULT 0
      );
      CREATE TABLE account_member (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        account_no integer NOT NULL,
        username text NOT NULL,
        nick text NOT NULL,
        name text NOT NULL,
        phone text NOT NULL,
        email text NOT NULL,
        role text NOT NULL DEFAULT 'member',
        status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'WAIT', 'DENY')),
        password_hash text NOT NULL,
        partner_id bigint REFERENCES partner_partner (id),
        etc_json jsonb,
        bank_info text,
        address text,
        -- Sequence at which the engine opened the account; NULL = still to be sent.
        opened_seq bigint,
        -- Access tokens issued up to this moment are void.
        ended_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (site_id, account_no)
      );
      CREATE UNIQUE INDEX account_member_username ON account_member (site_id, lower(username));
      CREATE UNIQUE INDEX account_member_nick ON account_member (site_id, lower(nick));
      CREATE UNIQUE INDEX account_member_phone ON account_member (site_id, phone);
      CREATE INDEX account_member_unopened ON account_member (site_id, account_no) WHERE opened_seq IS NULL;
      -- One row a login on one device: the family of its refresh tokens.
      CREATE TABLE account_login (
        family text PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        ip text NOT NULL,
        user_agent text NOT NULL,
        created_at timestamptz NOT NULL,
        renewed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        ended_by text
      );
      CREATE INDEX account_login_member ON account_login (member_id, created_at DESC);
      CREATE TABLE account_refresh_token (
        hash bytea PRIMARY KEY,
        family text NOT NULL REFERENCES account_login (family) ON DELETE CASCADE,
        issued_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_refresh_token_family ON account_refresh_token (family);`,
  },
  {
    name: '0021-account-certificate',
    sql: `
      CREATE TABLE account_certificate (
        key text PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
        purpose text NOT NULL CHECK (purpose IN ('SIGN_UP', 'FIND_ID', 'FIND_PW')),
        -- As it is compared: lower case.
        value text NOT NULL,
        member_id bigint REFERENCES account_member (id),
        code_hash bytea NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        verified_at timestamptz,
        used_at timestamptz
      );
      CREATE INDEX account_certificate_value ON account_certificate (site_id, kind, value, created_at);
      CREATE INDEX account_certificate_created ON account_certificate (created_at);
      CREATE INDEX account_member_email ON account_member (site_id, lower(email));`,
  },
  {
    name: '0022-account-login-try',
    sql: `
      CREATE TABLE account_login_try (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        at timestamptz NOT NULL,
        ip text NOT NULL,
        user_agent text NOT NULL,
        result text NOT NULL CHECK (result IN ('OK', 'PASSWORD_WRONG'))
      );
      CREATE INDEX account_login_try_member ON account_login_try (site_id, member_id, id DESC);
      CREATE INDEX account_login_try_at ON account_login_try (at);
      ALTER TABLE account_member ADD COLUMN password_changed_at timestamptz;`,
  },
  {
    name: '0023-account-second-factor',
    sql: `
      CREATE TABLE account_totp (
        member_id bigint PRIMARY KEY REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        -- Sealed under the installation's storage key, bound to site and member.
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL,
        -- NULL = being set up: nothing asks for it yet.
        confirmed_at timestamptz,
        -- Time step of the last code that was taken: no code counts twice.
        last_step bigint NOT NULL DEFAULT 0,
        misses integer NOT NULL DEFAULT 0,
        missed_since timestamptz
      );
      CREATE TABLE account_recovery_code (
        hash bytea PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        used_at timestamptz
      );
      CREATE INDEX account_recovery_code_member ON account_recovery_code (member_id);
      -- A login whose password was right and whose second step is still to come.
      CREATE TABLE account_login_challenge (
        hash bytea PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_login_challenge_expires ON account_login_challenge (expires_at);
      -- When this login last proved the second factor.
      ALTER TABLE account_login ADD COLUMN stepped_up_at timestamptz;
      -- Until when nothing is withdrawn, and why; rows stay as a record.
      CREATE TABLE account_withdrawal_hold (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        reason text NOT NULL,
        started_at timestamptz NOT NULL,
        until timestamptz NOT NULL
      );
      CREATE INDEX account_withdrawal_hold_member ON account_withdrawal_hold (member_id, until);
      ALTER TABLE account_login_try DROP CONSTRAINT account_login_try_result_check;
      ALTER TABLE account_login_try ADD CONSTRAINT account_login_try_result_check
        CHECK (result IN ('OK', 'OK_TOTP', 'OK_RECOVERY', 'OK_PASSKEY', 'PASSWORD_WRONG', 'CODE_WRONG'));`,
  },
  {
    name: '0024-account-guarding',
    sql: `
      -- Words that a member finds in every genuine letter.
      ALTER TABLE account_member ADD COLUMN anti_phishing text CHECK (length(anti_phishing) BETWEEN 2 AND 20);
      -- Until then nobody, support included, changes what protects the account.
      ALTER TABLE account_member ADD COLUMN settings_locked_until timestamptz;
      -- Locked by its owner: no login, no withdrawal, until a new password is set by a code.
      ALTER TABLE account_member ADD COLUMN locked_at timestamptz;
      CREATE TABLE account_notice_link (
        hash bytea PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_notice_link_expires ON account_notice_link (expires_at);`,
  },
  {
    name: '0025-account-passkey',
    sql: `
      CREATE TABLE account_passkey (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        -- The host it was made for: it works on no other.
        rp_id text NOT NULL,
        credential_id text NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        -- Some authenticators count their uses; a count that goes back is a copy.
        counter bigint NOT NULL,
        transports text[] NOT NULL DEFAULT '{}',
        is_synced boolean NOT NULL,
        label text NOT NULL,
        created_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_passkey_member ON account_passkey (member_id);
      CREATE TABLE account_passkey_challenge (
        hash bytea PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        purpose text NOT NULL CHECK (purpose IN ('MAKE', 'LOGIN', 'PROVE')),
        -- NULL: whoever has the passkey says who it is.
        member_id bigint REFERENCES account_member (id),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX account_passkey_challenge_expires ON account_passkey_challenge (expires_at);`,
  },
];
