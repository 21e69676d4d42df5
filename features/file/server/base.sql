-- What is known of each file; the bytes lie in the store under the same id.

CREATE TABLE file_file (
  id text PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  owner_id bigint NOT NULL,
  -- The other person who may see it, once it hangs somewhere.
  viewer_id bigint,
  is_public boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  width integer,
  height integer,
  created_at timestamptz NOT NULL,
  attached_at timestamptz,
  -- Operators are numbered apart from members: whose number the owner's is.
  is_operators boolean NOT NULL DEFAULT false
);
CREATE INDEX file_file_owner ON file_file (site_id, owner_id, created_at);
CREATE INDEX file_file_loose ON file_file (created_at) WHERE attached_at IS NULL;
CREATE INDEX file_file_site ON file_file (site_id, created_at DESC);
