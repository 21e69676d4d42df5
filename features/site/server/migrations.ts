// Tables of sites: one row a site, its whole configuration as one document.
import type { Migration } from '@maru/kit/server/feature.ts';

export const siteMigrations: readonly Migration[] = [
  {
    name: '0010-site',
    sql: `
      CREATE TABLE site_site (
        id integer PRIMARY KEY CHECK (id > 0 AND id < 8192),
        code text NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9-]{1,32}$'),
        config jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );`,
  },
];
