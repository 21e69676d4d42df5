// The tables of TWAP orders: each order with what has come of it, and each slice that was sent or about to be.
import type { Migration } from '@maru/kit/server/feature.ts';

// Units as in the engine's events: ticks, lots, micro-USDT; costs are ticks x lots.
export const twapMigrations: readonly Migration[] = [
  {
    name: '0432-futures-twap',
    sql: `
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
        PRIMARY KEY (twap_id, no)
      );
      CREATE INDEX futures_twap_sending ON futures_twap_slice (twap_id) WHERE status = 'SENDING';`,
  },
  {
    // Orders of a release before TWAPs may bear a slice's name: a slice's own order has a later sequence.
    name: '0475-futures-twap-slice-sequence',
    sql: 'ALTER TABLE futures_twap_slice ADD COLUMN after_seq bigint NOT NULL DEFAULT 0;',
  },
];
