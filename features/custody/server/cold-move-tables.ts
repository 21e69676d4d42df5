// Tables of what leaves cold storage: agreed to by two persons, carried as a file to where the key is, and brought back signed (ADR 0083).
export const coldMoveTables = `
-- Beside its row of custody_sweep (FROM_COLD) and the transaction in custody_payout. agreed_hash: of what both were shown.
CREATE TABLE custody_cold_move (
  sweep_id bigint PRIMARY KEY REFERENCES custody_sweep (sweep_id),
  cold_id bigint NOT NULL REFERENCES custody_cold (cold_id),
  site_code text NOT NULL,
  agreed_by text[] NOT NULL,
  agreed_hash text NOT NULL,
  -- Why there is no file yet.
  waits text,
  -- The file as it is handed out, its hash, and until when it is taken back signed.
  order_text text,
  order_hash text,
  until_ms bigint,
  -- What was brought back last, until the watcher has looked at it; and why it was not taken.
  signed text,
  signed_by bigint,
  refused text
);
CREATE INDEX custody_cold_move_signed ON custody_cold_move (sweep_id) WHERE signed IS NOT NULL;
`;
