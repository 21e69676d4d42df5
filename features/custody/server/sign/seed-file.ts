// The seed of all keys in a file of the signer's own, sealed by a passphrase; nobody else reads it, and it is in no database.
import { randomBytes, scryptSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openBytes, sealBytes } from '@maru/kit/server/seal.ts';
import { syncDirectory } from '@maru/kit/server/snapshot-file.ts';

/** Costs a guess 64 MB and a tenth of a second. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const SALT = 16;
const HEAD = Buffer.from('maru-seed-1\n');
const SEED_BYTES = 64;

export class SeedRefused extends Error {}

const keyOf = (passphrase: string, salt: Uint8Array): Buffer => scryptSync(passphrase, salt, 32, SCRYPT);

/**
 * Made at the first start, and the same for ever. Throws SeedRefused where the passphrase does not open it, and where the file is
 * gone though keys of it were given out: a new one in its place would take coins in that nobody can ever send.
 */
export function openSeed(path: string, passphrase: string, { isFirst }: { isFirst: boolean }): Buffer {
  if (!existsSync(path)) {
    if (!isFirst) throw new SeedRefused(`${path} is gone, and addresses of its seed are in use: put the file back`);
    writeSeed(path, passphrase, randomBytes(SEED_BYTES));
  }
  const file = readFileSync(path);
  if (!file.subarray(0, HEAD.length).equals(HEAD)) throw new SeedRefused(`${path} is no seed file`);
  const [salt, sealed] = [file.subarray(HEAD.length, HEAD.length + SALT), file.subarray(HEAD.length + SALT)];
  const seed = openBytes(keyOf(passphrase, salt), sealed, HEAD);
  if (seed === undefined) throw new SeedRefused(`the passphrase does not open ${path}`);
  return seed;
}

/**
 * Whole or not at all: a seed cut short by a power failure would look like one that nobody can open. And never over another one: of two
 * first starts at once both go on with the seed that came first.
 */
export function writeSeed(path: string, passphrase: string, seed: Buffer): void {
  const salt = randomBytes(SALT);
  const making = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(making, 'wx', 0o600);
  try {
    writeFileSync(file, Buffer.concat([HEAD, salt, sealBytes(keyOf(passphrase, salt), seed, HEAD)]));
    fsyncSync(file);
    linkSync(making, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(making);
  }
  syncDirectory(dirname(path));
}
