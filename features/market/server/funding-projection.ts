// Every settled funding rate as a row, exactly once by sequence: one for each settlement that the engine began (rules 8.5).
import type { PoolClient } from 'pg';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';

const Head = EventHeadWord;
const { FundingStarted } = EventWord;

/** Words of FundingStarted in the order of the insert's columns: symbol, funding time, sequence, rate, mark, time. */
const WORDS = [Head.symbol, FundingStarted.fundingTime, Head.seq, FundingStarted.rate, FundingStarted.mark, Head.time] as const;
const INSERT = `INSERT INTO market_funding_rate (site_id, symbol, funding_ms, seq, rate, mark, time_ms)
SELECT $1, * FROM unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

/** A projection of its own, so that an installation that had none gets its whole past from the journal at the next start. */
export const fundingProjection: Projection = {
  name: 'market-funding',
  tables: ['market_funding_rate'],
  apply: (client, batches) => writeSite(client, batches[0].site, batches),
};

async function writeSite(client: PoolClient, site: number, batches: readonly EventBatch[]): Promise<void> {
  const columns: number[][] = WORDS.map(() => []);
  for (const { events: e } of batches) {
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      if (e[i] !== EventKind.FundingStarted) continue;
      for (let c = 0; c < WORDS.length; c++) columns[c].push(e[i + WORDS[c]]);
    }
  }
  if (columns[0].length === 0) return;
  await client.query({ name: 'market-funding-insert', text: INSERT, values: [site, ...columns.map(integerArray)] });
}
