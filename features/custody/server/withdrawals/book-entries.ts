// The house's own entries in the ledger, each once under a number of the site's own.
import { rejections } from '@maru/engine/reject.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery, inTransaction } from '@maru/kit/server/transaction.ts';

interface OpenEntry {
  id: number;
  site: number;
  asset: number;
  purse: number;
  amount: number;
  number: number | null;
}

export async function bookEntries({ pool, engine }: Pick<AppContext, 'pool' | 'engine'>): Promise<void> {
  const { rows } = await pool.query<OpenEntry>(
    `SELECT entry_id::float8 AS id, site_id AS site, asset, purse, amount::float8 AS amount, number::float8 AS number
     FROM custody_entry WHERE is_due AND NOT is_booked ORDER BY site_id, number NULLS LAST, entry_id LIMIT 1000`,
  );
  for (const entry of rows) {
    const number = entry.number ?? (await giveNumber(pool, entry));
    const head = { time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
    const { asset, purse, amount } = entry;
    const { events } = await engine.submit(
      entry.site,
      encodeCommand({ ...head, kind: CommandKind.BookCustody, entry: number, asset, purse, amount }),
    );
    if (events[0] === EventKind.CommandRejected) {
      const code = events[EventWord.CommandRejected.code];
      throw new Error(`entry ${number} of site ${entry.site} was refused: ${rejections.get(code)?.name ?? code}`);
    }
    await fencedQuery(pool, 'UPDATE custody_entry SET is_booked = true WHERE entry_id = $1', [entry.id]);
  }
}

/** Committed before the engine hears of it: a crash between leaves a number that is booked next time. */
async function giveNumber(pool: AppContext['pool'], { id, site }: OpenEntry): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: own } = await client.query<{ number: number | null }>(
      'SELECT number::float8 AS number FROM custody_entry WHERE entry_id = $1 FOR UPDATE',
      [id],
    );
    if (own[0]?.number != null) return own[0].number;
    const { rows } = await client.query<{ number: number }>(
      `INSERT INTO custody_counter (site_id, entries) VALUES ($1, 1)
       ON CONFLICT (site_id) DO UPDATE SET entries = custody_counter.entries + 1 RETURNING entries::float8 AS number`,
      [site],
    );
    const [{ number }] = rows;
    await client.query('UPDATE custody_entry SET number = $2 WHERE entry_id = $1', [id, number]);
    return number;
  });
}
