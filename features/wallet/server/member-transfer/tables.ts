// Tables of transfers between members: a site's terms, who was looked up, and every transfer with what came of it.

export const memberTransferTables = `
-- Amounts in micro-USDT. A member sends at least least and at most most at once and day_most within 24 hours; from second_from on within
-- them it proves a second factor. paused: nobody sends.
CREATE TABLE wallet_member_terms (
  site_id integer PRIMARY KEY,
  least bigint NOT NULL CHECK (least > 0),
  most bigint NOT NULL CHECK (most >= least),
  day_most bigint NOT NULL CHECK (day_most >= most),
  second_from bigint NOT NULL CHECK (second_from >= 0),
  paused text
);

-- Who asked for a receiver, and whether one was found: not whom.
CREATE TABLE wallet_member_look (
  look_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  at_ms bigint NOT NULL,
  is_found boolean NOT NULL
);
CREATE INDEX wallet_member_look_of ON wallet_member_look (site_id, account, at_ms);
CREATE INDEX wallet_member_look_old ON wallet_member_look (at_ms);

-- Amount in the coin's smallest unit, value in micro-USDT. The names are masked as each side was shown the other.
CREATE TABLE wallet_member_transfer (
  transfer_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL,
  account integer NOT NULL,
  payee integer NOT NULL CHECK (payee <> account),
  account_name text NOT NULL,
  payee_name text NOT NULL,
  asset smallint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  value bigint NOT NULL CHECK (value >= 0),
  asked_ms bigint NOT NULL,
  ends_ms bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('OPEN', 'TAKEN', 'DONE', 'REFUSED')),
  -- The hash of its request's key: the same key takes nothing else, ever.
  request_key text,
  taken_ms bigint,
  -- Past it the engine refuses it.
  until_ms bigint,
  seq bigint,
  fault text,
  is_told boolean NOT NULL DEFAULT false,
  CHECK ((state = 'OPEN') = (taken_ms IS NULL)),
  CHECK ((state = 'OPEN') = (until_ms IS NULL)),
  CHECK ((state = 'DONE') = (seq IS NOT NULL))
);
CREATE UNIQUE INDEX wallet_member_transfer_request ON wallet_member_transfer (site_id, account, request_key) WHERE request_key IS NOT NULL;
CREATE INDEX wallet_member_transfer_taken ON wallet_member_transfer (site_id, account, taken_ms) WHERE taken_ms IS NOT NULL;
CREATE INDEX wallet_member_transfer_payee ON wallet_member_transfer (site_id, payee, taken_ms) WHERE taken_ms IS NOT NULL;
CREATE INDEX wallet_member_transfer_listed ON wallet_member_transfer (site_id, taken_ms) WHERE taken_ms IS NOT NULL;
CREATE INDEX wallet_member_transfer_left ON wallet_member_transfer (taken_ms) WHERE state = 'TAKEN';
CREATE INDEX wallet_member_transfer_untold ON wallet_member_transfer (transfer_id) WHERE state = 'DONE' AND NOT is_told;
CREATE INDEX wallet_member_transfer_open ON wallet_member_transfer (ends_ms) WHERE state = 'OPEN';
`;
