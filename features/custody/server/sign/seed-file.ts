// The seed of all keys in a file of the signer's own, sealed by a passphrase; nobody else reads it, and it is in no database.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Costs a guess 64 MB and a tenth of a second. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const [SALT, NONCE, TAG] = [16, 12, 16];
const HEAD = Buffer.from('maru-seed-1\n');
const SEED_BYTES = 64;

export class SeedRefused extends Error {}

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
  const body = file.subarray(HEAD.length);
  const key = scryptSync(passphrase, body.subarray(0, SALT), 32, SCRYPT);
  const sealed = body.subarray(SALT + NONCE + TAG);
  try {
    const opened = createDecipheriv('aes-256-gcm', key, body.subarray(SALT, SALT + NONCE)).setAAD(HEAD);
    opened.setAuthTag(body.subarray(SALT + NONCE, SALT + NONCE + TAG));
    return Buffer.concat([opened.update(sealed), opened.final()]);
  } catch {
    throw new SeedRefused(`the passphrase does not open ${path}`);
  }
}

/** Whole or not at all: a seed cut short by a power failure would look like one that nobody can open. */
function writeSeed(path: string, passphrase: string, seed: Buffer): void {
  const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, SCRYPT), nonce).setAAD(HEAD);
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  const making = `${path}.making`;
  const file = openSync(making, 'w', 0o600);
  writeSync(file, Buffer.concat([HEAD, salt, nonce, cipher.getAuthTag(), sealed]));
  fsyncSync(file);
  closeSync(file);
  renameSync(making, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
