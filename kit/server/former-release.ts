// Before a new release touches the database: can every site be opened here, and has the former one left a snapshot at the end of every journal?
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';
import type { EngineMaker } from './engine-core.ts';
import { JournalArchive, readHistory } from './journal/archive.ts';
import { openPostgresJournal } from './journal/postgres-journal.ts';
import { OperatorFault } from './operator-fault.ts';
import { lookBeforeOpening } from './recovery.ts';
import { SnapshotStore } from './snapshot-store.ts';

/** The end of each site's journal. One whose rows are all archived ends at a snapshot. */
const ENDS = `SELECT l.site, j.logic_version AS version, (j.first_seq + j.count - 1)::float8 AS seq FROM engine_lease l
  CROSS JOIN LATERAL (SELECT * FROM journal WHERE site = l.site ORDER BY first_seq DESC LIMIT 1) j ORDER BY l.site`;

const LEASED = 'SELECT site FROM engine_lease ORDER BY site';

/**
 * Throws OperatorFault where commands behind a site's last snapshot were decided under older rules, which nobody but their release can
 * replay (recovery.ts). Asked before migrations, or that release would no longer know the database and could not be started again.
 */
export async function checkFormerRelease(
  address: DatabaseAddress,
  snapshotDir: string,
  { rules, logicVersion }: Pick<EngineMaker, 'rules' | 'logicVersion'>,
): Promise<void> {
  const snapshots = new SnapshotStore(snapshotDir);
  for (const { site, version, seq } of await journalEnds(address)) {
    if (rules(version) >= rules(logicVersion) || (snapshots.list(site)[0] ?? 0) >= seq) continue;
    throw new OperatorFault(
      `사이트 ${site}: 이전 버전이 정상 종료되지 않아 저널 끝(${seq})에 스냅샷이 없습니다. 이전 버전을 한 번 더 시작해 정상 종료(Ctrl+C)한 뒤 ` +
        '이 버전을 시작하세요. 데이터베이스는 바뀌지 않았습니다.',
      `site ${site}: the former release was not stopped in order, so there is no snapshot at the journal's end (${seq}). ` +
        'Start that release once more, stop it in order (Ctrl+C), then start this one. The database was not changed.',
    );
  }
}

/**
 * Throws what the opening of a site would throw: a journal that went backwards, a gap that no whole snapshot bridges, another server that
 * runs. Asked before migrations, so that the words "nothing was changed" are true and the former release can be started again.
 */
export async function checkOpenings(
  address: DatabaseAddress,
  { snapshotDir, archiveDir }: { snapshotDir: string; archiveDir: string },
  maker: EngineMaker,
): Promise<void> {
  const sites = await leasedSites(address);
  const snapshots = new SnapshotStore(snapshotDir);
  const archive = new JournalArchive(archiveDir);
  const store = openPostgresJournal(address, { connections: 1, answerTimeoutMs: 60_000 });
  // What is passed over the engine's thread says when it opens the site.
  const warn = () => {};
  try {
    for (const site of sites) {
      const history = (afterSeq: number) => readHistory(store, archive, site, afterSeq);
      await lookBeforeOpening({ site, store, snapshots, maker, history, warn });
    }
  } finally {
    await store.close();
  }
}

interface JournalEnd {
  site: number;
  version: number;
  seq: number;
}

async function journalEnds(address: DatabaseAddress): Promise<JournalEnd[]> {
  return askWhereKnown<JournalEnd>(address, ENDS);
}

async function leasedSites(address: DatabaseAddress): Promise<number[]> {
  return (await askWhereKnown<{ site: number }>(address, LEASED)).map(({ site }) => site);
}

/** Nothing of a database that has no journal yet. */
async function askWhereKnown<T extends pg.QueryResultRow>(address: DatabaseAddress, text: typeof ENDS | typeof LEASED): Promise<T[]> {
  const client = new pg.Client({ ...address, application_name: 'maru former release' });
  await client.connect();
  try {
    const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('journal') IS NOT NULL AS known");
    return rows[0].known ? (await client.query<T>(text)).rows : [];
  } finally {
    await client.end();
  }
}
