// npm run accept-journal-end [-- --site N --end SEQ]: goes on from a journal that lost its last rows, knowingly.
import pg from 'pg';
import { renameSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resetEnds, seenEnds } from '@maru/kit/server/journal/journal-end.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { journaledSites, refuseWhileRunning, withInstallation } from './places.ts';

const { values } = parseArgs({ options: { site: { type: 'string' }, end: { type: 'string' } } });

await withInstallation(async ({ places }) => {
  const store = openPostgresJournal(places.address, { connections: 1 });
  const snapshots = new SnapshotStore(places.snapshotDir);
  const client = new pg.Client({ ...places.address, application_name: 'maru accept' });
  await client.connect();
  try {
    const sites = await journaledSites(places.address);
    await refuseWhileRunning(store, sites, { ko: '저널이 아직 자라고 있습니다.', en: 'its journal still grows' });
    if (values.site === undefined) return await show(sites);
    const site = Number(values.site);
    const head = await store.head(site);
    // Typed by the operator: the number that was looked at is the number that is accepted.
    if (!sites.includes(site) || Number(values.end) !== head.seq)
      throw new OperatorFault(
        `사이트 ${values.site}의 저널은 ${head.seq}에서 끝납니다. --end ${head.seq}(으)로 확인하세요.`,
        `the journal of site ${values.site} ends at ${head.seq}: confirm it with --end ${head.seq}.`,
      );
    for (const seq of snapshots.list(site).filter((s) => s > head.seq))
      renameSync(snapshots.path(site, seq), `${snapshots.path(site, seq)}.lost`);
    await resetEnds(client, store, snapshots, [site]);
    console.log(`accept site=${site} end=${head.seq}`);
    console.log('이제 npm run rebuild-projections 로 목록을 저널에서 다시 쓰세요 · now write the lists anew: npm run rebuild-projections');
  } finally {
    await client.end();
    await store.close();
  }

  async function show(sites: readonly number[]): Promise<void> {
    for (const site of sites) {
      const { seq } = await store.head(site);
      const seen = (await seenEnds(site, store, snapshots)).map((end) => `${end.by.en}: ${end.seq}`).join(', ');
      console.log(`site=${site} journal_end=${seq} seen: ${seen || 'nothing'}`);
    }
  }
});
