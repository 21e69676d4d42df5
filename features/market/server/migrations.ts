// Tables of the market: candles of the reference feed. They belong to the installation, not to a site: every site shows the same.
import type { Migration } from '@maru/kit/server/feature.ts';

export const marketMigrations: readonly Migration[] = [
  {
    name: '0001-market-candles',
    sql: `
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
    `,
  },
];
