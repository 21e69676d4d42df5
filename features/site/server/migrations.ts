// Tables of sites: one row a site, its whole configuration as one document.
import type { Migration } from '@maru/kit/server/feature.ts';

export const siteMigrations: readonly Migration[] = [
  {
    name: '0010-site',
    sql: `
      CREATE TABLE site_site (
        id integer PRIMARY KEY CHECK (id > 0 AND id < 8192),
        code text NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9-]{1,32}$'),
        config jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );`,
  },
  {
    // A change is seen by its number, whoever makes it: the back office, or an operator's own SQL.
    name: '0011-site-version',
    sql: `
      CREATE SEQUENCE site_version;
      ALTER TABLE site_site ADD COLUMN version bigint NOT NULL DEFAULT nextval('site_version');
      CREATE FUNCTION site_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.version := nextval('site_version');
          NEW.updated_at := now();
          RETURN NEW;
        END $$;
      CREATE TRIGGER site_site_changed BEFORE UPDATE ON site_site FOR EACH ROW EXECUTE FUNCTION site_site_changed();`,
  },
  {
    name: '0012-site-edition',
    sql: `
      CREATE TABLE site_draft (
        site_id integer PRIMARY KEY REFERENCES site_site (id),
        config jsonb NOT NULL,
        saved_by bigint NOT NULL,
        saved_at timestamptz NOT NULL
      );
      CREATE TABLE site_edition (
        site_id integer NOT NULL REFERENCES site_site (id),
        edition integer NOT NULL,
        config jsonb NOT NULL,
        published_by bigint,
        published_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, edition)
      );`,
  },
  {
    // A draft is its operator's own, and holds the changed fields alone: what another publishes meanwhile is not undone by it.
    name: '0013-site-draft-own',
    sql: `
      DROP TABLE site_draft;
      CREATE TABLE site_draft (
        site_id integer NOT NULL REFERENCES site_site (id),
        operator_id bigint NOT NULL,
        changes jsonb NOT NULL,
        saved_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, operator_id)
      );
      CREATE TABLE site_media (
        site_id integer NOT NULL REFERENCES site_site (id),
        name text NOT NULL CHECK (name ~ '^[A-Za-z0-9_.-]{8,60}$'),
        type text NOT NULL,
        bytes bytea NOT NULL,
        created_by bigint NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, name)
      );`,
  },
  {
    name: '0014-site-document',
    sql: `
      CREATE TABLE site_document (
        site_id integer NOT NULL REFERENCES site_site (id),
        kind text NOT NULL CHECK (kind IN ('service', 'privacy', 'risk', 'marketing')),
        version integer NOT NULL CHECK (version > 0),
        language text NOT NULL CHECK (language IN ('ko', 'en')),
        title text NOT NULL,
        body text NOT NULL,
        effective_at timestamptz NOT NULL,
        needs_consent boolean NOT NULL,
        published_by bigint,
        published_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, kind, version, language)
      );
      CREATE TABLE site_agreement (
        site_id integer NOT NULL,
        member_id bigint NOT NULL,
        kind text NOT NULL,
        version integer NOT NULL,
        agreed_at timestamptz NOT NULL,
        ip text NOT NULL,
        PRIMARY KEY (site_id, member_id, kind, version)
      );`,
  },
  {
    // Apart from the configuration, which is drafted, kept as editions and partly public.
    name: '0015-site-provider',
    sql: `
      CREATE TABLE site_provider (
        site_id integer NOT NULL REFERENCES site_site (id),
        kind text NOT NULL CHECK (kind IN ('mail', 'sms', 'nice')),
        settings jsonb NOT NULL,
        secret bytea NOT NULL,
        changed_by bigint NOT NULL,
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, kind)
      );`,
  },
  {
    name: '0016-site-provider-games',
    sql: `
      ALTER TABLE site_provider DROP CONSTRAINT site_provider_kind_check;
      ALTER TABLE site_provider ADD CONSTRAINT site_provider_kind_check CHECK (kind IN ('mail', 'sms', 'nice', 'slot-game'));`,
  },
  {
    // Who agreed to it besides its operator: what two persons decided is where the next day's changes are judged from.
    name: '0210-site-edition-agreed',
    sql: 'ALTER TABLE site_edition ADD COLUMN agreed_by bigint;',
  },
  {
    // opened_at null: being prepared, its hosts lead nowhere. created_by: an operator made it; null: a seed, or the machine's owner by SQL.
    // A confirmation counts for what was confirmed (its hash) and no longer than that stands.
    name: '0290-site-launch',
    sql: `
      ALTER TABLE site_site ADD COLUMN opened_at timestamptz DEFAULT now();
      ALTER TABLE site_site ADD COLUMN created_by bigint;
      CREATE TABLE site_host_seen (
        site_id integer NOT NULL REFERENCES site_site (id),
        host text NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, host)
      );
      CREATE TABLE site_confirmation (
        site_id integer NOT NULL REFERENCES site_site (id),
        item text NOT NULL,
        hash text NOT NULL,
        confirmed_by bigint NOT NULL,
        confirmed_at timestamptz NOT NULL,
        PRIMARY KEY (site_id, item)
      );`,
  },
  {
    // False: a row from before demo money was a field, which nobody has decided about. A demo sets it at its next start, once.
    name: '0453-site-demo-money',
    sql: `
      ALTER TABLE site_site ADD COLUMN demo_decided boolean NOT NULL DEFAULT true;
      UPDATE site_site s SET demo_decided = false WHERE NOT config ? 'demoMoney'
        AND NOT EXISTS (SELECT 1 FROM site_edition e WHERE e.site_id = s.id AND e.config ? 'demoMoney');`,
  },
  {
    // given_up_at: it never opened and never will. The row stays, so that its number is not given again; its code may be another's.
    name: '0460-site-given-up',
    sql: `
      ALTER TABLE site_site ADD COLUMN given_up_at timestamptz, ADD COLUMN given_up_by bigint, ADD COLUMN given_up_reason text,
        ADD CONSTRAINT site_site_given_up CHECK (given_up_at IS NULL OR opened_at IS NULL);
      ALTER TABLE site_site DROP CONSTRAINT site_site_code_key;
      CREATE UNIQUE INDEX site_site_code ON site_site (code) WHERE given_up_at IS NULL;`,
  },
  {
    // What a former release noted (a request with the host's name) proves nothing. fault null with proven_at: the last try led here.
    name: '0476-site-host-proof',
    sql: 'ALTER TABLE site_host_seen ADD COLUMN proven_at timestamptz, ADD COLUMN fault text, ADD COLUMN fault_detail text;',
  },
];
