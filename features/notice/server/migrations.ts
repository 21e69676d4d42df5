// Notices and popups; a row without a site is for all sites of the installation.
import type { Migration } from '@maru/kit/server/feature.ts';

export const noticeMigrations: readonly Migration[] = [
  {
    name: '0330-notice',
    sql: `
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
        written_by bigint
      );
      CREATE INDEX notice_notice_site ON notice_notice (site_id, is_pinned DESC, created_at DESC) WHERE is_open AND deleted_at IS NULL;
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
        written_by bigint
      );
      CREATE INDEX notice_popup_site ON notice_popup (site_id, id) WHERE is_show AND deleted_at IS NULL;`,
  },
];
