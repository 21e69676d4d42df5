-- Tables of sites: one row a site, its whole configuration as one document; what was drafted, published, confirmed and agreed to of it.

CREATE SEQUENCE site_version;
CREATE TABLE site_site (
  id integer PRIMARY KEY CHECK (id > 0 AND id < 8192),
  code text NOT NULL CHECK (code ~ '^[a-z0-9-]{1,32}$'),
  config jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A change is seen by its number, whoever makes it: the back office, or an operator's own SQL.
  version bigint NOT NULL DEFAULT nextval('site_version'),
  -- opened_at null: being prepared, its hosts lead nowhere. created_by: an operator made it; null: a seed, or the machine's owner by SQL.
  opened_at timestamptz DEFAULT now(),
  created_by bigint,
  -- False: a row from before demo money was a field, which nobody has decided about. A demo sets it at its next start, once.
  demo_decided boolean NOT NULL DEFAULT true,
  -- given_up_at: it never opened and never will. The row stays, so that its number is not given again; its code may be another's.
  given_up_at timestamptz,
  given_up_by bigint,
  given_up_reason text,
  CONSTRAINT site_site_given_up CHECK (given_up_at IS NULL OR opened_at IS NULL)
);
CREATE UNIQUE INDEX site_site_code ON site_site (code) WHERE given_up_at IS NULL;
CREATE FUNCTION site_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.version := nextval('site_version');
          NEW.updated_at := now();
          RETURN NEW;
        END $$;
CREATE TRIGGER site_site_changed BEFORE UPDATE ON site_site FOR EACH ROW EXECUTE FUNCTION site_site_changed();

CREATE TABLE site_edition (
  site_id integer NOT NULL REFERENCES site_site (id),
  edition integer NOT NULL,
  config jsonb NOT NULL,
  published_by bigint,
  published_at timestamptz NOT NULL,
  -- Who agreed to it besides its operator: what two persons decided is where the next day's changes are judged from.
  agreed_by bigint,
  PRIMARY KEY (site_id, edition)
);

-- A draft is its operator's own, and holds the changed fields alone: what another publishes meanwhile is not undone by it.
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
);

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
);

-- Apart from the configuration, which is drafted, kept as editions and partly public.
CREATE TABLE site_provider (
  site_id integer NOT NULL REFERENCES site_site (id),
  kind text NOT NULL CHECK (kind IN ('mail', 'sms', 'nice', 'slot-game')),
  settings jsonb NOT NULL,
  secret bytea NOT NULL,
  changed_by bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, kind)
);

CREATE TABLE site_host_seen (
  site_id integer NOT NULL REFERENCES site_site (id),
  host text NOT NULL,
  seen_at timestamptz NOT NULL,
  -- What a former release noted (a request with the host's name) proves nothing. fault null with proven_at: the last try led here.
  proven_at timestamptz,
  fault text,
  fault_detail text,
  PRIMARY KEY (site_id, host)
);

-- Counts for what was confirmed (its hash) and no longer than that stands.
CREATE TABLE site_confirmation (
  site_id integer NOT NULL REFERENCES site_site (id),
  item text NOT NULL,
  hash text NOT NULL,
  confirmed_by bigint NOT NULL,
  confirmed_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, item)
);
