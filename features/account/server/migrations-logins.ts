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
];
