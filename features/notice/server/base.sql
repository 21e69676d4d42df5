-- Notices, popups and what members found helpful; a row without a site is for all sites of the installation.

-- One table for all boards; drafts beside what is public.
CREATE TABLE notice_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  category text NOT NULL,
  title_ko text NOT NULL,
  title_en text NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  is_pinned boolean NOT NULL DEFAULT false,
  is_open boolean NOT NULL DEFAULT false,
  views integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  written_by bigint,
  board text NOT NULL DEFAULT 'notice',
  sort_order integer NOT NULL DEFAULT 0,
  -- Shown from and until.
  start_at timestamptz,
  end_at timestamptz,
  -- When an event runs.
  event_from timestamptz,
  event_until timestamptz,
  file_ids text[] NOT NULL DEFAULT '{}',
  -- What was written and is not public yet.
  draft jsonb,
  published_at timestamptz
);
CREATE INDEX notice_notice_board ON notice_notice (site_id, board, is_pinned DESC, sort_order) WHERE is_open AND deleted_at IS NULL;

CREATE TABLE notice_popup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer REFERENCES site_site (id),
  type integer NOT NULL CHECK (type IN (1, 2)),
  title_ko text NOT NULL,
  title_en text NOT NULL,
  content_ko text NOT NULL,
  content_en text NOT NULL,
  link text,
  width integer NOT NULL,
  is_show boolean NOT NULL DEFAULT false,
  is_realtime boolean NOT NULL DEFAULT false,
  start_at timestamptz,
  end_at timestamptz,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  written_by bigint,
  sort_order integer NOT NULL DEFAULT 0,
  draft jsonb,
  sent_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notice_popup_site ON notice_popup (site_id, id) WHERE is_show AND deleted_at IS NULL;

CREATE TABLE notice_vote (
  content_id bigint NOT NULL REFERENCES notice_notice (id),
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  is_helpful boolean NOT NULL,
  PRIMARY KEY (content_id, site_id, member_id)
);
