// PostgreSQL refuses to run as root: chooses the system user that runs it and a place that user can reach.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** User that owns the cluster; undefined = the one we run as. */
export interface ClusterOwner {
  name: string;
  uid: number;
  gid: number;
}

const SYSTEM_USER = 'maru';

/** As root: user `postgres`, else a system user of our own, created once. Otherwise undefined. */
export function clusterOwner(): ClusterOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = passwdEntry('postgres') ?? passwdEntry(SYSTEM_USER);
  if (found) return found;
  // Debian and Red Hat have useradd, Alpine's busybox adduser.
  const made = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER],
    ['adduser', '-S', '-D', '-H', SYSTEM_USER],
  ].some(([command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0);
  const created = made ? passwdEntry(SYSTEM_USER) : undefined;
  if (created) return created;
  throw new Error(
    `PostgreSQL does not run as root and no system user could be created: run as an ordinary user, create the user "${SYSTEM_USER}", or set DATABASE_URL.`,
  );
}

function passwdEntry(name: string): ClusterOwner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((l) => l.startsWith(`${name}:`));
  if (line === undefined) return undefined;
  const [, , uid, gid] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** True when `owner` may pass through every directory above `path` and enter it. */
export function isReachableFor(owner: ClusterOwner | undefined, path: string): boolean {
  if (owner === undefined) return true;
  let at = realpathSync(path);
  for (;;) {
    const s = statSync(at);
    const bits = s.uid === owner.uid ? s.mode >> 6 : s.gid === owner.gid ? s.mode >> 3 : s.mode;
    if ((bits & 1) === 0) return false;
    if (at === dirname(at)) return true;
    at = dirname(at);
  }
}

/** Where a root-started cluster lives when the data directory is not reachable: one place per data directory. */
export function reachableHome(dataDir: string): string {
  const tag = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join('/var/lib', `maru-${tag}`);
}
