// The table of messages; a deleted one stays for the operator's eyes until its days are over.
import type { Migration } from '@maru/kit/server/feature.ts';

export const messageMigrations: readonly Migration[] = [
  {
    name: '0300-message',
    sql: `
      CREATE TABLE message_message (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        member_id bigint NOT NULL REFERENCES account_member (id),
        kind text NOT NULL,
        title_ko text NOT NULL,
        title_en text NOT NULL,
        content_ko text NOT NULL,
        content_en text NOT NULL,
        link text,
        created_at timestamptz NOT NULL,
        read_at timestamptz,
        deleted_at timestamptz,
        -- The operator who sent it; NULL = the house itself.
        sent_by bigint REFERENCES account_member (id)
      );
      CREATE INDEX message_message_member ON message_message (site_id, member_id, id DESC) WHERE deleted_at IS NULL;
      CREATE INDEX message_message_unread ON message_message (site_id, member_id) WHERE read_at IS NULL AND deleted_at IS NULL;
      CREATE INDEX message_message_created ON message_message (created_at);`,
  },
];
