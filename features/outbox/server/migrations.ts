// Tables of mails and SMS messages: the base, and each step since.
import { baseMigration } from '@maru/kit/server/base-migration.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

export const outboxMigrations: readonly Migration[] = [
  baseMigration('0005-outbox-base', import.meta.url),
  {
    // By the words of the glossary.
    name: '0562-outbox-message',
    sql: `
ALTER TABLE outbox_letter RENAME TO outbox_message;
ALTER TABLE outbox_message RENAME CONSTRAINT outbox_letter_kind_check TO outbox_message_kind_check;
ALTER TABLE outbox_message RENAME CONSTRAINT outbox_letter_language_check TO outbox_message_language_check;
ALTER TABLE outbox_message RENAME CONSTRAINT outbox_letter_site_id_fkey TO outbox_message_site_id_fkey;
ALTER INDEX outbox_letter_pkey RENAME TO outbox_message_pkey;
ALTER INDEX outbox_letter_due RENAME TO outbox_message_due;
ALTER INDEX outbox_letter_created RENAME TO outbox_message_created;
ALTER SEQUENCE outbox_letter_id_seq RENAME TO outbox_message_id_seq;
`,
  },
];
