-- Partners, each below another or none.

CREATE TABLE partner_partner (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  code text NOT NULL CHECK (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  name text NOT NULL,
  level integer NOT NULL DEFAULT 1,
  parent_id bigint REFERENCES partner_partner (id),
  status text NOT NULL DEFAULT 'ACTIVE',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX partner_code ON partner_partner (site_id, lower(code));
