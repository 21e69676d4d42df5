// Tables of timed rounds: what the engine decided of rounds and bets, the ticks at boundaries, and the chained evidence.
import type { Migration } from '@maru/kit/server/feature.ts';
import { numberMigration } from './admin/find-number.ts';

// Amounts in the smallest unit of the site's BINARY currency, odds in 10^-8, prices in ticks, times in ms. status: 0 in progress.
// ended: 0 by its round, 1 taken back, 2 sold. ticks: what the settlement was given at both boundaries, words of RoundTick.
export const roundsMigrations: readonly Migration[] = [
  {
    name: '0140-rounds',
    sql: `
CREATE TABLE rounds_bet (
  site_id integer NOT NULL,
  account integer NOT NULL,
  bet_id bigint NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  market smallint NOT NULL,
  stake bigint NOT NULL,
  odds bigint NOT NULL,
  placed_seq bigint NOT NULL,
  placed_ms bigint NOT NULL,
  strike bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  ended smallint NOT NULL DEFAULT 0,
  payout bigint,
  settled_seq bigint,
  settled_ms bigint,
  PRIMARY KEY (site_id, account, bet_id)
) WITH (fillfactor = 80);
CREATE INDEX rounds_bet_placed ON rounds_bet (site_id, account, placed_seq);
CREATE INDEX rounds_bet_round ON rounds_bet (site_id, option, ordinal);
CREATE INDEX rounds_bet_option ON rounds_bet (site_id, option, placed_seq);
CREATE TABLE rounds_round (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  opened_seq bigint NOT NULL,
  opened_ms bigint NOT NULL,
  status smallint NOT NULL DEFAULT 0,
  result smallint,
  reason smallint,
  strike bigint,
  close bigint,
  ticks jsonb,
  up bigint NOT NULL DEFAULT 0,
  down bigint NOT NULL DEFAULT 0,
  up_count integer NOT NULL DEFAULT 0,
  down_count integer NOT NULL DEFAULT 0,
  paid bigint,
  settled_seq bigint,
  settled_ms bigint,
  PRIMARY KEY (site_id, option, ordinal)
) WITH (fillfactor = 80);
CREATE INDEX rounds_round_settled ON rounds_round (site_id, settled_seq) WHERE settled_seq IS NOT NULL;
CREATE TABLE rounds_draw (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  commit text NOT NULL,
  seed text,
  entropy text,
  PRIMARY KEY (site_id, option, ordinal)
);

-- No projections: what was seen at the moment, by symbol and for all sites; and the public records.
CREATE TABLE rounds_boundary (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  price bigint,
  tick_id bigint,
  event_ms bigint,
  received_ms bigint,
  before_price bigint,
  is_halted boolean NOT NULL,
  second_price bigint,
  near jsonb NOT NULL,
  PRIMARY KEY (symbol, at_ms)
);
CREATE INDEX rounds_boundary_at ON rounds_boundary (at_ms);
CREATE TABLE rounds_entropy (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  entropy jsonb NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);
CREATE TABLE rounds_evidence (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  number integer NOT NULL,
  ordinal bigint NOT NULL,
  record text NOT NULL,
  hash text NOT NULL,
  previous_hash text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (site_id, option, number),
  UNIQUE (site_id, option, ordinal)
);
CREATE TABLE rounds_day_seed (
  day date PRIMARY KEY,
  sealed text NOT NULL,
  seal text NOT NULL
);
`,
  },
  {
    // No projection: the public value of every cut-off of a power ball, for all sites.
    name: '0146-rounds-draw-moment',
    sql: 'CREATE TABLE rounds_draw_moment (at_ms bigint PRIMARY KEY, hash text NOT NULL, value jsonb NOT NULL);',
  },
  {
    // Bets' ids rise, so they order bets as well as the sequence does, and two indexes fewer are filled for every bet. Each row is
    // rewritten once, by its round's end: half a page of room keeps the new version on the page of the old one, out of every index.
    name: '0149-rounds-bet-indexes',
    sql: `
DROP INDEX rounds_bet_placed, rounds_bet_option, rounds_bet_round;
CREATE INDEX rounds_bet_round ON rounds_bet (site_id, option, ordinal, bet_id);
ALTER TABLE rounds_bet SET (fillfactor = 50);
`,
  },
  numberMigration,
];
