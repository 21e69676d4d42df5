// npm run backup -- [directory]: copies everything of one moment, while the server may run; proves each site's state and writes down how it went.
import { join, resolve } from 'node:path';
import { recordedBackup } from '@maru/kit/server/backup-runs.ts';
import { backup } from '@maru/kit/server/backup.ts';
import { withInstallation } from './places.ts';

await withInstallation(async ({ config, places }) => {
  const now = new Date();
  const dir = resolve(process.argv[2] ?? join(config.dataDir, 'backups', now.toISOString().replace(/[:.]/g, '-')));
  const began = performance.now();
  const { tables, sites } = await recordedBackup(places.address, dir, () => backup(places, dir, now));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  for (const { site, seq, stateHash } of sites) console.log(`backup site=${site} seq=${seq} hash=${stateHash}`);
  console.log(`backup dir=${dir} tables=${tables.length} rows=${rows} sites=${sites.length} ms=${Math.round(performance.now() - began)}`);
});
