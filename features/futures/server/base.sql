-- Tables of the futures projections, and what the gateway keeps beside them. Keys begin with the member's account, so that updates and
-- histories read one stretch of an index. Units as in engine/wire/event.ts: ticks, lots, micro-USDT, ms. filled_cost is ticks x lots; costs of
-- positions are in cost units.

CREATE TABLE futures_order (
  site_id integer NOT NULL,
  account integer NOT NULL,
  order_id bigint NOT NULL,
  symbol smallint NOT NULL,
  flags integer NOT NULL,
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
  placed_price bigint,
  placed_lots bigint,
  PRIMARY KEY (site_id, account, order_id)
) WITH (fillfactor = 85);
-- Order ids name slots of the book and do not grow with time; histories go by the sequence of placing, which never changes.
CREATE INDEX futures_order_placed ON futures_order (site_id, account, placed_seq, order_id);
CREATE INDEX futures_order_client ON futures_order (site_id, account, client_order_id) WHERE client_order_id IS NOT NULL;
-- An order's number names a slot of the book and rises with no time, so nothing coarser finds it: a Bloom filter of each megabyte took
-- 20 to 60 ms where this takes one, for as much log of writes.
CREATE INDEX futures_order_number ON futures_order (order_id);

CREATE TABLE futures_fill (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  order_id bigint NOT NULL,
  symbol smallint NOT NULL,
  flags integer NOT NULL,
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
  funding_paid bigint,
  -- What the insurance fund took of its sales (rules 9.5).
  clearance_paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, account, position_id)
) WITH (fillfactor = 70);
CREATE INDEX futures_position_closed ON futures_position (site_id, account, closed_seq) WHERE closed_seq IS NOT NULL;
-- Whom of a site operators find by "has a position".
CREATE INDEX futures_position_open ON futures_position (site_id, account) WHERE closed_seq IS NULL;
-- A position's number rises as they come: a few bytes a range of pages.
CREATE INDEX futures_position_number ON futures_position USING brin (position_id int8_minmax_multi_ops)
  WITH (pages_per_range = 32, autosummarize = on);

-- How an order stood at an earlier sequence, for requests that are repeated: rare, so apart from the order's own row.
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
  stop_price bigint NOT NULL DEFAULT 0,
  callback_rate bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, account, order_id, seq, idx)
);

-- What explanations and histories look up.
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

-- Found again by its sequence or by the key it was sent with.
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

-- Few orders wait for a price or carry TP/SL, so what only they have stands apart from the row of every order.
-- armed_*: as it first waited; placed_*: before any amendment; stop_price, callback_rate: now.
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
  -- take_profit, stop_loss and their limits: now; attached_seq: the command that set them last, where it was not
  -- the order's own.
  take_limit bigint,
  loss_limit bigint,
  attached_seq bigint,
  PRIMARY KEY (site_id, account, order_id)
);
CREATE INDEX futures_order_terms_parent ON futures_order_terms (site_id, account, parent_id) WHERE parent_id > 0;

-- No projection: answers that rows cannot tell again, by the command that they answered.
CREATE TABLE futures_answer (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  answer text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (site_id, account, seq)
);
CREATE INDEX futures_answer_at ON futures_answer (at);

-- What operators want of a site's trading, and the switch as it was set last: no projection, the site's products have a say in it.
CREATE TABLE futures_trading_wish (
  site_id integer PRIMARY KEY,
  trading text NOT NULL,
  bits integer NOT NULL
);

-- Set by operators; kept by the gateway, so no projection.
CREATE TABLE futures_leverage_limit (
  site_id integer NOT NULL,
  account integer NOT NULL,
  leverage smallint NOT NULL,
  PRIMARY KEY (site_id, account)
);

-- symbol: its place in the site's list, or -1 for the site. Micro-USDT. over_since: NULL while it is kept.
CREATE TABLE futures_exposure_limit (
  site_id integer NOT NULL,
  symbol integer NOT NULL,
  most bigint NOT NULL CHECK (most > 0),
  over_since timestamptz,
  PRIMARY KEY (site_id, symbol)
);

-- TWAP orders, each with what has come of it; costs are ticks x lots.
CREATE TABLE futures_twap (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  member_id bigint NOT NULL,
  account integer NOT NULL,
  symbol smallint NOT NULL,
  side text NOT NULL CHECK (side IN ('BUY', 'SELL')),
  position_side text NOT NULL CHECK (position_side IN ('BOTH', 'LONG', 'SHORT')),
  reduce_only boolean NOT NULL,
  -- The position that it may only make smaller; NULL: it may open.
  position_id bigint,
  lots bigint NOT NULL CHECK (lots > 0),
  limit_price bigint CHECK (limit_price > 0),
  duration_ms bigint NOT NULL CHECK (duration_ms > 0),
  slices integer NOT NULL CHECK (slices > 1),
  min_lots bigint NOT NULL,
  max_lots bigint NOT NULL,
  randomize boolean NOT NULL,
  country text,
  client_twap_id text,
  request_key text,
  request_body text,
  status text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'DONE', 'CANCELED', 'STOPPED')),
  end_reason text,
  reason text,
  -- The newest slice whose turn has come, and how many in a row were refused for want of margin.
  slice_no integer NOT NULL DEFAULT 0,
  margin_refusals integer NOT NULL DEFAULT 0,
  filled_lots bigint NOT NULL DEFAULT 0,
  filled_cost numeric(40) NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  realized_pnl bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((status = 'RUNNING') = (ended_at IS NULL)),
  CHECK (filled_lots <= lots)
);
CREATE INDEX futures_twap_member ON futures_twap (site_id, member_id, id DESC);
CREATE INDEX futures_twap_running ON futures_twap (site_id, member_id) WHERE status = 'RUNNING';
CREATE UNIQUE INDEX futures_twap_request ON futures_twap (site_id, member_id, request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX futures_twap_name ON futures_twap (site_id, member_id, client_twap_id) WHERE client_twap_id IS NOT NULL;

CREATE TABLE futures_twap_slice (
  site_id integer NOT NULL,
  twap_id bigint NOT NULL REFERENCES futures_twap (id) ON DELETE CASCADE,
  no integer NOT NULL,
  -- SENDING is written before the order is sent: what became of it is looked up, and it is never sent again.
  status text NOT NULL CHECK (status IN ('SENDING', 'SENT', 'NOT_SENT')),
  lots bigint NOT NULL,
  order_id bigint,
  filled_lots bigint NOT NULL DEFAULT 0,
  filled_cost numeric(40) NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  realized_pnl bigint NOT NULL DEFAULT 0,
  reason text,
  at timestamptz NOT NULL,
  -- Orders of a release before TWAPs may bear a slice's name: a slice's own order has a later sequence.
  after_seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (twap_id, no)
);
CREATE INDEX futures_twap_sending ON futures_twap_slice (twap_id) WHERE status = 'SENDING';

-- Every change of a limit, kept: what one person may change alone is judged by what stood. NULL: none. agreed_by: the second person.
CREATE TABLE futures_exposure_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  symbol integer NOT NULL,
  was bigint,
  most bigint,
  at timestamptz NOT NULL,
  set_by bigint NOT NULL,
  agreed_by bigint
);
CREATE INDEX futures_exposure_change_at ON futures_exposure_change (site_id, symbol, at);
