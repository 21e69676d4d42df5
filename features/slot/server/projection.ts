// Spins, shown seeds and what moved for another provider’s games as SQL rows, exactly once by sequence: runs in the projector's transaction.
import { bytesOfWords, hexOfBytes } from '@maru/engine/draw/sha256.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { Projection } from '@maru/kit/server/projection.ts';
import { integerArray } from '@maru/kit/server/sql-array.ts';
import { movedTx } from './seamless/moved-tx.ts';

const Head = EventHeadWord;
const { SlotSeedShown, SlotSpun } = EventWord;

/** Columns of spins: where each is found among an event's words. */
const SPUN = [
  ['account', 'int', Head.account],
  ['game', 'smallint', SlotSpun.game],
  ['serial', 'int', SlotSpun.serial],
  ['nonce', 'bigint', SlotSpun.nonce],
  ['stake', 'bigint', SlotSpun.stake],
  ['payout', 'bigint', SlotSpun.payout],
  ['reels', 'int', SlotSpun.reels],
  ['seq', 'bigint', Head.seq],
  ['at_ms', 'bigint', Head.time],
] as const;
const INSERT = `INSERT INTO slot_spin (site_id, ${SPUN.map(([name]) => name).join(', ')})
  SELECT $1, * FROM unnest(${SPUN.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')})`;
const MOVED = 'INSERT INTO slot_game_moved (site_id, tx, seq) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING';
const SHOW = 'INSERT INTO slot_shown (site_id, account, serial, seed) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';

export const slotProjection: Projection = {
  name: 'slot',
  tables: ['slot_spin', 'slot_shown', 'slot_game_moved'],
  async apply(client, batches) {
    const { site } = batches[0];
    const spun: number[][] = SPUN.map(() => []);
    const moved: [number[], number[]] = [[], []];
    for (const { events: e } of batches)
      for (let i = 0; i < e.length; i += EVENT_WORDS) {
        if (e[i] === EventKind.SlotSpun) SPUN.forEach(([, , word], column) => spun[column].push(e[i + word]));
        else if (e[i] === EventKind.LedgerPosted) {
          const tx = movedTx(e, i);
          if (tx !== undefined) [tx, e[i + Head.seq]].forEach((word, column) => moved[column].push(word));
        } else if (e[i] === EventKind.SlotSeedShown)
          await client.query(SHOW, [
            site,
            e[i + Head.account],
            e[i + SlotSeedShown.serial],
            hexOfBytes(bytesOfWords(e, i + SlotSeedShown.seed)),
          ]);
      }
    if (moved[0].length > 0) await client.query(MOVED, [site, ...moved.map(integerArray)]);
    if (spun[0].length > 0) await client.query({ name: 'slot-spin-insert', text: INSERT, values: [site, ...spun.map(integerArray)] });
  },
};
