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
  {
    // The desk: what an inquiry is about, since when it waits, who has taken it, whether it is closed; notes and ready answers.
    name: '0321-contact-desk',
    sql: `
      ALTER TABLE contact_inquiry
        ADD COLUMN kind text NOT NULL DEFAULT 'OTHER',
        ADD COLUMN waiting_since timestamptz,
        ADD COLUMN closed_at timestamptz,
        ADD COLUMN claimed_by bigint,
        ADD COLUMN claimed_until timestamptz;
      UPDATE contact_inquiry SET waiting_since = updated_at WHERE NOT is_answer;
      DROP INDEX contact_inquiry_waiting;
      CREATE INDEX contact_inquiry_waiting ON contact_inquiry (site_id, waiting_since) WHERE waiting_since IS NOT NULL;
      CREATE TABLE contact_note (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        inquiry_id bigint NOT NULL REFERENCES contact_inquiry (id),
        operator_id bigint NOT NULL,
        content text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX contact_note_inquiry ON contact_note (inquiry_id, id);
      CREATE TABLE contact_canned (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        title text NOT NULL,
        content_ko text NOT NULL,
        content_en text NOT NULL,
        created_at timestamptz NOT NULL,
        written_by bigint
      );
      CREATE INDEX contact_canned_site ON contact_canned (site_id, id);`,
  },
];
