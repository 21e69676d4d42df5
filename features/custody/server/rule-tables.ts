// Tables of who may send where and how much: the member's list, levels with their limits, rules with what they lead to (ADR 0077).
export const ruleTables = `
-- A member's own list. ripe_ms: from then on withdrawals may go there while the list binds. What was removed waits anew when it comes back.
CREATE TABLE custody_allowed (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  chain text NOT NULL,
  label text NOT NULL,
  address text NOT NULL,
  memo text,
  added_ms bigint NOT NULL,
  ripe_ms bigint NOT NULL,
  removed_ms bigint
);
CREATE UNIQUE INDEX custody_allowed_once ON custody_allowed (site_id, account, chain, address, coalesce(memo, '')) WHERE removed_ms IS NULL;
-- Whether the list binds. off_ms: switching off was asked for, until then it does.
CREATE TABLE custody_allow_choice (
  site_id integer NOT NULL REFERENCES site_site (id),
  account integer NOT NULL,
  is_on boolean NOT NULL,
  off_ms bigint,
  changed_ms bigint NOT NULL,
  PRIMARY KEY (site_id, account)
);

-- From how many won on the receiver is asked for; null: never.
CREATE TABLE custody_terms (
  site_id integer PRIMARY KEY REFERENCES site_site (id),
  travel_from_won bigint CHECK (travel_from_won >= 0)
);
-- Levels of members, the highest whose needs are met counts. Limits in micro-USDT over the time behind now; null: none.
CREATE TABLE custody_level (
  site_id integer NOT NULL REFERENCES site_site (id),
  level smallint NOT NULL CHECK (level >= 1),
  needs_identity boolean NOT NULL,
  -- Since the member joined.
  needs_days integer NOT NULL CHECK (needs_days >= 0),
  day_limit bigint CHECK (day_limit >= 0),
  month_limit bigint CHECK (month_limit >= 0),
  PRIMARY KEY (site_id, level)
);
-- What is looked at before a withdrawal goes. threshold: micro-USDT, a count or per cent, as the rule says.
CREATE TABLE custody_rule (
  site_id integer NOT NULL REFERENCES site_site (id),
  rule text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  threshold bigint CHECK (threshold >= 0),
  outcome text NOT NULL CHECK (outcome IN ('PASS', 'WAIT', 'TWO')),
  PRIMARY KEY (site_id, rule)
);
-- What the rules said of a withdrawal, and what they knew: as it was at that moment, for ever.
CREATE TABLE custody_judgement (
  withdrawal_id bigint PRIMARY KEY REFERENCES custody_withdrawal (withdrawal_id),
  result text NOT NULL CHECK (result IN ('PASS', 'WAIT', 'TWO')),
  fired jsonb NOT NULL,
  facts jsonb NOT NULL,
  at_ms bigint NOT NULL
);

ALTER TABLE custody_withdrawal
  -- Who receives it, as the member said.
  ADD COLUMN travel jsonb,
  -- The login that asked for it.
  ADD COLUMN login text,
  -- The operator that works on it, and since when.
  ADD COLUMN worked_by bigint,
  ADD COLUMN worked_ms bigint;
CREATE INDEX custody_withdrawal_asked ON custody_withdrawal (site_id, account, asked_ms);
CREATE INDEX custody_withdrawal_address ON custody_withdrawal (chain, address);
`;

export const sanctionTables = `
-- Addresses under sanctions that operators of a site added; same: as it is compared.
CREATE TABLE custody_sanction (
  sanction_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  same text NOT NULL,
  address text NOT NULL,
  list text NOT NULL,
  added_ms bigint NOT NULL,
  added_by bigint NOT NULL,
  UNIQUE (site_id, same, list)
);
`;
