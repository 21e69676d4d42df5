// Settings of a signer that is started by itself: a database, its folder, and the file of its passphrase; nothing else of the installation.
import { readFileSync } from 'node:fs';
import { chainSettings } from './config-chain-settings.ts';
import { faultsOfSigner, type SignerPlace, signerOf } from './config-chains.ts';
import { ConfigError, readerOf } from './config.ts';
import { settings } from './config-settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A shorter one is guessed; a demo's is four letters. */
const LEAST_PASSPHRASE = 12;

export function loadSignerConfig(env: Env): SignerPlace & { databaseUrl: string } {
  const faults: string[] = [];
  const read = readerOf(env, faults);
  const place = signerOf(read(chainSettings.signerDir), read(chainSettings.passphraseFile), faults);
  const databaseUrl = read(settings.databaseUrl);
  if (place === undefined && faults.length === 0) faults.push('MARU_SIGNER_DIR: 필요합니다 · is needed');
  if (databaseUrl === undefined) faults.push('DATABASE_URL: 필요합니다 · is needed');
  if (place !== undefined) faults.push(...faultsOfSigner(place));
  if (place === undefined || databaseUrl === undefined || faults.length > 0) throw new ConfigError(faults);
  return { ...place, databaseUrl };
}

/** Of the folder alone, for commands that ask the person for the rest. */
export function signerDirOf(env: Env): string {
  const faults: string[] = [];
  const dir = readerOf(env, faults)(chainSettings.signerDir);
  if (dir === undefined) throw new ConfigError(['MARU_SIGNER_DIR: 필요합니다 · is needed', ...faults]);
  return dir;
}

export function readPassphrase(path: string): string {
  const passphrase = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  if (passphrase.length < LEAST_PASSPHRASE)
    throw new ConfigError([
      `MARU_SIGNER_PASSPHRASE_FILE: 암호는 ${LEAST_PASSPHRASE}자 이상이어야 합니다 · a passphrase has ${LEAST_PASSPHRASE} characters at least`,
    ]);
  return passphrase;
}
