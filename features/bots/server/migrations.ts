// The table of API keys. The key itself is kept as a hash, its secret encrypted: the row alone signs nothing.
import type { Migration } from '@maru/kit/server/feature.ts';

export const botMigrations: readonly Migration[] = [
  {
    name: '0200-bots-api-key',
    sql: `
CREATE TABLE bots_api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL,
  label text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  shown text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('HMAC', 'ED25519')),
  -- HMAC: nonce, tag and ciphertext under the installation's storage key. ED25519: the public key (DER).
  material bytea NOT NULL,
  scope text NOT NULL CHECK (scope IN ('READ', 'TRADE')),
  addresses text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz
);
CREATE INDEX bots_api_key_member ON bots_api_key (site_id, member_id, id) WHERE revoked_at IS NULL;
`,
  },
];
