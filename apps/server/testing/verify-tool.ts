// The stand-alone verifier as anyone runs it: what it says to files of these contents.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function toolSays(...contents: unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'verify-round-'));
  const files = contents.map((_, i) => join(folder, `${i}.json`));
  contents.forEach((content, i) => writeFileSync(files[i], JSON.stringify(content)));
  const tool = fileURLToPath(new URL('../../../tools/verify-round/verify-round.mjs', import.meta.url));
  try {
    return spawnSync(process.execPath, [tool, ...files], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
