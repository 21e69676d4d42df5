// The ledger's postings as rows: both sides of each, found by the member's account.
import { numberMigration } from './desk/find-number.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import { houseDayMigration } from './desk/house-days.ts';
import { housePostingMigration } from './desk/house-postings.ts';

// account: the member's engine account, -1 for movements between purses of the house. Amounts in micro-USDT.
export const walletMigrations: readonly Migration[] = [
  {
    name: '0110-wallet-ledger',
    sql: `
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
`,
  },
  {
    // A coupon is paid out of the house's coupon purse, which its making fills; what each step of the ledger has done is noted behind it.
    name: '0111-wallet-coupon',
    sql: `
CREATE TABLE wallet_coupon (
  coupon_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  code text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  point bigint NOT NULL CHECK (point > 0),
  quota integer NOT NULL CHECK (quota > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND quota),
  wallet_type text,
  starts_ms bigint NOT NULL,
  expires_ms bigint NOT NULL,
  funded boolean NOT NULL DEFAULT false,
  ended boolean NOT NULL DEFAULT false,
  returned boolean NOT NULL DEFAULT false,
  UNIQUE (site_id, code)
);
CREATE TABLE wallet_coupon_use (
  coupon_id bigint NOT NULL REFERENCES wallet_coupon,
  site_id integer NOT NULL,
  account integer NOT NULL,
  wallet_type text NOT NULL,
  request_key text,
  used_ms bigint NOT NULL,
  -- Sequence of its posting; null between the promise and the posting.
  seq bigint,
  PRIMARY KEY (coupon_id, account)
);
CREATE INDEX wallet_coupon_use_member ON wallet_coupon_use (site_id, account, used_ms);
CREATE INDEX wallet_coupon_use_open ON wallet_coupon_use (coupon_id) WHERE seq IS NULL;
`,
  },
  {
    // A row a member and day of the site's calendar (day-sums.ts); account -1: the beginning of that day was told for the whole site.
    // What was posted before is added up once, by the rules of day-sums.ts: purses 0 and 1 futures, 2 USDT, 3 BINARY.
    name: '0112-wallet-day',
    sql: `
CREATE TABLE wallet_calendar (site_id integer PRIMARY KEY, time_zone text NOT NULL);
DO $$ BEGIN
  IF to_regclass('site_site') IS NOT NULL THEN
    INSERT INTO wallet_calendar SELECT id, config->>'timeZone' FROM site_site WHERE config->>'timeZone' IS NOT NULL;
  END IF;
END $$;
CREATE TABLE wallet_day (
  site_id integer NOT NULL,
  account integer NOT NULL,
  day integer NOT NULL,
  result bigint NOT NULL DEFAULT 0,
  futures_flow bigint NOT NULL DEFAULT 0,
  usdt_flow bigint NOT NULL DEFAULT 0,
  binary_flow bigint NOT NULL DEFAULT 0,
  unrealized bigint,
  PRIMARY KEY (site_id, account, day)
);
INSERT INTO wallet_day (site_id, account, day, result, futures_flow, usdt_flow, binary_flow)
SELECT site_id, account, day,
  coalesce(sum(part) FILTER (WHERE purse < 2 AND reason BETWEEN 10 AND 19 AND reason <> 12), 0),
  coalesce(sum(part) FILTER (WHERE purse < 2 AND NOT (reason BETWEEN 10 AND 19 AND reason <> 12)), 0),
  coalesce(sum(part) FILTER (WHERE purse = 2), 0), coalesce(sum(part) FILTER (WHERE purse = 3), 0)
FROM (
  SELECT l.site_id, account, s.part, s.ledger % 16 AS purse, reason,
    (to_timestamp(time_ms / 1000.0) AT TIME ZONE coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01' AS day
  FROM wallet_ledger l LEFT JOIN wallet_calendar c USING (site_id)
    CROSS JOIN LATERAL (VALUES (debit, -amount), (credit, amount)) AS s (ledger, part)
  WHERE account >= 0 AND s.ledger >= 16
) x GROUP BY 1, 2, 3;
`,
  },
  {
    // A batch is the codes with its first one's id. `asked`: waits for a second person's yes, nothing has moved.
    name: '0113-wallet-coupon-desk',
    sql: `
ALTER TABLE wallet_coupon ADD COLUMN batch_id bigint;
ALTER TABLE wallet_coupon ADD COLUMN asked boolean NOT NULL DEFAULT false;
ALTER TABLE wallet_coupon ADD COLUMN created_by text NOT NULL DEFAULT '';
CREATE INDEX wallet_coupon_batch ON wallet_coupon (site_id, batch_id) WHERE batch_id IS NOT NULL;
`,
  },
  {
    // partner_ids: members below one of these alone; codes as they were then. turnover: so many times its amount is to be traded before
    // it may leave; released: it was, and nothing counts by it any more.
    name: '0117-wallet-coupon-rules',
    sql: `
ALTER TABLE wallet_coupon ADD COLUMN partner_ids bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE wallet_coupon ADD COLUMN partner_codes text[] NOT NULL DEFAULT '{}';
ALTER TABLE wallet_coupon ADD COLUMN turnover smallint NOT NULL DEFAULT 0 CHECK (turnover BETWEEN 0 AND 100);
ALTER TABLE wallet_coupon_use ADD COLUMN released boolean NOT NULL DEFAULT false;
`,
  },
  {
    // games: what bets and spins brought, in the BINARY wallet's unit; games_seq: of the newest of them. Stakes and payouts that were
    // counted as flow so far (reasons 20 to 26 of purse 3) become results.
    name: '0140-wallet-day-games',
    sql: `
ALTER TABLE wallet_day ADD COLUMN games bigint NOT NULL DEFAULT 0, ADD COLUMN games_seq bigint NOT NULL DEFAULT 0;
UPDATE wallet_day d SET binary_flow = binary_flow - moved, games = moved
FROM (
  SELECT l.site_id, account, sum(s.part) AS moved,
    (to_timestamp(time_ms / 1000.0) AT TIME ZONE coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01' AS day
  FROM wallet_ledger l LEFT JOIN wallet_calendar c USING (site_id)
    CROSS JOIN LATERAL (VALUES (debit, -amount), (credit, amount)) AS s (ledger, part)
  WHERE account >= 0 AND s.ledger >= 16 AND s.ledger % 16 = 3 AND reason BETWEEN 20 AND 26
  GROUP BY 1, 2, 4
) x WHERE d.site_id = x.site_id AND d.account = x.account AND d.day = x.day;
`,
  },
  houseDayMigration,
  {
    // alone_by: the operator who made it without a second person. Older ones count for nobody: their day is over by the next.
    name: '0210-wallet-coupon-alone',
    sql: `
ALTER TABLE wallet_coupon ADD COLUMN made_ms bigint NOT NULL DEFAULT 0, ADD COLUMN alone_by bigint;
CREATE INDEX wallet_coupon_alone ON wallet_coupon (alone_by, made_ms) WHERE alone_by IS NOT NULL;
`,
  },
  {
    // Every rate that stood, from when on: rates/rate-service.ts judges moves by the last hour of it, over restarts.
    name: '0211-wallet-rate',
    sql: `
CREATE TABLE wallet_rate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  currency text NOT NULL,
  rate text NOT NULL,
  at_ms bigint NOT NULL,
  source text NOT NULL
);
CREATE INDEX wallet_rate_newest ON wallet_rate (site_id, currency, at_ms);
`,
  },
  {
    // 0140 took the stakes that were out at that moment as lost, on the day of the bet: a day's result is what ended in it, told anew by
    // the bets and spins themselves. All rows of a site stand at the same sequence.
    name: '0156-wallet-day-games-ended',
    sql: `
DO $$ BEGIN
  IF to_regclass('rounds_bet') IS NOT NULL AND to_regclass('slot_spin') IS NOT NULL THEN
    UPDATE wallet_day SET games = 0 WHERE games <> 0;
    INSERT INTO wallet_day AS d (site_id, account, day, games, games_seq)
    SELECT e.site_id, e.account, (to_timestamp(e.ms / 1000.0) AT TIME ZONE coalesce(c.time_zone, 'UTC'))::date - date '1970-01-01',
      sum(e.result), max(e.seq)
    FROM (
      SELECT site_id, account, settled_ms AS ms, payout - stake AS result, settled_seq AS seq FROM rounds_bet WHERE status > 0 AND ended <> 1
      UNION ALL SELECT site_id, account, at_ms, payout - stake, seq FROM slot_spin
    ) e LEFT JOIN wallet_calendar c USING (site_id) GROUP BY 1, 2, 3
    ON CONFLICT (site_id, account, day) DO UPDATE SET games = excluded.games, games_seq = greatest(d.games_seq, excluded.games_seq);
  END IF;
END $$;
`,
  },
  {
    // Postings of reasons that are rare in a long history (rare-reasons.ts); those of trading and games are most of it and pay for no
    // second index. wallet_added: what an operator's look at a member's wallets added up, to the posting it came to, so that the next adds
    // only what came since (admin/wallet-sums.ts).
    name: '0165-wallet-ledger-rare',
    sql: `
CREATE INDEX wallet_ledger_rare ON wallet_ledger (site_id, account, reason, seq, idx)
  WHERE reason NOT IN (10, 11, 12, 20, 21, 22, 23, 24, 25, 26);
CREATE TABLE wallet_added (
  site_id integer NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  sums jsonb NOT NULL,
  PRIMARY KEY (site_id, account)
);
`,
  },
  {
    // Isolated margin that members moved by hand (futures-ledger.ts): few rows among those that trades move.
    name: '0280-wallet-ledger-margin',
    sql: `
CREATE INDEX wallet_ledger_margin ON wallet_ledger (site_id, account, symbol, seq) WHERE reason = 12 AND idx = 0;
`,
  },
  {
    // Demo money that members were promised, the first at sign-up (demo-gift.ts). posted_seq: the posting that paid it.
    name: '0400-wallet-demo-gift',
    sql: `
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
`,
  },
  housePostingMigration,
  numberMigration,
  {
    // Of requests for one coupon by one member at the same time one pays, whichever process they came to.
    name: '0443-wallet-coupon-claim',
    sql: 'ALTER TABLE wallet_coupon_use ADD COLUMN claimed_until timestamptz;',
  },
  {
    // Made while the installation was a demo: it promises demo money. Of those from before, whose site has the demo's own members.
    name: '0453-wallet-coupon-demo',
    sql: `
ALTER TABLE wallet_coupon ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
DO $$ BEGIN
  IF to_regclass('account_member') IS NOT NULL THEN
    UPDATE wallet_coupon SET is_demo = true WHERE site_id IN (
      SELECT site_id FROM account_member WHERE (username, email) IN (('demo1', 'demo1@example.com'), ('demo2', 'demo2@example.com'))
      GROUP BY site_id HAVING count(*) = 2);
  END IF;
END $$;
`,
  },
];
