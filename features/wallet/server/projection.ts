// Ledger postings as SQL rows, and what each member's day and the house's games made of them, exactly once by sequence, straight from the event words.
import type { PoolClient } from 'pg';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { isHouse, memberOf } from '@maru/engine/ledger/account.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import { DaySums, gameResult } from './day-sums.ts';
import { HouseDays } from './desk/house-days.ts';
import { HousePostings } from './desk/house-postings.ts';

const Head = EventHeadWord;
const { EquityReported, LedgerPosted } = EventWord;

const { debit, credit, amount, reason, ref, debitAfter, creditAfter } = EventWord.LedgerPosted;
/** In the order of the insert's columns. */
const WORDS = [Head.seq, Head.index, debit, credit, amount, reason, ref, debitAfter, creditAfter, Head.symbol, Head.time] as const;

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
      if (e[i] === EventKind.EquityReported) days.report(e[i + Head.account], e[i + EquityReported.day], e[i + EquityReported.unrealized]);
      const game = gameResult(e, i);
      if (game !== undefined) {
        days.play(e[i + Head.account], e[i + Head.time], game, e[i + Head.seq]);
        house.take(e, i);
      }
      if (e[i] !== EventKind.LedgerPosted) continue;
      const account = memberAccountOf(e[i + LedgerPosted.debit], e[i + LedgerPosted.credit]);
      postings.take(
        e[i + Head.time],
        e[i + LedgerPosted.debit],
        e[i + LedgerPosted.credit],
        e[i + LedgerPosted.amount],
        e[i + LedgerPosted.reason],
      );
      if (account >= 0)
        days.post(account, e[i + Head.time], {
          debit: e[i + LedgerPosted.debit],
          credit: e[i + LedgerPosted.credit],
          amount: e[i + LedgerPosted.amount],
          reason: e[i + LedgerPosted.reason],
        });
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
  return isHouse(debit) ? memberOf(credit) : memberOf(debit);
}
