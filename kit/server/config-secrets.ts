// Secrets live in files of mode 600 under MARU_DATA/secrets, made on first start; the previous token key stays valid for a rotation.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface TokenKey {
  /** Names the key in a token's header; derived from it, says nothing about it. */
  kid: string;
  key: string;
}
export interface Secrets {
  /** The first signs; all verify. */
  readonly tokenKeys: readonly TokenKey[];
  /** 256 bits that encrypt what must be read back from the database (secrets of API keys); not rotated with the tokens. */
  readonly storageKey: Buffer;
}

const current = 'token-key';
const previous = 'token-key.previous';
const storage = 'storage-key';

export function loadSecrets(dataDir: string): Secrets {
  const dir = join(dataDir, 'secrets');
  // The data directory itself may be passed through: as root the database runs as another user below it.
  mkdirSync(dirname(dir), { recursive: true, mode: 0o711 });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const keys = [readKey(join(dir, current)) ?? createKey(join(dir, current))];
  const old = readKey(join(dir, previous));
  if (old !== undefined) keys.push(old);
  const { key } = readKey(join(dir, storage)) ?? createKey(join(dir, storage));
  return { tokenKeys: keys, storageKey: Buffer.from(key, 'base64url').subarray(0, 32) };
}

function readKey(path: string): TokenKey | undefined {
  if (!existsSync(path)) return undefined;
  // A key copied in by hand or by a backup may have come with wider rights.
  chmodSync(path, 0o600);
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < 43) throw new Error(`${path}: is not a key of 256 bits; move it away and start again`);
  return { kid: kidOf(key), key };
}

function createKey(path: string): TokenKey {
  const key = randomBytes(32).toString('base64url');
  const fresh = `${path}.new-${process.pid}`;
  writeFileSync(fresh, `${key}\n`, { mode: 0o600 });
  try {
    // Of two starts at once both must end up with the same key, and none with half of one.
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readKey(path) as TokenKey;
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  return { kid: kidOf(key), key };
}

const kidOf = (key: string) => createHash('sha256').update(`maru kid ${key}`).digest('base64url').slice(0, 8);
