-- Inquiries and what was said in them.

CREATE TABLE contact_inquiry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  question text NOT NULL,
  is_answer boolean NOT NULL DEFAULT false,
  is_read boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What it is about, since when it waits, whether it is closed, who has taken it.
  kind text NOT NULL DEFAULT 'OTHER',
  waiting_since timestamptz,
  closed_at timestamptz,
  claimed_by bigint,
  claimed_until timestamptz
);
CREATE INDEX contact_inquiry_member ON contact_inquiry (site_id, member_id, updated_at DESC);
CREATE INDEX contact_inquiry_waiting ON contact_inquiry (site_id, waiting_since) WHERE waiting_since IS NOT NULL;

CREATE TABLE contact_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inquiry_id bigint NOT NULL REFERENCES contact_inquiry (id),
  -- NULL = the member; else the operator who wrote it.
  operator_id bigint,
  content text NOT NULL,
  file_ids text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX contact_entry_inquiry ON contact_entry (inquiry_id, id);

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
CREATE INDEX contact_canned_site ON contact_canned (site_id, id);
