// Replay gives the same state hash whatever the machine's time zone, locale and compiler do, stops at any command, and shows an account.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { Random } from '@maru/engine/testing/random.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { JournalArchive } from '@maru/kit/server/journal/archive.ts';
import { frameOf, GENESIS, type JournalPoint, pointAfter, sealEntry } from '@maru/kit/server/journal/journal-entry.ts';
import { hashCore } from '@maru/kit/server/recovery.ts';
import { factsAfter } from '@maru/kit/server/sequencer.ts';
import { refuseWhileRunning } from '../places.ts';
import { SimulatedJournal } from '../sim/simulated-journal.ts';

const SITE = 3;
const COMMANDS = 1_500;
const dir = mkdtempSync(join(tmpdir(), 'maru-replay-'));
/** State hash after each command, as the engine had it when the journal was written. */
const hashes: string[] = [''];
const accounts: string[] = [''];

beforeAll(async () => {
  const random = new Random(77);
  const run = new Simulation(77);
  const maker = engineMaker('small');
  const core = maker.create(SITE, maker.logicVersion);
  if (core === undefined) throw new Error('this release has no engine');
  const journal = new SimulatedJournal(random);
  const epoch = await journal.takeLease(SITE, 'test');
  let point: JournalPoint = GENESIS;
  let facts = 0;
  while (point.seq < COMMANDS) {
    // Flushes of one to nine commands, so that most sequences lie inside one.
    const records = Array.from({ length: random.between(1, 9) }, () => run.step());
    const { frame, records: words } = frameOf(records.reduce((sum, record) => sum + record.length, 0));
    const before = facts;
    core.events.length = 0;
    let offset = 0;
    for (const [i, record] of records.entries()) {
      words.set(record, offset);
      core.apply(words, offset, point.seq + 1 + i);
      offset += record.length;
      hashes.push(hashCore(core));
      accounts.push(JSON.stringify(core.query('account', [0])));
    }
    facts = factsAfter(facts, core.events.words.subarray(0, core.events.length));
    const engineTime = records[records.length - 1][1];
    const fields = { firstSeq: point.seq + 1, count: records.length, epoch, logicVersion: maker.logicVersion, engineTime, facts: before };
    const entry = sealEntry(SITE, point, frame, fields);
    expect(await journal.append(SITE, entry)).toBe('written');
    point = pointAfter(entry);
  }
  await new JournalArchive(dir).copy(SITE, journal, GENESIS, point.seq);
  expect([run.report.violations, run.report.differences]).toEqual([[], []]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function replay(env: Record<string, string>, flags: string[], ...args: string[]) {
  const tool = fileURLToPath(new URL('../replay.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, tool, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  return { output: stdout + stderr, status };
}

function unpack(bytes: Buffer): Buffer | undefined {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return undefined;
  }
}

describe('replay on any machine', () => {
  test.each([
    ['UTC', 'C', 'UTC', 'en-US', []],
    ['Asia/Kathmandu', 'tr_TR.UTF-8', 'Asia/Katmandu', 'tr-TR', []],
    ['America/St_Johns', 'ar_EG.UTF-8', 'America/St_Johns', 'ar-EG', ['--no-opt']],
    ['Pacific/Apia', 'ko_KR.UTF-8', 'Pacific/Apia', 'ko-KR', ['--no-maglev', '--no-sparkplug']],
  ])('TZ=%s LANG=%s: the hash that the engine had', (TZ, LANG, zone, locale, flags) => {
    const { output, status } = replay({ TZ, LANG, LC_ALL: LANG }, flags, dir);
    expect(output).toContain(`zone=${zone} locale=${locale}`);
    expect(output).toContain(`site=${SITE} seq=${hashes.length - 1} `);
    expect(output).toContain(`hash=${hashes.at(-1)}`);
    expect(status).toBe(0);
  });

  test('--until stops right after that command, also inside a flush, and --account prints it as it stood there', () => {
    for (const seq of [2, 777, 778, 1_203]) {
      const { output } = replay({ TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8' }, [], dir, '--until', String(seq), '--account', '0');
      expect(output).toContain(`seq=${seq} `);
      expect(output).toContain(`hash=${hashes[seq]}`);
      const view = JSON.parse(accounts[seq]) as { known: boolean; available?: number };
      expect(output).toContain(view.known ? `available=${formatDecimal(view.available ?? 0, 6, true)}` : 'account 0 unknown');
    }
  });

  test('--copy makes files that replay to the same hash; one flipped bit is refused', () => {
    const copy = join(dir, 'copy');
    expect(replay({}, [], dir, '--copy', copy).status).toBe(0);
    expect(replay({}, [], copy).output).toContain(`hash=${hashes.at(-1)}`);
    const file = join(copy, `site-${SITE}`, readdirSync(join(copy, `site-${SITE}`))[0]);
    // Packed again with a right checksum: what is proved is that the journal's own chain notices, whatever the packing does.
    const content = zstdDecompressSync(readFileSync(file));
    const head = { firstSeq: 0, epoch: 16, engineTime: 32, facts: 40, crc32: 48, chainHash: 64 };
    for (const [what, at] of Object.entries({
      ...head,
      'a record': 96 + 8,
      'the middle': content.length >> 1,
      'the end': content.length - 1,
    })) {
      const bytes = Buffer.from(content);
      bytes[at] ^= 4;
      writeFileSync(file, zstdCompressSync(bytes));
      const { output, status } = replay({}, [], file);
      expect([what, status, output]).toEqual([what, 1, expect.stringMatching(/differs|follows|went back|cut short/)]);
    }
  });

  test('a bit flipped in a packed file is refused, or is one that the unpacked content does not hang on', () => {
    const site = join(dir, `site-${SITE}`);
    const packed = readFileSync(join(site, readdirSync(site)[0]));
    const content = zstdDecompressSync(packed);
    let refused = 0;
    for (let at = 0; at < packed.length; at += 23) {
      const bytes = Buffer.from(packed);
      bytes[at] ^= 4;
      const unpacked = unpack(bytes);
      if (unpacked === undefined) refused++;
      else expect([at, unpacked.equals(content)]).toEqual([at, true]);
    }
    expect(refused).toBeGreaterThan(packed.length / 23 / 2);
  });

  test('a path that is no journal, a site without one and an unknown option are refused with what they are', () => {
    const backup = mkdtempSync(join(tmpdir(), 'maru-replay-backup-'));
    // Only the name of a backup's list of contents is looked at.
    writeFileSync(join(backup, 'manifest.json'), '{}');
    for (const [args, code, message] of [
      [[join(dir, 'nowhere')], 1, /does not exist/],
      [[backup], 1, /backup/],
      [[dir, '--site', '9'], 1, new RegExp(`site 9 has no journal here: sites ${SITE} have`)],
      [[dir, '--untill', '5'], 2, /Unknown option '--untill'[^]*npm run replay -- /],
    ] as const) {
      const { output, status } = replay({}, [], ...args);
      expect([status, output]).toEqual([code, expect.stringMatching(message)]);
    }
    rmSync(backup, { recursive: true });
  });
});

test('a journal that a live process goes on writing is refused, one whose process was killed is not', async () => {
  const holder = new URL('../../kit/server/lease-holder.ts', import.meta.url).href;
  const code = `import { holderName } from ${JSON.stringify(holder)};
    process.stdout.write(holderName());
    setInterval(() => {}, 1000);`;
  const maru = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [name] = (await once(maru.stdout, 'data')) as [Buffer];
  const store = { leaseHolder: async () => String(name) };
  const why = { ko: '까닭', en: 'why' };
  await expect(refuseWhileRunning(store, [1], why)).rejects.toThrow(
    `마루가 돌고 있습니다(프로세스 ${maru.pid}). 먼저 끄세요. 까닭\nMaru runs (process ${maru.pid}): stop it first, why`,
  );
  maru.kill('SIGKILL');
  await once(maru, 'exit');
  await refuseWhileRunning(store, [1], why);
  await refuseWhileRunning({ leaseHolder: async () => undefined }, [1], why);
});
