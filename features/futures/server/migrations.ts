// Tables of the futures projections. Keys begin with the member's account, so that updates and histories read one stretch of an index.
import { exposureChangeMigration, exposureMigration } from './desk/exposure-rows.ts';
import { numberMigration } from './desk/find-number.ts';
import { twapMigrations } from './twap/migrations.ts';
import type { Migration } from '@maru/kit/server/feature.ts';

// Units as in engine/wire/event.ts: ticks, lots, micro-USDT, ms. filled_cost is ticks x lots; costs of positions are in cost units.
export const futuresMigrations: readonly Migration[] = [
  {
    name: '0100-futures-history',
    sql: `
CREATE TABLE futures_order (
  site_id integer NOT NULL,
  account integer NOT NULL,
  order_id bigint NOT NULL,
  symbol smallint NOT NULL,
  flags smallint NOT NULL,
  price bigint NOT NULL,
  lots bigint NOT NULL,
  filled_lots bigint NOT NULL,
  filled_cost bigint NOT NULL,
  reserved bigint NOT NULL,
  client_order_id text,
  placed_seq bigint NOT NULL,
  placed_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  closed_seq bigint,
  end_reason smallint,
  PRIMARY KEY (site_id, account, order_id)
) WITH (fillfactor = 85);

CREATE TABLE futures_fill (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  order_id bigint NOT NULL,
  symbol smallint NOT NULL,
  flags smallint NOT NULL,
  role smallint NOT NULL,
  price bigint NOT NULL,
  lots bigint NOT NULL,
  fee bigint NOT NULL,
  realized_pnl bigint NOT NULL,
  trade_id bigint NOT NULL,
  position_id bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);

CREATE TABLE futures_position (
  site_id integer NOT NULL,
  account integer NOT NULL,
  position_id bigint NOT NULL,
  symbol smallint NOT NULL,
  position_side smallint NOT NULL,
  margin_type smallint NOT NULL,
  leverage smallint NOT NULL,
  lots bigint NOT NULL,
  entry_cost numeric(40) NOT NULL,
  isolated_wallet bigint NOT NULL,
  realized_pnl bigint NOT NULL,
  fees_paid bigint NOT NULL,
  opened_seq bigint NOT NULL,
  opened_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  closed_seq bigint,
  closed_ms bigint,
  closed_lots bigint,
  entry_cost_total numeric(40),
  exit_cost numeric(40),
  end_reason smallint,
  PRIMARY KEY (site_id, account, position_id)
) WITH (fillfactor = 70);
CREATE INDEX futures_position_closed ON futures_position (site_id, account, closed_seq) WHERE closed_seq IS NOT NULL;
`,
  },
  {
    // How an order stood at an earlier sequence, for requests that are repeated: rare, so apart from the order's own row.
    name: '0101-futures-amendment',
    sql: `
ALTER TABLE futures_order ADD COLUMN placed_price bigint, ADD COLUMN placed_lots bigint;
CREATE TABLE futures_amendment (
  site_id integer NOT NULL,
  account integer NOT NULL,
  order_id bigint NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  price bigint NOT NULL,
  lots bigint NOT NULL,
  reserved bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, order_id, seq, idx)
);
`,
  },
  {
    // Order ids name slots of the book and do not grow with time; histories go by the sequence of placing, which never changes.
    name: '0102-futures-order-history',
    sql: 'CREATE INDEX futures_order_placed ON futures_order (site_id, account, placed_seq, order_id);',
  },
  {
    // What explanations and histories look up; a refusal is found again by its sequence or by the key it was sent with.
    name: '0103-futures-facts',
    sql: `
CREATE TABLE futures_funding (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  symbol smallint NOT NULL,
  time_ms bigint NOT NULL,
  position_id bigint NOT NULL,
  position_side smallint NOT NULL,
  lots bigint NOT NULL,
  mark bigint NOT NULL,
  rate bigint NOT NULL,
  funding_ms bigint NOT NULL,
  amount bigint NOT NULL,
  collected bigint NOT NULL,
  debt bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);
CREATE TABLE futures_liquidation (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  symbol smallint NOT NULL,
  time_ms bigint NOT NULL,
  stage smallint NOT NULL,
  position_id bigint NOT NULL,
  lots bigint NOT NULL,
  price bigint NOT NULL,
  fee bigint NOT NULL,
  equity bigint NOT NULL,
  maintenance bigint NOT NULL,
  bankruptcy_price bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);
CREATE TABLE futures_rejection (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  symbol smallint NOT NULL,
  time_ms bigint NOT NULL,
  code smallint NOT NULL,
  limit_figure bigint NOT NULL,
  offered_figure bigint NOT NULL,
  command smallint NOT NULL,
  key_hi bigint NOT NULL,
  key_lo bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);
CREATE INDEX futures_rejection_key ON futures_rejection (site_id, account, key_hi, key_lo) WHERE key_hi <> 0 OR key_lo <> 0;
ALTER TABLE futures_order ALTER COLUMN flags TYPE integer;
ALTER TABLE futures_fill ALTER COLUMN flags TYPE integer;
`,
  },
  {
    // Few orders wait for a price or carry TP/SL, so what only they have stands apart from the row of every order. armed_*: as it first
    // waited; placed_*: before any amendment; stop_price, callback_rate: now.
    name: '0104-futures-order-terms',
    sql: `
CREATE TABLE futures_order_terms (
  site_id integer NOT NULL,
  account integer NOT NULL,
  order_id bigint NOT NULL,
  armed_flags integer,
  armed_price bigint,
  armed_lots bigint,
  armed_reserved bigint,
  placed_stop bigint,
  placed_callback bigint,
  stop_price bigint,
  callback_rate bigint,
  take_profit bigint,
  stop_loss bigint,
  parent_id bigint,
  fired_seq bigint,
  fired_ms bigint,
  working_price bigint,
  reason smallint,
  PRIMARY KEY (site_id, account, order_id)
);
CREATE INDEX futures_order_terms_parent ON futures_order_terms (site_id, account, parent_id) WHERE parent_id > 0;
ALTER TABLE futures_amendment ADD COLUMN stop_price bigint NOT NULL DEFAULT 0, ADD COLUMN callback_rate bigint NOT NULL DEFAULT 0;
ALTER TABLE futures_position ADD COLUMN funding_paid bigint;
CREATE INDEX futures_order_client ON futures_order (site_id, account, client_order_id) WHERE client_order_id IS NOT NULL;
`,
  },
  {
    // take_profit, stop_loss and their limits: now; attached_seq: the command that set them last, where it was not the order's own.
    // futures_answer is no projection: answers that rows cannot tell again, by the command that they answered.
    name: '0105-futures-tpsl-and-answers',
    sql: `
ALTER TABLE futures_order_terms ADD COLUMN take_limit bigint, ADD COLUMN loss_limit bigint, ADD COLUMN attached_seq bigint;
CREATE TABLE futures_answer (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  answer text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (site_id, account, seq)
);
CREATE INDEX futures_answer_at ON futures_answer (at);
`,
  },
  {
    // Whom of a site operators find by "has a position".
    name: '0109-futures-open-position',
    sql: 'CREATE INDEX futures_position_open ON futures_position (site_id, account) WHERE closed_seq IS NULL;',
  },
  {
    // What operators want of a site's trading, and the switch as it was set last: no projection, the site's products have a say in it.
    name: '0114-futures-trading-wish',
    sql: 'CREATE TABLE futures_trading_wish (site_id integer PRIMARY KEY, trading text NOT NULL, bits integer NOT NULL);',
  },
  {
    // Set by operators; kept by the gateway, so no projection.
    name: '0116-futures-leverage-limit',
    sql: `CREATE TABLE futures_leverage_limit (site_id integer NOT NULL, account integer NOT NULL, leverage smallint NOT NULL,
      PRIMARY KEY (site_id, account));`,
  },
  {
    // What the insurance fund took of a position's sales (rules 9.5); the fee of a close in the book was not noted before.
    name: '0170-futures-clearance',
    sql: `ALTER TABLE futures_position ADD COLUMN clearance_paid bigint NOT NULL DEFAULT 0;
UPDATE futures_position p SET clearance_paid = l.fee
FROM (SELECT site_id, account, position_id, sum(fee)::bigint AS fee FROM futures_liquidation WHERE fee > 0 GROUP BY 1, 2, 3) l
WHERE p.site_id = l.site_id AND p.account = l.account AND p.position_id = l.position_id;`,
  },
  {
    // Winners that were closed were told as delisted ones were (closed-end.ts).
    name: '0171-futures-deleveraged',
    sql: `UPDATE futures_position p SET end_reason = 4 FROM futures_fill f
WHERE p.end_reason = 3 AND f.site_id = p.site_id AND f.account = p.account AND f.seq = p.closed_seq AND f.position_id = p.position_id AND f.role = 3;`,
  },
  exposureMigration,
  exposureChangeMigration,
  ...twapMigrations,
  numberMigration,
];
