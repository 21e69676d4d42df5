// Ledger postings as SQL rows, and what each member's day and the house's games made of them, exactly once by sequence, straight from the event words.
import type { PoolClient } from 'pg';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { HOUSE_OWNER, ownerOf } from '@maru/engine/ledger/account.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import { DaySums, gameResult } from './day-sums.ts';
import { HouseDays } from './desk/house-days.ts';
import { HousePostings } from './desk/house-postings.ts';

/** Words of LedgerPosted in the order of the insert's columns: seq, index, debit, credit, amount, reason, ref, debitAfter, creditAfter, symbol, time. */
const WORDS = [1, 2, 6, 7, 8, 9, 10, 11, 12, 5, 3] as const;

const INSERT = `INSERT INTO wallet_ledger (site_id, account, seq, idx, debit, credit, amount, reason, ref, debit_after, credit_after, symbol, time_ms)
SELECT $1, * FROM unnest($2::int[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::smallint[], $9::bigint[], $10::bigint[],
  $11::bigint[], $12::smallint[], $13::bigint[])`;

export const walletProjection: Projection = {
  name: 'wallet',
  // wallet_added is of the rows themselves: a reader fills it.
  tables: ['wallet_ledger', 'wallet_day', 'wallet_house_day', 'wallet_house_posting', 'wallet_added'],
  apply: (client, batches) => writeSite(client, batches[0].site, batches),
};

async function writeSite(client: PoolClient, site: number, batches: readonly EventBatch[]): Promise<void> {
  const accounts: number[] = [];
  const columns: number[][] = WORDS.map(() => []);
  const days = new DaySums();
  const house = new HouseDays();
  const postings = new HousePostings();
  for (const { events: e } of batches) {
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      if (e[i] === EventKind.EquityReported) days.report(e[i + 4], e[i + 6], e[i + 9]);
      const game = gameResult(e, i);
      if (game !== undefined) {
        days.play(e[i + 4], e[i + 3], game, e[i + 1]);
        house.take(e, i);
      }
      if (e[i] !== EventKind.LedgerPosted) continue;
      const account = memberAccountOf(e[i + 6], e[i + 7]);
      postings.take(e[i + 3], e[i + 6], e[i + 7], e[i + 8], e[i + 9]);
      if (account >= 0) days.post(account, e[i + 3], { debit: e[i + 6], credit: e[i + 7], amount: e[i + 8], reason: e[i + 9] });
      accounts.push(account);
      for (let c = 0; c < WORDS.length; c++) columns[c].push(e[i + WORDS[c]]);
    }
  }
  await days.write(client, site);
  await house.write(client, site);
  await postings.write(client, site);
  if (accounts.length === 0) return;
  await client.query({ name: 'wallet-ledger-insert', text: INSERT, values: [site, integerArray(accounts), ...columns.map(integerArray)] });
}

/** The member whose history shows the posting; no posting joins two members. */
function memberAccountOf(debit: number, credit: number): number {
  const owner = ownerOf(debit) === HOUSE_OWNER ? ownerOf(credit) : ownerOf(debit);
  return owner - 1;
}
