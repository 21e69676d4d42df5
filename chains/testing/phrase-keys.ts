// The seed that every paper of these chains uses for its examples: keys and extended public keys for tests.
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import type { Keys } from '../chain.ts';

const root = HDKey.fromMasterSeed(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`));

export const phraseKeys: Keys = {
  privateKeyAt(path) {
    const { privateKey } = root.derive(path);
    if (privateKey === null) throw new Error(`there is no key at ${path}`);
    return privateKey;
  },
};

export const extendedPublicKeyAt = (path: string): string => root.derive(path).publicExtendedKey;
export const extendedPrivateKeyAt = (path: string): string => root.derive(path).privateExtendedKey;
