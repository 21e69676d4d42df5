// Addresses by checksum and network, against published vectors.
import { describe, expect, it } from 'vitest';
import type { ChainName } from '../chain.ts';
import { isAddress, isBitcoinAddress, isTestNetwork, whoseAddress } from './is-address.ts';

/** The twelve-word phrase "abandon ... about" at the first address of each coin, then examples of each coin's own papers. */
const good: Record<ChainName, string[]> = {
  ETH: [
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    '0x9858effd232b4033e47d90003d41ec34ecaeda94',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  TRON: ['TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  BTC: [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  ],
  DOGE: ['DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  XRP: ['rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ'],
  EOS: ['eosio.token', 'marucustody1', 'a'],
};

const changed = (text: string, at: number) => text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);

describe('addresses', () => {
  it.each(Object.entries(good))('%s: its own are taken', (chain, addresses) => {
    for (const text of addresses) expect([text, isAddress(chain as ChainName, text)]).toEqual([text, true]);
  });

  it('no address of one chain is taken by another', () => {
    for (const [chain, addresses] of Object.entries(good))
      for (const other of Object.keys(good) as ChainName[])
        if (other !== chain) for (const text of addresses) expect([other, text, isAddress(other, text)]).toEqual([other, text, false]);
  });

  it('one changed letter anywhere, a blank, a missing or a doubled end are refused', () => {
    for (const [chain, addresses] of Object.entries(good)) {
      if (chain === 'EOS') continue;
      const text = addresses[0];
      for (let at = 0; at < text.length; at++)
        expect([chain, changed(text, at), isAddress(chain as ChainName, changed(text, at))]).toEqual([chain, changed(text, at), false]);
      for (const wrong of [` ${text}`, `${text} `, `${text}\n`, text.slice(0, -1), text + text.at(-1), '', text.slice(1)])
        expect([wrong, isAddress(chain as ChainName, wrong)]).toEqual([wrong, false]);
    }
  });

  it('ETH: wrong case is a wrong checksum', () => {
    expect(isAddress('ETH', '0x9858EfFD232B4033E47d90003D41EC34EcaEdA94')).toBe(false);
    expect(isAddress('ETH', '0X9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe(false);
    expect(isAddress('ETH', '9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe(false);
  });

  it('BTC: witness version 1 with the checksum of version 0, and the reverse, are refused (BIP 350)', () => {
    for (const text of [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
      'bc1pw5dgrnzv',
      'bc1gmk9yu',
    ])
      expect([text, isAddress('BTC', text)]).toEqual([text, false]);
  });

  it('EOS: capitals, digits above five, dots at an end, more than twelve letters are none', () => {
    for (const text of ['EOSIO.token', 'account6', '.dot', 'dot.', 'abcdefghijklm']) expect(isAddress('EOS', text)).toBe(false);
  });

  it('a pasted address is named by its chain', () => {
    for (const [chain, [first]] of Object.entries(good)) if (chain !== 'EOS') expect(whoseAddress(first)).toBe(chain);
    expect(whoseAddress('marucustody1')).toBe('EOS');
    expect(whoseAddress('hello')).toBeUndefined();
    expect(whoseAddress('')).toBeUndefined();
  });

  it('test networks are known as such and belong to no coin', () => {
    for (const text of ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn']) {
      expect([text, isTestNetwork(text)]).toEqual([text, true]);
      expect(whoseAddress(text)).toBeUndefined();
    }
    expect(isTestNetwork(good.BTC[0])).toBe(false);
    expect(isBitcoinAddress('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', { pubKeyHash: 0x6f, scriptHash: 0xc4, witness: 'tb' })).toBe(
      true,
    );
  });
});
