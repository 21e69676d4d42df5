-- Messages to members, the sendings they came by, and templates; a deleted message stays for operators until its days are over.

CREATE TABLE message_send (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  audience text NOT NULL,
  partner_code text,
  -- Of NAMES and IDS; the others are walked by member id.
  member_ids bigint[],
  kind text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  link text,
  is_urgent boolean NOT NULL DEFAULT false,
  reason text,
  total integer NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  -- Members up to this id have it.
  done_until bigint NOT NULL DEFAULT 0,
  -- Whoever joined after the sending was made is not meant.
  last_member bigint NOT NULL,
  sent_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX message_send_site ON message_send (site_id, id DESC);
CREATE INDEX message_send_running ON message_send (id) WHERE finished_at IS NULL;

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
  -- The operator who sent it; NULL = the site itself.
  sent_by bigint,
  send_id bigint REFERENCES message_send (id)
);
CREATE INDEX message_message_member ON message_message (site_id, member_id, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX message_message_unread ON message_message (site_id, member_id) WHERE read_at IS NULL AND deleted_at IS NULL;
CREATE INDEX message_message_created ON message_message (created_at);
CREATE INDEX message_message_send ON message_message (send_id) WHERE send_id IS NOT NULL;

CREATE TABLE message_template (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  name text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  title_en text NOT NULL,
  content text NOT NULL,
  content_en text NOT NULL,
  link text,
  created_at timestamptz NOT NULL
);
CREATE INDEX message_template_site ON message_template (site_id, id);
