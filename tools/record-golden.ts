// Records the golden journal of a release: `node tools/record-golden.ts 0.1`. Only for a new release or a raised LOGIC_VERSION.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordGolden } from '@maru/engine/testing/golden-journal.ts';

const SEED = 20_261;
const COMMANDS = 2_000;

const release = process.argv[2] ?? '';
if (!/^\d+\.\d+$/.test(release)) throw new Error('which release? for example: node tools/record-golden.ts 0.2');
const folder = join(import.meta.dirname, '../engine/testing/golden');
const path = join(folder, `release-${release}.txt`);
if (existsSync(path) && process.argv[3] !== '--again') throw new Error(`${path} is there already; a released journal never changes`);
mkdirSync(folder, { recursive: true });
writeFileSync(path, recordGolden(SEED, COMMANDS));
console.log(`recorded ${COMMANDS} commands into ${path}`);
