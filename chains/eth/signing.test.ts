// What is signed is read from its bytes: published vectors, and everything that must not get a signature.
import { parseAbi, encodeFunctionData, serializeTransaction } from 'viem/utils';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { mixedCase } from '../address/checksums.ts';
import type { Unsigned } from '../chain.ts';
import { nextNumber } from '../next-number.ts';
import { extendedPrivateKeyAt, extendedPublicKeyAt, phraseKeys } from '../testing/phrase-keys.ts';
import { ethDeriver } from './deriver.ts';
import { readTransferCall, transferCall, transferOf, TRANSFER_TOPIC } from './erc20.ts';
import { ethSigning } from './signing.ts';
import { toBytes, type EthTransaction } from './transaction.ts';

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const OURS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const PATH = "m/44'/60'/0'/0/0";
const signing = ethSigning({
  chainId: 1n,
  coins: [
    { code: 'ETH', decimals: 18 },
    { code: 'ETH_USDT', contract: TOKEN, decimals: 6 },
  ],
});
const plain: EthTransaction = {
  chainId: 1,
  nonce: 7n,
  to: OTHER,
  value: 10n ** 18n + 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 30n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
};
const unsigned = (body: string): Unsigned => ({ chain: 'ETH', body, sources: [{ address: OURS, path: PATH }] });
const of = (change: Partial<EthTransaction>) => unsigned(toBytes({ ...plain, ...change }));

describe('addresses', () => {
  it('are those of the published phrase, from the public key alone', () => {
    expect(ethDeriver.addressAt(extendedPublicKeyAt("m/44'/60'/0'"), 0)).toBe(OURS);
    expect(privateKeyToAccount(`0x${Buffer.from(phraseKeys.privateKeyAt(PATH)).toString('hex')}`).address).toBe(OURS);
  });

  it('each index has another; an extended private key and no index at all are refused', () => {
    const account = extendedPublicKeyAt("m/44'/60'/0'");
    expect(new Set([0, 1, 2, 2 ** 31 - 1].map((index) => ethDeriver.addressAt(account, index))).size).toBe(4);
    expect(() => ethDeriver.addressAt(extendedPrivateKeyAt("m/44'/60'/0'"), 0)).toThrow(/private/);
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) expect(() => ethDeriver.addressAt(account, index)).toThrow(/index/);
  });
});

describe('decoding', () => {
  it('a payment of the own coin, to the last wei', () => {
    expect(signing.decode(of({}))).toEqual({
      chain: 'ETH',
      from: [OURS],
      change: [],
      feeLimit: 630_000n * 10n ** 9n,
      payments: [{ to: OTHER, memo: null, coin: 'ETH', amount: 10n ** 18n + 1n }],
      reservation: { nonce: { address: OURS, nonce: 7n } },
    });
  });

  it('a transfer of a listed token, up to the largest word', () => {
    const amount = 2n ** 256n - 1n;
    const data = transferCall(OTHER, amount);
    expect(data).toBe(encodeFunctionData({ abi: parseAbi(['function transfer(address to, uint256 value)']), args: [OTHER, amount] }));
    expect(signing.decode(of({ to: TOKEN, value: 0n, data })).payments).toEqual([{ to: OTHER, memo: null, coin: 'ETH_USDT', amount }]);
  });

  const transfer = transferCall(OTHER, 5n);
  it.each([
    ['a call of something that is no token', { data: transfer }, /no listed token/],
    ['approve', { to: TOKEN, value: 0n, data: transfer.replace('a9059cbb', '095ea7b3') }, /something else/],
    ['a transfer with more behind it', { to: TOKEN, value: 0n, data: `${transfer}00` }, /something else/],
    ['a transfer cut short', { to: TOKEN, value: 0n, data: transfer.slice(0, -2) }, /something else/],
    [
      'a recipient with something above its address',
      { to: TOKEN, value: 0n, data: `${transfer.slice(0, 10)}01${transfer.slice(12)}` },
      /something else/,
    ],
    ['a transfer with coins besides', { to: TOKEN, value: 1n, data: transfer }, /1 wei/],
    ['coins for the contract itself', { to: TOKEN }, /contract of ETH_USDT itself/],
    ['another chain', { chainId: 5 }, /not of ETH 1/],
  ])('%s is refused', (_, change, reason) => {
    expect(() => signing.decode(of(change))).toThrow(reason);
    expect(() => signing.sign(of(change), phraseKeys)).toThrow(reason);
  });

  it('other kinds of transactions, signed ones, lists of access, bytes behind the end are refused', () => {
    const fields = { chainId: 1, nonce: 7, to: OTHER, value: 1n, gas: 21_000n } as const;
    const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
    const bad = [
      serializeTransaction({ type: 'legacy', ...fields, gasPrice: 1n }),
      serializeTransaction({ type: 'eip2930', ...fields, gasPrice: 1n }),
      serializeTransaction({ type: 'eip1559', ...fields, ...fees, accessList: [{ address: OTHER, storageKeys: [] }] }),
      serializeTransaction({ type: 'eip1559', ...fields, ...fees, to: undefined, data: '0x00' }),
      signing.sign(of({}), phraseKeys).raw,
      `${toBytes(plain)}00`,
      '0x02',
      '',
      'null',
    ];
    for (const body of bad) expect(() => signing.sign(unsigned(body), phraseKeys)).toThrow();
  });
});

describe('signing', () => {
  it('the same bytes and hash as another library makes', async () => {
    const key = `0x${Buffer.from(phraseKeys.privateKeyAt(PATH)).toString('hex')}` as const;
    const { nonce, ...rest } = plain;
    const raw = await privateKeyToAccount(key).signTransaction({ type: 'eip1559', ...rest, to: OTHER, data: '0x', nonce: Number(nonce) });
    expect(signing.sign(of({}), phraseKeys).raw).toBe(raw);
    expect(signing.sign(of({}), phraseKeys)).toEqual(signing.sign(of({}), phraseKeys));
  });

  it('a sender whose key is another is refused', () => {
    const other = { ...of({}), sources: [{ address: OURS, path: "m/44'/60'/0'/0/1" }] };
    expect(() => signing.sign(other, phraseKeys)).toThrow(/not that of/);
    expect(() => signing.sign({ ...of({}), sources: [] }, phraseKeys)).toThrow(/one sender/);
  });
});

describe('numbers', () => {
  const reservation = (nonce: bigint, address = OURS) => ({ nonce: { address, nonce } });
  it.each([
    ['nothing reserved', 5n, [], 5n],
    ['what follows on the reserved ones', 5n, [reservation(5n), reservation(6n)], 7n],
    ['a gap is filled', 5n, [reservation(5n), reservation(7n)], 6n],
    ['a node that is behind', 3n, [reservation(5n), reservation(6n)], 7n],
    ['reserved ones that are mined already', 9n, [reservation(5n), reservation(6n)], 9n],
    ['of another address', 5n, [reservation(5n, OTHER)], 5n],
    ['written in another case', 5n, [reservation(5n, OURS.toLowerCase())], 6n],
  ])('%s', (_, counted, reserved, next) => expect(nextNumber(counted, reserved, (one) => mixedCase(one) === OURS)).toBe(next));
});

describe('events', () => {
  const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const log = {
    address: TOKEN,
    data: `0x${'0'.repeat(63)}5`,
    blockHash: word('0x1'),
    transactionHash: word('0x2'),
    logIndex: 0,
    topics: [TRANSFER_TOPIC, word(OURS), word(OTHER)],
  };
  it('only a Transfer with its amount as data is one', () => {
    expect(transferOf(log)).toEqual({ from: OURS, to: OTHER, amount: 5n });
    expect(transferOf({ ...log, topics: [...log.topics, word('0x5')], data: '0x' })).toBeUndefined();
    expect(transferOf({ ...log, topics: [word('0x1'), ...log.topics.slice(1)] })).toBeUndefined();
    expect(transferOf({ ...log, data: `${log.data}00` })).toBeUndefined();
    expect(transferOf({ ...log, topics: [...log.topics.slice(0, 2), `0x01${word(OTHER).slice(4)}`] })).toBeUndefined();
    expect(readTransferCall('0x')).toBeUndefined();
  });
});
