-- The ledger's postings as rows, both sides of each, found by the member's account (-1: between purses of the site's own); sums of them by
-- day, coupons, and what operators enter by hand. Amounts in micro-USDT where nothing else is said.

CREATE TABLE wallet_ledger (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  idx integer NOT NULL,
  debit bigint NOT NULL,
  credit bigint NOT NULL,
  amount bigint NOT NULL,
  reason smallint NOT NULL,
  ref bigint NOT NULL,
  debit_after bigint NOT NULL,
  credit_after bigint NOT NULL,
  symbol smallint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account, seq, idx)
);
-- Postings of reasons that are rare in a long history (rare-reasons.ts); those of trading and games are most of it and pay for no second index.
CREATE INDEX wallet_ledger_rare ON wallet_ledger (site_id, account, reason, seq, idx)
  WHERE reason NOT IN (10, 11, 12, 20, 21, 22, 23, 24, 25, 26);
-- Sequences grow as rows come: a few bytes a megabyte find them.
CREATE INDEX wallet_ledger_seq ON wallet_ledger USING brin (seq) WITH (pages_per_range = 32, autosummarize = on);
-- Isolated margin that members moved by hand (futures-ledger.ts): few rows among those that trades move.
CREATE INDEX wallet_ledger_margin ON wallet_ledger (site_id, account, symbol, seq) WHERE reason = 12 AND idx = 0;
-- What crosses the edge of trading (desk/money-flow.ts), of every asset: accounts without a slot say their purse by their number.
-- A few rows a member, not one a trade.
CREATE INDEX wallet_ledger_outside ON wallet_ledger (site_id, time_ms) WHERE account >= 0 AND (
  debit IN (3, 4, 6, 7) OR (debit >= 70368744177664 AND debit < 70368744194048 AND debit % 64 IN (10, 11, 13, 14))
  OR (credit IN (3, 4, 6, 7) OR (credit >= 70368744177664 AND credit < 70368744194048 AND credit % 64 IN (10, 11, 13, 14))));

-- A coupon is paid out of the house's coupon purse, which its making fills; what each step of the ledger has done is noted behind it.
CREATE TABLE wallet_coupon (
  coupon_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  code text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  point bigint NOT NULL CHECK (point > 0),
  quota integer NOT NULL CHECK (quota > 0),
  used integer NOT NULL DEFAULT 0,
  wallet_type text,
  starts_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  funded boolean NOT NULL DEFAULT false,
  ended boolean NOT NULL DEFAULT false,
  returned boolean NOT NULL DEFAULT false,
  -- A batch is the codes with its first one's id. `asked`: waits for a second person's yes, nothing has moved.
  batch_id bigint,
  asked boolean NOT NULL DEFAULT false,
  created_by text NOT NULL DEFAULT '',
  -- partner_ids: members below one of these alone; codes as they were then. turnover: so many times its amount is to be traded before it
  -- may leave.
  partner_ids bigint[] NOT NULL DEFAULT '{}',
  partner_codes text[] NOT NULL DEFAULT '{}',
  turnover smallint NOT NULL DEFAULT 0 CHECK (turnover BETWEEN 0 AND 100),
  -- alone_by: the operator who made it without a second person.
  made_ms bigint NOT NULL DEFAULT 0,
  alone_by bigint,
  -- Made while the installation was a demo: it promises demo money.
  is_demo boolean NOT NULL DEFAULT false,
  CHECK (used BETWEEN 0 AND quota),
  UNIQUE (site_id, code)
);
CREATE INDEX wallet_coupon_batch ON wallet_coupon (site_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX wallet_coupon_alone ON wallet_coupon (alone_by, made_ms) WHERE alone_by IS NOT NULL;

CREATE TABLE wallet_coupon_use (
  coupon_id bigint NOT NULL REFERENCES wallet_coupon (coupon_id),
  site_id integer NOT NULL,
  account integer NOT NULL,
  wallet_type text NOT NULL,
  request_key text,
  used_ms bigint NOT NULL,
  -- Sequence of its posting; null between the promise and the posting.
  seq bigint,
  -- So much was traded: nothing counts by it any more.
  released boolean NOT NULL DEFAULT false,
  -- Of requests for one coupon by one member at the same time one pays, whichever process they came to.
  claimed_until timestamptz,
  PRIMARY KEY (coupon_id, account)
);
CREATE INDEX wallet_coupon_use_member ON wallet_coupon_use (site_id, account, used_ms);
CREATE INDEX wallet_coupon_use_open ON wallet_coupon_use (coupon_id) WHERE seq IS NULL;

-- By which a site's days are counted.
CREATE TABLE wallet_calendar (
  site_id integer PRIMARY KEY,
  time_zone text NOT NULL
);

-- A row a member and day of the site's calendar (day-sums.ts); account -1: the beginning of that day was told for the whole site.
CREATE TABLE wallet_day (
  site_id integer NOT NULL,
  account integer NOT NULL,
  day integer NOT NULL,
  result bigint NOT NULL DEFAULT 0,
  futures_flow bigint NOT NULL DEFAULT 0,
  usdt_flow bigint NOT NULL DEFAULT 0,
  binary_flow bigint NOT NULL DEFAULT 0,
  unrealized bigint,
  -- games: what bets and spins that ended in the day brought, in the BINARY wallet's unit; games_seq: of the newest of them.
  games bigint NOT NULL DEFAULT 0,
  games_seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (site_id, account, day)
);

CREATE TABLE wallet_entry (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  type text NOT NULL CHECK (type IN ('PB', 'PM', 'FUND')),
  wallet_type text,
  currency text NOT NULL,
  total bigint NOT NULL CHECK (total > 0),
  reason text NOT NULL,
  request_id bigint UNIQUE,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  approved_by bigint,
  approved_at timestamptz,
  -- Set when nothing of it is left to be done.
  posted_at timestamptz
);
CREATE INDEX wallet_entry_site ON wallet_entry (site_id, entry_id DESC);
CREATE INDEX wallet_entry_open ON wallet_entry (site_id) WHERE approved_at IS NOT NULL AND posted_at IS NULL;

CREATE TABLE wallet_entry_row (
  entry_id bigint NOT NULL REFERENCES wallet_entry (entry_id),
  idx integer NOT NULL,
  -- Null, and account -1: the purse itself is filled.
  member_id bigint,
  account integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Sequence of its posting, or why the engine refused; both null until it was tried.
  seq bigint,
  fault text,
  PRIMARY KEY (entry_id, idx)
);
CREATE UNIQUE INDEX wallet_entry_row_seq ON wallet_entry_row (seq, entry_id) WHERE seq IS NOT NULL;
CREATE INDEX wallet_entry_row_member ON wallet_entry_row (member_id, entry_id DESC) WHERE member_id IS NOT NULL;

-- In the BINARY wallet's unit. Void bets and those taken back are nobody's business.
CREATE TABLE wallet_house_day (
  site_id integer NOT NULL,
  day integer NOT NULL,
  product smallint NOT NULL,
  plays bigint NOT NULL,
  staked bigint NOT NULL,
  paid bigint NOT NULL,
  PRIMARY KEY (site_id, day, product)
);

-- What an operator's look at a member's wallets added up, to the posting it came to, so that the next adds only what came since
-- (admin/wallet-sums.ts).
CREATE TABLE wallet_added (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  sums jsonb NOT NULL,
  PRIMARY KEY (site_id, account)
);

-- Every rate that stood, from when on: rates/rate-service.ts judges moves by the last hour of it, over restarts.
CREATE TABLE wallet_rate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  currency text NOT NULL,
  rate text NOT NULL,
  at_ms bigint NOT NULL,
  source text NOT NULL
);
CREATE INDEX wallet_rate_newest ON wallet_rate (site_id, currency, at_ms);

-- debit and credit: the side of an account (engine/ledger/side.ts). In the smallest unit of what was posted.
CREATE TABLE wallet_house_posting (
  site_id integer NOT NULL,
  day integer NOT NULL,
  debit smallint NOT NULL,
  credit smallint NOT NULL,
  reason smallint NOT NULL,
  postings bigint NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (site_id, day, debit, credit, reason)
);

-- Demo money that members were promised, the first at sign-up (demo-gift.ts). posted_seq: the posting that paid it.
CREATE TABLE wallet_demo_gift (
  site_id integer NOT NULL,
  account integer NOT NULL,
  serial integer NOT NULL,
  amount bigint NOT NULL,
  asked_ms bigint NOT NULL,
  posted_seq bigint,
  PRIMARY KEY (site_id, account, serial)
);
CREATE INDEX wallet_demo_gift_waiting ON wallet_demo_gift (site_id) WHERE posted_seq IS NULL;
