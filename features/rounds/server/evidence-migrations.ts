// What the evidence of rounds keeps beside the rounds themselves: when betting closed, what a bet was sold at, the heads of each day.
import type { Migration } from '@maru/kit/server/feature.ts';

export const evidenceMigrations: readonly Migration[] = [
  {
    name: '0141-rounds-evidence-bets',
    sql: `
ALTER TABLE rounds_round ADD COLUMN closes_ms bigint;
ALTER TABLE rounds_bet ADD COLUMN sold_price bigint;
`,
  },
  {
    name: '0142-rounds-day-head',
    sql: `
ALTER TABLE rounds_evidence ADD COLUMN settled_ms bigint;
UPDATE rounds_evidence SET settled_ms = (record::jsonb ->> 'settledAt')::bigint;
ALTER TABLE rounds_evidence ALTER COLUMN settled_ms SET NOT NULL;
CREATE INDEX rounds_evidence_settled ON rounds_evidence (site_id, settled_ms);
CREATE TABLE rounds_day_head (
  site_id integer NOT NULL,
  number integer NOT NULL,
  day date NOT NULL,
  record text NOT NULL,
  hash text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (site_id, number),
  UNIQUE (site_id, day)
);
`,
  },
  {
    name: '0143-rounds-draw-plan',
    sql: `
CREATE TABLE rounds_draw_plan (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  plan jsonb NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);
`,
  },
  {
    // No projection: by symbol and for all sites, as rounds_boundary.
    name: '0144-rounds-signed-price',
    sql: `
CREATE TABLE rounds_signed_price (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  feed text NOT NULL,
  signer_set text NOT NULL,
  publish_ms bigint NOT NULL,
  update text NOT NULL,
  PRIMARY KEY (symbol, at_ms)
);
`,
  },
  {
    // The terms that a round's first bet found (RoundFlag bits; 10^-8). Null: it opened before the engine told them, its record is or
    // will be of rule version 1, by the option's terms at its settlement; so were all that have a record by now.
    name: '0153-rounds-terms',
    sql: `
ALTER TABLE rounds_round ADD COLUMN flags integer, ADD COLUMN sale_fee bigint, ADD COLUMN sale_volatility bigint;
`,
  },
  {
    // Of the installation; sealed: the private key under its storage key. Days that were told before have no signature.
    name: '0154-rounds-day-key',
    sql: `
CREATE TABLE rounds_day_key (
  number integer PRIMARY KEY,
  public_key text NOT NULL UNIQUE,
  since_ms bigint NOT NULL,
  signature text NOT NULL,
  is_first boolean NOT NULL,
  sealed text NOT NULL
);
ALTER TABLE rounds_day_head ADD COLUMN signature text, ADD COLUMN key integer;
`,
  },
  {
    // rounds_waiting: settled rounds without a record, so that nobody looks for them among all rounds there ever were. A projection; the
    // writer of records takes rows out (evidence-store.ts). Engine time never falls, so moments order rounds and records as sequences do.
    name: '0155-rounds-waiting',
    sql: `
CREATE TABLE rounds_waiting (
  site_id integer NOT NULL,
  option smallint NOT NULL,
  ordinal bigint NOT NULL,
  settled_seq bigint NOT NULL,
  settled_ms bigint NOT NULL,
  PRIMARY KEY (site_id, option, ordinal)
);
INSERT INTO rounds_waiting SELECT site_id, option, ordinal, settled_seq, settled_ms FROM rounds_round r WHERE settled_seq IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM rounds_evidence e WHERE e.site_id = r.site_id AND e.option = r.option AND e.ordinal = r.ordinal);
CREATE INDEX rounds_waiting_first ON rounds_waiting (site_id, settled_seq, option);
CREATE INDEX rounds_waiting_before ON rounds_waiting (site_id, option, settled_seq);
CREATE INDEX rounds_evidence_moment ON rounds_evidence (site_id, option, settled_ms, number);
CREATE INDEX rounds_round_newest ON rounds_round (site_id, opened_ms, opened_seq);
CREATE INDEX rounds_round_of_option ON rounds_round (site_id, option, opened_ms, opened_seq);
CREATE INDEX rounds_round_unpaid ON rounds_round (site_id, option, ordinal) WHERE paid IS NULL;
`,
  },
  {
    // Null: no public value came in time, draws of that cut-off that nobody bet on are void.
    name: '0157-rounds-draw-moment-void',
    sql: 'ALTER TABLE rounds_draw_moment ALTER COLUMN hash DROP NOT NULL, ALTER COLUMN value DROP NOT NULL;',
  },
  {
    // What a signed update says, beside it: its price in units of 10^exponent. Null: kept before.
    name: '0158-rounds-signed-price-figure',
    sql: 'ALTER TABLE rounds_signed_price ADD COLUMN price text, ADD COLUMN confidence text, ADD COLUMN exponent smallint;',
  },
  {
    // Of a cut-off that is not decided yet: the latest end of a round that it is of, so that a restart goes on waiting. Null: decided.
    name: '0163-rounds-draw-moment-open',
    sql: `
ALTER TABLE rounds_draw_moment ADD COLUMN end_ms bigint;
CREATE INDEX rounds_draw_moment_open ON rounds_draw_moment (at_ms) WHERE end_ms IS NOT NULL;
`,
  },
  {
    // A member's bets of one kind are found however rare; its columns never change, so a bet's end still stays out of every index. And the
    // few rounds that took longer to settle than a round does: the server stood still.
    name: '0164-rounds-bet-kinds',
    sql: `
CREATE INDEX rounds_bet_kind ON rounds_bet (site_id, account, option, market, bet_id);
CREATE INDEX rounds_round_late ON rounds_round (site_id, settled_ms) INCLUDE (opened_ms) WHERE settled_ms - opened_ms > 604800000;
`,
  },
];
