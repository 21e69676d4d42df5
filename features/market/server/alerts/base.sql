-- Price alerts: what a member wants to hear of, and each mail that was sent for one.

CREATE TABLE market_price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  symbol text NOT NULL,
  price_type text NOT NULL CHECK (price_type IN ('LAST', 'MARK', 'INDEX')),
  condition text NOT NULL CHECK (condition IN ('RISES_TO', 'FALLS_TO', 'REACHES', 'RISES_BY', 'FALLS_BY', 'MOVES_BY')),
  -- In hundredths of the symbol's tick, as marks are.
  level bigint CHECK (level > 0),
  -- NULL: once.
  pause_minutes integer CHECK (pause_minutes IN (5, 60, 1440)),
  note text NOT NULL DEFAULT '',
  by_mail boolean NOT NULL DEFAULT false,
  expires_at timestamptz,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'FIRED', 'EXPIRED', 'DELETED')),
  -- Which way the price must go now; NULL: it was told, and waits until its pause is over and the price was away from it.
  way text CHECK (way IN ('RISE', 'FALL', 'BOTH')),
  -- One more with every change: what was decided on an older one touches nothing.
  version integer NOT NULL DEFAULT 1,
  fired_count integer NOT NULL DEFAULT 0,
  fired_at timestamptz,
  fired_level bigint,
  request_key text,
  request_body text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Of a move: hundredths of a percent, and the minutes within which.
  move_bp integer CHECK (move_bp BETWEEN 10 AND 5000),
  window_minutes integer CHECK (window_minutes IN (5, 15, 60, 240, 1440)),
  -- The price that it had moved from when it was told last.
  fired_from bigint,
  CONSTRAINT market_price_alert_what CHECK ((level IS NULL) = (move_bp IS NOT NULL)
    AND (move_bp IS NULL) = (window_minutes IS NULL)
    AND (move_bp IS NULL) = (condition IN ('RISES_TO', 'FALLS_TO', 'REACHES')))
);
CREATE INDEX market_price_alert_member ON market_price_alert (site_id, member_id, id DESC);
CREATE INDEX market_price_alert_active ON market_price_alert (id) WHERE status = 'ACTIVE';
CREATE UNIQUE INDEX market_price_alert_request ON market_price_alert (site_id, member_id, request_key) WHERE request_key IS NOT NULL;

CREATE TABLE market_alert_letter (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id integer NOT NULL REFERENCES site_site (id),
  member_id bigint NOT NULL REFERENCES account_member (id),
  alert_id bigint NOT NULL REFERENCES market_price_alert (id) ON DELETE CASCADE,
  sent_at timestamptz NOT NULL
);
CREATE INDEX market_alert_letter_member ON market_alert_letter (site_id, member_id, sent_at);
CREATE INDEX market_alert_letter_alert ON market_alert_letter (alert_id);
