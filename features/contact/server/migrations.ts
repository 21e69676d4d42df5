// Inquiries and what was said in them.
import type { Migration } from '@maru/kit/server/feature.ts';

export const contactMigrations: readonly Migration[] = [
  {
    name: '0320-contact',
    sql: `
      CREATE TABLE contact_inquiry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        question text NOT NULL,
        is_answer boolean NOT NULL DEFAULT false,
        is_read boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX contact_inquiry_member ON contact_inquiry (site_id, member_id, updated_at DESC);
      CREATE INDEX contact_inquiry_waiting ON contact_inquiry (site_id, updated_at) WHERE NOT is_answer;
      CREATE TABLE contact_entry (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        inquiry_id bigint NOT NULL REFERENCES contact_inquiry (id),
        -- NULL = the member; else the operator who wrote it.
        operator_id bigint,
        content text NOT NULL,
        file_ids text[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL
      );
      CREATE INDEX contact_entry_inquiry ON contact_entry (inquiry_id, id);`,
  },
];
