// What is asked of logins often: which ended lately, what a refresh token was renewed into, whose certificate is the newest.
import type { Migration } from '@maru/kit/server/feature.ts';

export const loginMigrations: readonly Migration[] = [
  {
    name: '0230-account-ended',
    sql: `
      CREATE INDEX account_login_ended ON account_login (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX account_member_ended ON account_member (ended_at) WHERE ended_at IS NOT NULL;`,
  },
  {
    name: '0231-account-refresh-successor',
    sql: `
      -- For a moment after its use: the next token, sealed under the used one, which only its bearer has; and who used it.
      ALTER TABLE account_refresh_token
        ADD COLUMN successor bytea,
        ADD COLUMN used_ip text,
        ADD COLUMN used_user_agent text;
      CREATE INDEX account_refresh_token_successor ON account_refresh_token (used_at) WHERE successor IS NOT NULL;`,
  },
  {
    name: '0232-account-certificate-member',
    sql: 'CREATE INDEX account_certificate_member ON account_certificate (member_id, created_at) WHERE member_id IS NOT NULL;',
  },
  {
    // Files of what is kept of a member, asked for by itself (own-data/own-data.ts). file: a name that nobody guesses; NULL = none.
    name: '0401-account-own-data',
    sql: `
      CREATE TABLE account_own_data (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        account integer NOT NULL,
        state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'FAILED')),
        file text,
        bytes bigint NOT NULL DEFAULT 0,
        asked_at timestamptz NOT NULL
      );
      CREATE INDEX account_own_data_newest ON account_own_data (site_id, member_id, id DESC);
      CREATE INDEX account_own_data_files ON account_own_data (asked_at) WHERE file IS NOT NULL;
      CREATE INDEX account_own_data_running ON account_own_data (site_id) WHERE state = 'RUNNING';`,
  },
];
