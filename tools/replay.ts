// npm run replay -- [data directory | journal files] [--site N] [--until SEQ] [--account N] [--copy DIR]: replays a site's whole
// journal from its first command, on no one's data, compares the state with every snapshot it passes, and prints its hash.
//
// `--until` stops right after that command; `--account` prints an account as it stood there; `--copy` writes the journal as files
// that another machine can replay. Time zone and locale are printed because the hash must not depend on them.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { JournalArchive, readHistory } from '@maru/kit/server/journal/archive.ts';
import { GENESIS } from '@maru/kit/server/journal/journal-entry.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { type EngineAt, hashCore } from '@maru/kit/server/recovery.ts';
import type { ReplaySource } from '@maru/kit/server/replay-site.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { archivedSites, archiveStore, journalPath } from './replay/journal-source.ts';
import { accountLines } from './replay/print-account.ts';
import { replayExactly } from './replay/replay-exactly.ts';

const USAGE = 'npm run replay -- [data directory | journal files] [--site N] [--until SEQ] [--account N] [--copy DIR]';
const { values, positionals } = readArguments();
const whole = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`--${name} takes a whole number, not ${text}`);
  return Number(text);
};

try {
  const [site, until, account] = [whole('site', values.site), whole('until', values.until), whole('account', values.account)];
  const path = positionals.length === 0 ? undefined : journalPath(positionals[0]);
  if (path?.kind === 'archive') {
    const source = { store: archiveStore(path.archiveDir), maker: engineMaker('small'), snapshotDir: '', archiveDir: path.archiveDir };
    for (const one of chosen(site ?? path.site, archivedSites(path.archiveDir))) await replayOne({ ...source, site: one }, until, account);
  } else {
    if (path !== undefined) process.env.MARU_DATA = path.dataDir;
    // Journal files need no database, nor what comes with it.
    const { journaledSites, refuseWhileRunning, withInstallation } = await import('./places.ts');
    const { openPostgresJournal } = await import('@maru/kit/server/journal/postgres-journal.ts');
    await withInstallation(async ({ places }) => {
      const store = openPostgresJournal(places.address, { connections: 1, answerTimeoutMs: 60_000 });
      const sites = chosen(site, await journaledSites(places.address));
      await refuseWhileRunning(store, sites, {
        ko: '원장이 계속 자라니, 끄지 않으려면 복사본을 재생하세요.',
        en: 'or replay a copy of it: its journal goes on growing',
      });
      for (const one of sites) await replayOne({ ...places, site: one, store }, until, account);
      await store.close();
    });
  }
} catch (error) {
  process.stderr.write(`maru  ${(error as Error).message}\n`);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ allowPositionals: true, options: { site: text, until: text, account: text, copy: text } });
  } catch (error) {
    process.stderr.write(`maru  ${(error as Error).message}\nmaru  ${USAGE}\n`);
    process.exit(2);
  }
}

/** The site that was asked for, or all that have a journal here. */
function chosen(site: number | undefined, journaled: readonly number[]): readonly number[] {
  if (site === undefined || journaled.includes(site)) return site === undefined ? journaled : [site];
  throw new Error(
    `site ${site} has no journal here: ${journaled.length === 0 ? 'there is none at all' : `sites ${journaled.join(', ')} have`}`,
  );
}

async function replayOne(source: ReplaySource, untilSeq: number | undefined, account: number | undefined): Promise<void> {
  const { site } = source;
  const snapshots = source.snapshotDir === '' ? undefined : new SnapshotStore(source.snapshotDir);
  const known = new Map(snapshots?.list(site).map((seq) => [seq, snapshots.read(site, seq).head.stateHash]));
  let compared = 0;
  const compare = (at: EngineAt) => {
    const expected = known.get(at.point.seq);
    if (expected === undefined) return;
    if (hashCore(at.core) !== expected) throw new Error(`site ${site}: replay and snapshot differ at ${at.point.seq}`);
    compared++;
  };
  const began = performance.now();
  const { at, seq } = await replayExactly(source, { untilSeq, fromBeginning: true, each: (_batch, now) => compare(now) });
  const ms = performance.now() - began;
  if (untilSeq !== undefined && seq < untilSeq) console.log(`site ${site}: the journal ends at ${seq}, before ${untilSeq}`);
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  console.log(
    `replay site=${site} seq=${seq} ms=${Math.round(ms)} commands_s=${Math.round((seq / ms) * 1000)} zone=${timeZone} locale=${locale} ` +
      `snapshots_equal=${compared} hash=${hashCore(at.core)}`,
  );
  if (account !== undefined) for (const line of accountLines(at.core, account)) console.log(line);
  if (values.copy !== undefined) await copyJournal(source, values.copy, at.point.seq);
}

/** Whole flushes up to `untilSeq`, archive and table as one. */
async function copyJournal(source: ReplaySource, dir: string, untilSeq: number): Promise<void> {
  const { site, store, archiveDir } = source;
  const from = new JournalArchive(archiveDir);
  const target = new JournalArchive(dir);
  for (const file of target.list(site)) rmSync(file.path);
  const whole = { ...store, read: (of: number, afterSeq: number) => readHistory(store, from, of, afterSeq) };
  const { seq } = await target.copy(site, whole, GENESIS, untilSeq);
  console.log(`copy site=${site} seq=${seq} dir=${dir}`);
}
