// A day's figure of games: what ended in the day of the site's own calendar, and nothing of what is still open.
import { binaryWallet, HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { BetStatus, EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walletMigrations } from './migrations.ts';
import { walletProjection } from './projection.ts';

const ACCOUNT = 5;
/** Midnight in Korea, and the day that begins there. */
const midnight = Date.UTC(2026, 9, 1) - 9 * 3_600_000;
const day = Date.UTC(2026, 9, 1) / DAY_MS;
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase(walletMigrations);
});
afterAll(() => database.drop());

type Name = 'BetSettled' | 'BetSold' | 'SlotSpun' | 'BetCancelled' | 'LedgerPosted';

function event(name: Name, seq: number, time: number, values: Record<string, number>): number[] {
  const words = Array.from<number>({ length: EVENT_WORDS }).fill(0);
  words[EventHeadWord.kind] = EventKind[name];
  words[EventHeadWord.seq] = seq;
  words[EventHeadWord.time] = time;
  words[EventHeadWord.account] = ACCOUNT;
  const places: Record<string, number> = EventWord[name];
  for (const [field, value] of Object.entries(values)) words[places[field]] = value;
  return words;
}

const stake = (seq: number, time: number, amount: number) =>
  event('LedgerPosted', seq, time, {
    debit: binaryWallet(ACCOUNT),
    credit: HouseAccount.RoundsEscrow,
    amount,
    reason: PostingReason.RoundStake,
  });

it('counts each bet on the day of its end, open stakes nowhere, spins with them; stakes are no flow', async () => {
  const pool = createPool(database.address, { name: 'test', max: 1 });
  const client = await pool.connect();
  try {
    await client.query(`INSERT INTO wallet_calendar VALUES (1, 'Asia/Seoul')`);
    const events = [
      // Placed the evening before and won after midnight; lost; sold; void; open; taken back; a spin of the day after.
      stake(1, midnight - 1_000, 100),
      event('BetSettled', 2, midnight + 1_000, { stake: 100, payout: 195, status: BetStatus.Won }),
      stake(3, midnight + 2_000, 50),
      event('BetSettled', 4, midnight + 3_000, { stake: 50, payout: 0, status: BetStatus.Lost }),
      stake(5, midnight + 3_500, 40),
      event('BetSold', 6, midnight + 3_600, { stake: 40, value: 33 }),
      stake(7, midnight + 3_700, 20),
      event('BetSettled', 8, midnight + 3_800, { stake: 20, payout: 20, status: BetStatus.Void }),
      stake(9, midnight + 4_000, 70),
      stake(10, midnight + 5_000, 30),
      event('BetCancelled', 11, midnight + 6_000, { stake: 30 }),
      event('SlotSpun', 12, midnight + DAY_MS + 1, { stake: 10, payout: 4 }),
    ];
    await walletProjection.apply(client, [
      { site: 1, firstSeq: 1, lastSeq: 12, commands: new Float64Array(), events: Float64Array.from(events.flat()) },
    ]);
    const { rows } = await client.query(
      'SELECT day, result, binary_flow, games, games_seq FROM wallet_day WHERE account = $1 ORDER BY day',
      [ACCOUNT],
    );
    expect(rows).toEqual([
      { day, result: 0, binary_flow: 0, games: 95 - 50 - 7, games_seq: 8 },
      { day: day + 1, result: 0, binary_flow: 0, games: -6, games_seq: 12 },
    ]);
  } finally {
    client.release();
    await pool.end();
  }
});
