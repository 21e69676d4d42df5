// Tables of leaving: who is about to, what is kept of whoever left and for how long, names that stay taken, accounts of one person.
import type { Migration } from '@maru/kit/server/feature.ts';

export const leavingMigrations: readonly Migration[] = [
  {
    name: '0450-account-left',
    sql: `
      ALTER TABLE account_member DROP CONSTRAINT account_member_status_check;
      -- Rows from before were held to less: there is nothing to read.
      ALTER TABLE account_member ADD CONSTRAINT account_member_status_check CHECK (status IN ('ACTIVE', 'WAIT', 'DENY', 'LEFT')) NOT VALID;
      -- Asked for and not finished: the engine takes nothing new of the account; gone when it is final or undone.
      CREATE TABLE account_leaving (
        member_id bigint PRIMARY KEY REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        account integer NOT NULL,
        -- Micro-USDT that the member gives up; NULL = none was named.
        gives_up bigint,
        language text NOT NULL,
        asked_at timestamptz NOT NULL
      );
      -- identity: name, phone, mail, bank, birth, login id, sealed; NULL = its time is over. Hashes are keyed.
      CREATE TABLE account_left (
        member_id bigint PRIMARY KEY REFERENCES account_member (id),
        site_id integer NOT NULL REFERENCES site_site (id),
        account integer NOT NULL,
        left_at timestamptz NOT NULL,
        given_up jsonb NOT NULL,
        identity bytea,
        phone_hash text,
        di_hash text,
        ci_hash text,
        excluded_until timestamptz,
        limits jsonb NOT NULL,
        settled_at timestamptz,
        disputes_erased_at timestamptz,
        identity_erased_at timestamptz
      );
      CREATE INDEX account_left_phone ON account_left (site_id, phone_hash) WHERE phone_hash IS NOT NULL;
      CREATE INDEX account_left_di ON account_left (site_id, di_hash) WHERE di_hash IS NOT NULL;
      CREATE INDEX account_left_ci ON account_left (ci_hash) WHERE ci_hash IS NOT NULL;
      CREATE INDEX account_left_waiting ON account_left (left_at) WHERE identity_erased_at IS NULL;
      -- Login ids and nicknames of whoever left: nobody else may pass for them.
      CREATE TABLE account_left_name (
        site_id integer NOT NULL REFERENCES site_site (id),
        hash text NOT NULL,
        PRIMARY KEY (site_id, hash)
      );
      CREATE TABLE account_former (
        site_id integer NOT NULL REFERENCES site_site (id),
        account integer NOT NULL,
        former_account integer NOT NULL,
        PRIMARY KEY (site_id, account, former_account)
      );
      -- Own limits of games that a person brought along, until the engine has them.
      CREATE TABLE account_limit_brought (
        site_id integer NOT NULL REFERENCES site_site (id),
        account integer NOT NULL,
        limits jsonb NOT NULL,
        PRIMARY KEY (site_id, account)
      );
`,
  },
  {
    name: '0451-account-leaving-flag',
    sql: `
      -- Whoever was leaving while the release before ran was shut by the operators' flag: it is handed back.
      ALTER TABLE account_leaving ADD COLUMN by_frozen boolean NOT NULL DEFAULT true;
      ALTER TABLE account_leaving ALTER COLUMN by_frozen SET DEFAULT false;
`,
  },
  {
    name: '0452-account-left-mail',
    sql: `
      -- Keyed like the number's: what is given once a person is not given again by another number.
      ALTER TABLE account_left ADD COLUMN mail_hash text;
      CREATE INDEX account_left_mail ON account_left (site_id, mail_hash) WHERE mail_hash IS NOT NULL;
`,
  },
  {
    name: '0453-account-leave-ticket',
    sql: `
      -- Whoever has shut itself out has no login: what a password and a code open is this one act.
      CREATE TABLE account_leave_ticket (
        hash bytea PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        expires_at timestamptz NOT NULL
      );
      ALTER TABLE account_certificate DROP CONSTRAINT account_certificate_purpose_check;
      ALTER TABLE account_certificate ADD CONSTRAINT account_certificate_purpose_check
        CHECK (purpose IN ('SIGN_UP', 'FIND_ID', 'FIND_PW', 'LEAVE'));
`,
  },
  {
    // Leaving is decided with it, before any money moves: a crash between neither undoes it nor loses what was given up.
    name: '0465-account-leaving-given',
    sql: 'ALTER TABLE account_leaving ADD COLUMN given_up jsonb;',
  },
];
