-- Mails and SMS messages on their way, and when each way out was tested last.

CREATE TABLE outbox_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
  name text NOT NULL,
  language text NOT NULL CHECK (language IN ('ko', 'en')),
  recipient text NOT NULL,
  -- Erased as soon as the message has left or was given up: codes do not stay in the database.
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

-- account: a keyed hash of sender address and carrying account; tested_at: when a code last came back by them.
CREATE TABLE outbox_sender_test (
  site_id integer NOT NULL REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('MAIL', 'SMS')),
  account text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL,
  sent_at timestamptz NOT NULL,
  tested_at timestamptz,
  PRIMARY KEY (site_id, kind)
);
