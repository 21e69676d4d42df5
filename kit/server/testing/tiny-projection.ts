// Rows of the tiny engine's totals: one per command, so that a lost or doubled one shows.
import { EVENT_WORDS } from '@maru/engine/wire/event.ts';
import type { Migration } from '../feature.ts';
import type { Projection } from '../projection.ts';

export const tinyMigration: Migration = {
  name: '9000-tiny',
  sql: 'CREATE TABLE tiny_total (projection text, site int, seq bigint, account int, total bigint)',
};

export function tinyProjection(name: string): Projection {
  return {
    name,
    tables: ['tiny_total'],
    async apply(client, batches) {
      const seqs: number[] = [];
      const accounts: number[] = [];
      const totals: number[] = [];
      for (const { events } of batches) {
        for (let at = 0; at < events.length; at += EVENT_WORDS) {
          seqs.push(events[at + 1]);
          accounts.push(events[at + 4]);
          totals.push(events[at + 6]);
        }
      }
      await client.query('INSERT INTO tiny_total SELECT $1, $2, * FROM unnest($3::bigint[], $4::int[], $5::bigint[])', [
        name,
        batches[0].site,
        seqs,
        accounts,
        totals,
      ]);
    },
  };
}
