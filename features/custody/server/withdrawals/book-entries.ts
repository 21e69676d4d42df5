// The house's own entries in the ledger, each once under a number of the site's own.
import { rejections } from '@maru/engine/reject.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { giveNumber } from '../give-number.ts';

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
    const number = entry.number ?? ((await giveNumber(pool, 'ENTRY', entry)) as number);
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
