// Mails on their way.
import type { Migration } from '@maru/kit/server/feature.ts';

export const outboxMigrations: readonly Migration[] = [
  {
    name: '0012-outbox',
    sql: `
      CREATE TABLE outbox_letter (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES site_site (id),
        kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
        name text NOT NULL,
        language text NOT NULL CHECK (language IN ('ko', 'en')),
        recipient text NOT NULL,
        -- Erased as soon as the letter has left or was given up: codes do not stay in the database.
        subject text,
        body text,
        created_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        expires_at timestamptz,
        tries integer NOT NULL DEFAULT 0,
        sent_at timestamptz,
        given_up_at timestamptz,
        last_error text
      );
      CREATE INDEX outbox_letter_due ON outbox_letter (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
      CREATE INDEX outbox_letter_created ON outbox_letter (created_at);
      CREATE TABLE outbox_template (
        site_id integer NOT NULL REFERENCES site_site (id),
        name text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
        language text NOT NULL CHECK (language IN ('ko', 'en')),
        subject text NOT NULL DEFAULT '',
        body text NOT NULL CHECK (length(body) BETWEEN 1 AND 4000),
        PRIMARY KEY (site_id, name, kind, language)
      );`,
  },
  {
    // A site's own words are texts of its configuration now: drafted, published and undone with it. No page ever wrote these rows.
    name: '0335-letter-words',
    sql: 'DROP TABLE outbox_template',
  },
  {
    // account: a keyed hash of sender address and carrying account; tested_at: when a code last came back by them.
    name: '0337-sender-test',
    sql: `
      CREATE TABLE outbox_sender_test (
        site_id integer NOT NULL REFERENCES site_site (id),
        kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
        account text NOT NULL,
        code_hash bytea NOT NULL,
        tries integer NOT NULL,
        sent_at timestamptz NOT NULL,
        tested_at timestamptz,
        PRIMARY KEY (site_id, kind)
      );`,
  },
];
