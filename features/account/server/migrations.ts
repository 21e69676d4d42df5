// Tables of members: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const accountMigrations: readonly Migration[] = [
  baseMigration('0003-account-base', import.meta.url, ['base.sql', 'base-desk.sql']),
  {
    name: '0636-account-desk-browser',
    sql: `
-- Browsers that have been at the desk and from which the member logged in; device: the hash of the browser's name there.
CREATE TABLE account_desk_browser (
  member_id bigint NOT NULL REFERENCES account_member (id),
  device text NOT NULL,
  first_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, device)
);
`,
  },
];
