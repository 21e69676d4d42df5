// Which cluster a data directory has, noted with its password: its own alone, also where the directory was moved or is a copy of another.
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reachableHome } from './embedded-postgres-owner.ts';
import { OperatorFault } from './operator-fault.ts';

/** What the data directory remembers of its cluster (mode 600). */
export interface ClusterNote {
  cluster: string;
  password: string;
}

const NOTE = 'postgres.json';
/** A place below /var/lib that is some data directory's, as reachableHome() names them. */
const OUTSIDE = basename(reachableHome('')).replace(/-.*/, '-');

export const isCluster = (path: string): boolean => existsSync(join(path, 'PG_VERSION'));

/** Undefined when there is none yet. Throws OperatorFault where the noted cluster is another data directory's. */
export function readNote(dataDir: string): ClusterNote | undefined {
  const path = join(dataDir, NOTE);
  if (!existsSync(path)) return undefined;
  const note = JSON.parse(readFileSync(path, 'utf8')) as ClusterNote;
  const real = realpathSync(dataDir);
  const own = [join(real, 'postgres'), join(reachableHome(real), 'postgres')];
  if (own.includes(note.cluster)) return note;
  // Copied or moved together with its cluster: the note still names the place of before, which may be another's by now.
  const here = own.find(isCluster);
  if (here !== undefined) return { ...note, cluster: here };
  if (isOfAnother(note.cluster)) throw foreign(real, note.cluster, own[isOutside(note.cluster) ? 1 : 0]);
  return note;
}

export function writeNote(dataDir: string, note: ClusterNote): void {
  const path = join(dataDir, NOTE);
  writeFileSync(`${path}.new`, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Where the cluster of a data directory is; undefined when it has none. */
export function clusterOf(dataDir: string): string | undefined {
  return readNote(dataDir)?.cluster;
}

const isOutside = (cluster: string): boolean => basename(dirname(cluster)).startsWith(OUTSIDE);

/** Beside the note of a data directory, or in the place that one was given outside. Wherever else an operator put it is his own. */
function isOfAnother(cluster: string): boolean {
  return isCluster(cluster) && (isOutside(cluster) || existsSync(join(dirname(cluster), NOTE)));
}

function foreign(dataDir: string, cluster: string, own: string): OperatorFault {
  return new OperatorFault(
    `${dataDir}은(는) 다른 데이터 폴더를 옮기거나 복사한 것이고, 데이터베이스 ${cluster}은(는) 그 폴더의 것입니다. 복사하려면 npm run backup과 ` +
      `npm run restore를 쓰세요. 폴더를 옮긴 것이라면 ${cluster}을(를) ${own}(으)로 옮긴 뒤 다시 시작하세요. 아무것도 바꾸지 않았습니다.`,
    `${dataDir} was moved, or is a copy of another data directory, and the database ${cluster} is that one's. To copy an installation use npm run backup ` +
      `and npm run restore. If the directory was moved, move ${cluster} to ${own} and start again. Nothing was changed.`,
  );
}
