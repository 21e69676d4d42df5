// Rounds and bets as SQL rows, exactly once by sequence: runs in the projector's transaction.
//
// Bets come by the thousand, so they go as columns; rounds are few and are added up before they are written.
import type { PoolClient } from 'pg';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, RoundResult } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import { createRoundDrafts, type RoundDrafts } from './projected-rounds.ts';

const Head = EventHeadWord;
const { BetCancelled, BetPlaced, BetSettled, BetSold, RoundSettled } = EventWord;

export const roundsProjection: Projection = {
  name: 'rounds',
  tables: ['rounds_bet', 'rounds_round', 'rounds_draw', 'rounds_waiting'],
  apply: (client, batches) => writeSite(client, batches[0].site, batches),
};

/** Columns of new bets: where each is found among an event's words. */
const PLACED = [
  ['account', 'int', Head.account],
  ['bet_id', 'bigint', BetPlaced.betId],
  ['option', 'smallint', BetPlaced.option],
  ['ordinal', 'bigint', BetPlaced.ordinal],
  ['market', 'smallint', BetPlaced.market],
  ['stake', 'bigint', BetPlaced.stake],
  ['odds', 'bigint', BetPlaced.odds],
  ['strike', 'bigint', BetPlaced.strike],
  ['placed_seq', 'bigint', Head.seq],
  ['placed_ms', 'bigint', Head.time],
] as const;
const names = PLACED.map(([name]) => name).join(', ');
const types = PLACED.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ');
const INSERT = `INSERT INTO rounds_bet (site_id, ${names}) SELECT $1, * FROM unnest(${types})`;
const UPDATE = `UPDATE rounds_bet b SET status = n.status, ended = n.ended, payout = n.payout, settled_seq = n.seq, settled_ms = n.ms,
    sold_price = NULLIF(n.price, 0)
  FROM unnest($2::int[], $3::bigint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
    AS n(account, bet_id, status, ended, payout, seq, ms, price)
  WHERE b.site_id = $1 AND b.account = n.account AND b.bet_id = n.bet_id`;

/** How a bet ended: by its round, taken back, sold. */
const Ended = { Round: 0, Cancelled: 1, Sold: 2 } as const;
const Status = { Won: 1, Lost: 2, Void: 3 } as const;

interface BetColumns {
  placed: number[][];
  ended: number[][];
}

async function writeSite(client: PoolClient, site: number, batches: readonly EventBatch[]): Promise<void> {
  const bets: BetColumns = { placed: PLACED.map(() => []), ended: Array.from({ length: 8 }, () => []) };
  const rounds = createRoundDrafts();
  for (const { events } of batches) for (let i = 0; i < events.length; i += EVENT_WORDS) takeEvent(bets, rounds, events, i);
  await rounds.write(client, site);
  if (bets.placed[0].length > 0)
    await client.query({ name: 'rounds-bet-insert', text: INSERT, values: [site, ...bets.placed.map(integerArray)] });
  if (bets.ended[0].length > 0)
    await client.query({ name: 'rounds-bet-end', text: UPDATE, values: [site, ...bets.ended.map(integerArray)] });
}

function takeEvent(bets: BetColumns, rounds: RoundDrafts, e: Float64Array, i: number): void {
  switch (e[i]) {
    case EventKind.RoundOpened:
      return rounds.open(e, i);
    case EventKind.BetPlaced:
      for (let c = 0; c < PLACED.length; c++) bets.placed[c].push(e[i + PLACED[c][2]]);
      return rounds.stake(e, i, 1);
    case EventKind.BetCancelled:
      endBet(bets, e, i, Status.Void, Ended.Cancelled, e[i + BetCancelled.stake]);
      return rounds.stake(e, i, -1);
    case EventKind.BetSold:
      endBet(
        bets,
        e,
        i,
        e[i + BetSold.value] >= e[i + BetSold.stake] ? Status.Won : Status.Lost,
        Ended.Sold,
        e[i + BetSold.value],
        e[i + BetSold.price],
      );
      return rounds.stake(e, i, -1);
    case EventKind.BetSettled:
      return endBet(bets, e, i, e[i + BetSettled.status], Ended.Round, e[i + BetSettled.payout]);
    case EventKind.RoundTick:
      return rounds.tick(e, i);
    case EventKind.RoundSettled:
      return rounds.settle(e, i, statusOf(e[i + RoundSettled.result]));
    case EventKind.RoundFinished:
      return rounds.finish(e, i);
    case EventKind.DrawCommitted:
    case EventKind.DrawSeedShown:
    case EventKind.DrawEntropyShown:
      return rounds.draw(e, i);
  }
}

/** `price`: of a sale, what it was valued at; else 0. */
function endBet({ ended }: BetColumns, e: Float64Array, i: number, status: number, how: number, payout: number, price = 0): void {
  [e[i + Head.account], e[i + BetSettled.betId], status, how, payout, e[i + Head.seq], e[i + Head.time], price].forEach((value, c) =>
    ended[c].push(value),
  );
}

/** The specification's status of a round: 1 up won or drawn, 2 down won, 3 stakes went back. */
function statusOf(result: number): number {
  if (result === RoundResult.Down) return Status.Lost;
  return result === RoundResult.Tie || result === RoundResult.Void ? Status.Void : Status.Won;
}
