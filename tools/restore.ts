// npm run restore -- <directory>: brings a backup into an empty installation (MARU_DATA, DATABASE_URL) and proves it by replay.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restore } from '@maru/kit/server/backup.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import { withInstallation } from './places.ts';

const usage = new OperatorFault(
  '어느 백업인가요? npm run restore -- <manifest.json이 있는 폴더>',
  'which backup? npm run restore -- <directory that holds a manifest.json>',
);

async function run(dir: string): Promise<void> {
  await withInstallation(
    async ({ places, migrations }) => {
      const began = performance.now();
      for (const { site, seq, stateHash } of await restore(places, resolve(dir), migrations)) {
        console.log(`restore site=${site} seq=${seq} state=${stateHash} hash=ok`);
      }
      console.log(`restore ok rto_s=${((performance.now() - began) / 1000).toFixed(1)}`);
    },
    { isNew: true },
  );
}

const dir = process.argv[2];
// Looked at first: a slip of the pen must not make a database.
if (dir !== undefined && existsSync(join(dir, 'manifest.json'))) await run(dir);
else {
  process.stderr.write(`maru  ${usage.message.replaceAll('\n', '\n      ')}\n`);
  process.exitCode = 1;
}
