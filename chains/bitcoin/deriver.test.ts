// Addresses from extended public keys: the published vectors, and what is no extended public key of an account.
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { extendedPrivateKeyAt, extendedPublicKeyAt } from '../testing/phrase-keys.ts';
import { depositPath, deriverOf } from './deriver.ts';
import { btc, doge } from './network.ts';

/** BIP84's own example of the twelve words "abandon ... about". */
const BIP84_ACCOUNT = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

describe('addresses of deposits', () => {
  it('are those of BIP84, from its account as it is written there and as an xpub', () => {
    const addresses = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'];
    for (const account of [BIP84_ACCOUNT, extendedPublicKeyAt(btc.accountPath)])
      expect([0, 1].map((index) => deriverOf(btc).addressAt(account, index))).toEqual(addresses);
  });

  it('are those of Dogecoin by BIP44, from an xpub and from a dgub', () => {
    const asDogecoinWrites = HDKey.fromMasterSeed(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`), {
      public: 0x02facafd,
      private: 0x02fac398,
    }).derive(doge.accountPath);
    for (const account of [extendedPublicKeyAt(doge.accountPath), asDogecoinWrites.publicExtendedKey])
      expect(deriverOf(doge).addressAt(account, 0)).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC');
  });

  it('have the keys that their paths say', () => {
    expect(depositPath(btc, 5)).toBe("m/84'/0'/0'/0/5");
    expect(depositPath(doge, 0)).toBe("m/44'/3'/0'/0/0");
  });

  it.each([
    ['of another coin', BIP84_ACCOUNT],
    ['private', extendedPrivateKeyAt(doge.accountPath)],
    ['of no account', extendedPublicKeyAt("m/44'/3'")],
    ['mistyped', `${extendedPublicKeyAt(doge.accountPath).slice(0, -1)}1`],
  ])('are not made from a key that is %s', (_, key) => expect(() => deriverOf(doge).addressAt(key, 0)).toThrow());

  it.each([-1, 1.5, 2 ** 31])('have no index %d', (index) => expect(() => deriverOf(btc).addressAt(BIP84_ACCOUNT, index)).toThrow());
});
