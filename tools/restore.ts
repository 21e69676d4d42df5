// npm run restore -- <directory>: brings a backup into an empty installation (MARU_DATA, DATABASE_URL) and proves it by replay.
import { resolve } from 'node:path';
import { restore } from '@maru/kit/server/backup.ts';
import { withInstallation } from './places.ts';

await withInstallation(async ({ places, migrations }) => {
  const dir = process.argv[2];
  if (dir === undefined) throw new Error('which backup? npm run restore -- <directory>');
  const began = performance.now();
  for (const { site, seq, stateHash } of await restore(places, resolve(dir), migrations)) {
    console.log(`restore site=${site} seq=${seq} state=${stateHash} hash=ok`);
  }
  console.log(`restore ok rto_s=${((performance.now() - began) / 1000).toFixed(1)}`);
});
