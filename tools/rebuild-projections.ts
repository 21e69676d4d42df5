// npm run rebuild-projections: empties the rows that projections fill and writes them anew from the journal's first command.
import { projections } from '../apps/server/projections.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { JournalArchive, readHistory } from '@maru/kit/server/journal/archive.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { inTransaction } from '@maru/kit/server/projector-host.ts';
import { SiteProjector } from '@maru/kit/server/projector-site.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { journaledSites, refuseWhileRunning, sitesGivenUp, withInstallation } from './places.ts';

await withInstallation(async ({ places }) => {
  const pool = createPool(places.address, { name: 'maru rebuild', max: 2, statementTimeoutMs: 0 });
  const store = openPostgresJournal(places.address, { connections: 1, answerTimeoutMs: 60_000 });
  const archive = new JournalArchive(places.archiveDir);
  const sites = await journaledSites(places.address);
  const givenUp = await sitesGivenUp(places.address);
  await refuseWhileRunning(store, sites, {
    ko: '서버가 같은 행을 쓰고 있습니다.',
    en: 'its own projector would write the same rows',
  });
  const tables = [...new Set(projections.flatMap((projection) => projection.tables))];
  // Rows and checkpoints go together: cut short here, the next start of the server goes on.
  await inTransaction(pool, async (client) => {
    if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(', ')}`);
    await client.query('DELETE FROM projection_checkpoint WHERE projection = ANY($1)', [projections.map((projection) => projection.name)]);
  });
  for (const site of sites.filter((id) => !givenUp.has(id))) {
    const began = performance.now();
    const projector = new SiteProjector({
      site,
      projections,
      maker: places.maker,
      snapshots: new SnapshotStore(places.snapshotDir),
      history: (afterSeq) => readHistory(store, archive, site, afterSeq),
      inTransaction: (work) => inTransaction(pool, work),
      onProjected: () => {},
      warn: (text) => console.error(text),
    });
    await projector.load();
    await projector.catchUp();
    console.log(`rebuild site=${site} seq=${projector.seq} projections=${projections.length} ms=${Math.round(performance.now() - began)}`);
  }
  await store.close();
  await pool.end();
});
