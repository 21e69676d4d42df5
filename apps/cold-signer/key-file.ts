// The key of cold storage in a file sealed by a passphrase, with what it signs for: one network, and the addresses that it may pay.
import { randomBytes, scryptSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { accountKey, accountPath, keysOf } from '@maru/chains/account-keys.ts';
import { type ChainName, chainNames, type Keys } from '@maru/chains/chain.ts';
import { type DerivedChain, derivers } from '@maru/chains/derivers.ts';
import { demoAccountOf } from '@maru/chains/eos/demo-accounts.ts';
import { eosKeyAt } from '@maru/chains/eos/key-text.ts';
import { openBytes, sealBytes } from '@maru/kit/server/seal.ts';
import { z } from 'zod/mini';

/** Costs a guess 128 MB and a fifth of a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const SALT = 16;
const HEAD = Buffer.from('maru-cold-key-1\n');

const content = z.object({
  network: z.enum(['main', 'demo']),
  /** Of the phrase (BIP 39), in hex. */
  seed: z.string(),
  /** By chain, whom it pays: hot addresses of the site. */
  allowed: z.record(z.string(), z.array(z.string())),
  /** Names of accounts say nothing about their keys. */
  eosAccount: z.optional(z.string()),
});
export type ColdKey = z.output<typeof content>;

const keyOf = (passphrase: string, salt: Uint8Array): Buffer => scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);

/** Whole or not at all, for nobody else on the machine. `isNew`: never over another one. */
export function writeKey(path: string, passphrase: string, key: ColdKey, isNew: boolean): void {
  const salt = randomBytes(SALT);
  const bytes = Buffer.concat([HEAD, salt, sealBytes(keyOf(passphrase, salt), Buffer.from(JSON.stringify(key)), HEAD)]);
  const target = isNew ? path : `${path}.new`;
  const file = openSync(target, isNew ? 'wx' : 'w', 0o600);
  writeFileSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  if (!isNew) renameSync(target, path);
}

export function readKey(path: string, passphrase: string): ColdKey {
  const file = readFileSync(path);
  if (!file.subarray(0, HEAD.length).equals(HEAD)) throw new Error(`키 파일이 아니에요 · ${path} is no key file`);
  const [salt, sealed] = [file.subarray(HEAD.length, HEAD.length + SALT), file.subarray(HEAD.length + SALT)];
  const opened = openBytes(keyOf(passphrase, salt), sealed, HEAD);
  if (opened === undefined)
    throw new Error('암호가 맞지 않거나 파일이 상했어요 · the passphrase does not open the key file, or it is damaged');
  return content.parse(JSON.parse(opened.toString()));
}

/** The first of the first account of each chain; undefined: EOS without a name. */
export function addressesOf({ network, seed, eosAccount }: ColdKey): Record<ChainName, string | undefined> {
  const at = (chain: ChainName) => accountKey(Buffer.from(seed, 'hex'), chain, 0);
  const first = (chain: DerivedChain) => derivers[network][chain].addressAt(at(chain), 0);
  const named = eosAccount ?? (network === 'demo' ? demoAccountOf(at('EOS'), 0).name : undefined);
  return {
    ETH: first('ETH'),
    TRON: first('TRON'),
    BTC: first('BTC'),
    DOGE: first('DOGE'),
    XRP: first('XRP'),
    EOS: named,
  };
}

/** What an account of EOS is to be given as its key. */
export const eosKeyOf = ({ seed }: ColdKey): string => eosKeyAt(accountKey(Buffer.from(seed, 'hex'), 'EOS', 0), 0);

export const pathOf = (chain: ChainName): string => `${accountPath(chain, 0)}/0/0`;
export const privateKeys = ({ seed }: ColdKey): Keys => keysOf(Buffer.from(seed, 'hex'));
export const isChain = (text: string | undefined): text is ChainName => chainNames.some((name) => name === text);
