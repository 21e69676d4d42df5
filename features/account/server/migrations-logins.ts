// What is asked of logins often: which ended lately.
import type { Migration } from '@maru/kit/server/feature.ts';

export const loginMigrations: readonly Migration[] = [
  {
    name: '0230-account-ended',
    sql: `
      CREATE INDEX account_login_ended ON account_login (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX account_member_ended ON account_member (ended_at) WHERE ended_at IS NOT NULL;`,
  },
];
