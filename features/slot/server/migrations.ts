// Tables of the slot: the installation's secret, each member's seeds, and the spins as the engine told them.
import type { Migration } from '@maru/kit/server/feature.ts';

// Amounts in the smallest unit of the site's BINARY currency.
export const slotMigrations: readonly Migration[] = [
  {
    name: '0150-slot',
    sql: `
CREATE TABLE slot_secret (
  id smallint PRIMARY KEY CHECK (id = 1),
  sealed text NOT NULL
);
-- The member's own seed for each of the server's; the one with the highest serial is in use.
CREATE TABLE slot_seed (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  client_seed text NOT NULL,
  PRIMARY KEY (site_id, account, serial)
);
CREATE TABLE slot_shown (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  seed text NOT NULL,
  PRIMARY KEY (site_id, account, serial)
);
CREATE TABLE slot_spin (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  nonce bigint NOT NULL,
  game smallint NOT NULL,
  stake bigint NOT NULL,
  payout bigint NOT NULL,
  reels integer NOT NULL,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, serial, nonce)
);
CREATE INDEX slot_spin_newest ON slot_spin (site_id, account, seq);
`,
  },
];
