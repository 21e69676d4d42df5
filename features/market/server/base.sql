-- Tables of the market. Candles of the reference feed belong to the installation: every site shows the same. Funding rates are a site's own.

CREATE TABLE market_candle (
  symbol smallint NOT NULL,
  period smallint NOT NULL,
  open_at bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  lots bigint NOT NULL,
  quote bigint NOT NULL,
  is_simulated boolean NOT NULL,
  PRIMARY KEY (symbol, period, open_at)
);
COMMENT ON TABLE market_candle IS 'Closed candles. symbol: id in features/market/server/symbol-table.ts; period: position in the contract''s intervals; open_at: ms; prices in ticks, lots in lots, quote in 10^-4 USDT.';

CREATE TABLE market_funding_rate (
  site_id integer NOT NULL,
  symbol smallint NOT NULL,
  funding_ms bigint NOT NULL,
  seq bigint NOT NULL,
  rate bigint NOT NULL,
  mark bigint NOT NULL,
  time_ms bigint NOT NULL,
  PRIMARY KEY (site_id, symbol, funding_ms, seq)
);
COMMENT ON TABLE market_funding_rate IS 'Settled funding rates, written by the projector. symbol: place on the site; rate: 10^-8; mark: hundredths of a tick; time_ms: when the settlement began.';

-- Apart from the candles of trades: no volumes, and dropped sooner.
CREATE TABLE market_sampled_candle (
  symbol smallint NOT NULL,
  price_type smallint NOT NULL,
  period smallint NOT NULL,
  open_at bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  is_simulated boolean NOT NULL,
  PRIMARY KEY (symbol, price_type, period, open_at)
);
COMMENT ON TABLE market_sampled_candle IS 'Closed candles of what is read, not traded. price_type: position in the contract''s priceTypes; mark and index in hundredths of a tick, premium in 10^-8; the rest as in market_candle.';

CREATE TABLE market_step_bound (
  symbol text PRIMARY KEY,
  bound integer NOT NULL CHECK (bound BETWEEN 100 AND 50000)
);
COMMENT ON TABLE market_step_bound IS 'How far a price may step before it is doubted, where operators set it: thousandths of a percent, for every site of the installation.';

CREATE TABLE market_holiday (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('ALL', 'FOREX', 'COMMODITY', 'INDEX')),
  from_date date NOT NULL,
  to_date date NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  closes_ms bigint,
  CHECK (to_date >= from_date)
);
COMMENT ON TABLE market_holiday IS 'Days on which sessions do not open (Seoul dates of their openings), for every site of the installation. closes_ms: of a day that had begun as it was entered, when the market closes; NULL: at its opening.';
INSERT INTO market_holiday (market, from_date, to_date, name_ko, name_en) VALUES
  ('ALL', '2026-12-25', '2026-12-25', '성탄절', 'Christmas'),
  ('ALL', '2027-01-01', '2027-01-01', '새해 첫날', 'New Year'),
  ('ALL', '2027-12-25', '2027-12-25', '성탄절', 'Christmas'),
  ('ALL', '2028-01-01', '2028-01-01', '새해 첫날', 'New Year');
