// What of EOS is not taken: other chains, contracts, symbols, precisions, times and keys; by the small chain, and by the signer before it.
import { Bytes, Checksum256, KeyType, PrivateKey } from '@wharfkit/antelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Unsigned } from '../chain.ts';
import { watching } from '../testing/conformance.ts';
import {
  type EosUnderTest,
  eosCoins,
  falseCoin,
  HOT,
  HOT_PATH,
  openEosUnderTest,
  publicKeyOf,
  STRANGER,
} from '../testing/eos-under-test.ts';
import { lieAbout } from '../testing/lying-proxy.ts';
import { phraseKeys } from '../testing/phrase-keys.ts';
import { openEosPreparer } from './preparer.ts';
import { openEosReader } from './reader.ts';
import { eosSigning, signedBytes } from './signing.ts';
import { packTransfers, readAsset, refOf, type Terms, type Transfer, unpackTransfers } from './transfer.ts';

let eos: EosUnderTest;

beforeAll(async () => {
  eos = await openEosUnderTest();
});
afterAll(() => eos?.node.close());

const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  contract: 'eosio.token',
  from: HOT,
  to: STRANGER,
  symbol: 'EOS',
  decimals: 4,
  amount: 10_000n,
  memo: '',
  ...change,
});

async function terms(change: Partial<Terms> = {}): Promise<Terms> {
  const { tip } = await eos.reader.tip();
  return { expiration: Math.floor(tip.timeMs / 1000) + 300, ...refOf(tip.hash), ...change };
}

/** Signed as the signer never would: whatever it says, by whatever key, for whatever chain. */
async function signed(
  transfers: readonly Transfer[],
  at: Partial<Terms> = {},
  path = HOT_PATH,
  chainId = eos.demo.chainId,
): Promise<string> {
  const packed = packTransfers(await terms(at), transfers);
  const key = new PrivateKey(KeyType.K1, Bytes.from(phraseKeys.privateKeyAt(path)));
  const signature = key.signDigest(Checksum256.hash(Bytes.from(signedBytes(chainId, packed), 'hex'))).toString();
  return JSON.stringify({ signatures: [signature], packed_trx: packed });
}

const refused = async (raw: Promise<string>, reason: RegExp) =>
  expect(await eos.reader.broadcast(await raw)).toMatchObject({ state: 'refused', reason: expect.stringMatching(reason) });

describe('the small chain of EOS', () => {
  it('takes a plain transfer, once', async () => {
    const raw = await signed([transfer()]);
    expect(await eos.reader.broadcast(raw)).toEqual({ state: 'accepted' });
    expect(await eos.reader.broadcast(raw)).toEqual({ state: 'known' });
  });

  it('refuses another chain, another key, another time, another block to build on', async () => {
    await refused(signed([transfer({ amount: 7n })], {}, HOT_PATH, 'ab'.repeat(32)), /do not satisfy/);
    await refused(signed([transfer({ amount: 7n })], {}, "m/44'/194'/9'/0/0"), /do not satisfy/);
    await refused(signed([transfer()], { expiration: 1_000 }), /Expired/);
    await refused(signed([transfer()], { expiration: Math.floor(Date.now() / 1000) + 100_000 }), /Too Far/);
    await refused(signed([transfer()], { refBlockPrefix: 1 }), /Invalid Reference/);
  });

  it('refuses contracts, symbols, precisions and sums that are none', async () => {
    await refused(signed([transfer({ contract: 'eosio.tokem' })]), /unable to find key/);
    await refused(signed([transfer({ symbol: 'EOSS' })]), /unable to find key/);
    await refused(signed([transfer({ decimals: 3 })]), /precision/);
    await refused(signed([transfer({ amount: 0n })]), /positive/);
    await refused(signed([transfer({ amount: 2n ** 62n })]), /overdrawn/);
    await refused(signed([transfer({ to: 'nobodyatall1' })]), /does not exist/);
    await refused(signed([transfer({ memo: '가'.repeat(86) })]), /memo/);
  });

  it('carries out all payments of a transaction or none', async () => {
    const before = await eos.reader.balanceOf(STRANGER, 'EOS');
    await refused(signed([transfer(), transfer({ amount: 2n ** 62n })]), /overdrawn/);
    await eos.node.mine();
    expect(await eos.reader.balanceOf(STRANGER, 'EOS')).toBeLessThanOrEqual(before + 10_000n);
  });
});

describe('deposits of EOS', () => {
  it('are of the listed contract alone: a token of the same name is none', async () => {
    const { demo, deposit, reader } = eos;
    demo.send(deposit.to, falseCoin, 50_000n, '1000001');
    demo.send(deposit.to, eosCoins[0], 50_000n, '1000001');
    demo.mine(1);
    const { incoming } = await reader.incoming((await reader.tip()).tip.height, watching(deposit.to));
    expect(incoming.map(({ coin, amount, from }) => [coin, amount, from])).toEqual([['EOS', 50_000n, 'demofaucet11']]);
  });

  it('without a memo say so, and with a strange one say it as it is', async () => {
    const { demo, deposit, reader } = eos;
    for (const memo of ['', '=1+1"<b>한글\n']) demo.send(deposit.to, eosCoins[0], 1n, memo);
    demo.mine(1);
    const { incoming } = await reader.incoming((await reader.tip()).tip.height, watching(deposit.to));
    expect(incoming.map(({ memo }) => memo)).toEqual([null, '=1+1"<b>한글\n']);
  });

  it('are read from a node of the right chain alone', async () => {
    const reader = openEosReader({ url: eos.demo.url, chainId: 'ab'.repeat(32), coins: eosCoins });
    await expect(reader.tip()).rejects.toThrow(/another chain/);
  });
});

describe('what is signed on EOS', () => {
  const unsigned = async (transfers: readonly Transfer[], chainId = eos.demo.chainId): Promise<Unsigned> => ({
    chain: 'EOS',
    body: signedBytes(chainId, packTransfers(await terms(), transfers)),
    sources: [{ address: HOT, path: HOT_PATH }],
  });

  it('is one or several payments of listed coins from the one account', async () => {
    const several = [transfer({ memo: 'a' }), transfer({ contract: 'core.vaulta', symbol: 'A', amount: 5n })];
    expect(eos.signing.decode(await unsigned(several)).payments).toEqual([
      { to: STRANGER, memo: 'a', coin: 'EOS', amount: 10_000n },
      { to: STRANGER, memo: null, coin: 'EOS_A', amount: 5n },
    ]);
    expect(() => eos.signing.decode({ chain: 'BTC', body: '', sources: [] })).toThrow(/not of EOS/);
  });

  it.each([
    ['a token of the same name', { contract: 'fakeissuer11' }, /no coin that is listed/],
    ['another precision', { decimals: 3 }, /no coin that is listed/],
    ['another sender', { from: STRANGER }, /pays from/],
    ['nothing', { amount: 0n }, /pays nothing/],
  ])('is never %s', async (_, change, reason) => {
    const asked = await unsigned([transfer(change)]);
    expect(() => eos.signing.sign(asked, phraseKeys)).toThrow(reason);
  });

  it('is never for another chain, nor anything beside the transfers', async () => {
    const elsewhere = await unsigned([transfer()], 'ab'.repeat(32));
    expect(() => eos.signing.sign(elsewhere, phraseKeys)).toThrow(/another chain/);
    const packed = packTransfers(await terms(), [transfer()]);
    expect(() => unpackTransfers(`${packed}00`)).toThrow();
    // A delay of one second, where none was.
    const delayed = `${packed.slice(0, 24)}01${packed.slice(26)}`;
    expect(() => unpackTransfers(delayed)).toThrow(/more than/);
    // Another permission than the one that pays.
    const owner = packed.replace('00000000a8ed3232', '0000000080ab26a7');
    expect(owner).not.toBe(packed);
    expect(() => unpackTransfers(owner)).toThrow(/alone/);
  });

  it('is signed by the account’s own key alone, as settings name it', async () => {
    const other = eosSigning({ chainId: eos.demo.chainId, coins: eosCoins, publicKeys: { [HOT]: publicKeyOf("m/44'/194'/9'/0/0") } });
    const asked = await unsigned([transfer()]);
    expect(() => other.sign(asked, phraseKeys)).toThrow(/not that of/);
  });

  it('is not prepared beyond what is there, nor with a memo that no contract takes', async () => {
    const { url, chainId } = eos.demo;
    const { prepare } = openEosPreparer({ url, chainId, coins: eosCoins });
    const options = { sources: [{ address: HOT, path: HOT_PATH }], reserved: [] };
    const pay = (amount: bigint, memo: string | null) => [{ to: STRANGER, coin: 'EOS', amount, memo }];
    await expect(prepare({ ...options, payments: pay(10n ** 13n, null) })).rejects.toThrow(/would need/);
    await expect(prepare({ ...options, payments: pay(1n, '가'.repeat(86)) })).rejects.toThrow(/256 bytes/);
    await expect(prepare({ ...options, payments: pay(0n, null) })).rejects.toThrow(/nothing to pay/);
  });
});

describe('accounts', () => {
  const NOBODY = 'nobodythere1';

  it('are there or not, by their whole name', async () => {
    const { reader } = eos;
    expect([await reader.hasAccount?.(STRANGER), await reader.hasAccount?.(NOBODY)]).toEqual([true, false]);
  });

  it('a node that says something else of one says nothing', async () => {
    const { url, chainId } = eos.demo;
    const asked = async (from: string | RegExp, to: string, name = STRANGER) => {
      const proxy = await lieAbout(url, (answer) => answer.replace(from, to));
      const reader = openEosReader({ url: proxy.url, chainId, coins: eosCoins });
      return reader.hasAccount!(name).finally(() => proxy.close());
    };
    await expect(asked(STRANGER, HOT)).rejects.toThrow(/answer is that of/);
    await expect(asked(/"account_name"/, '"name"')).rejects.toThrow(/answer/);
    await expect(asked(/unknown key/, 'database is locked', NOBODY)).rejects.toThrow(/locked/);
    // As nodes before Leap 5 say it.
    await expect(asked(/3060002/, '0', NOBODY)).resolves.toBe(false);
  });

  it('to one that is not there nothing is prepared', async () => {
    const { url, chainId } = eos.demo;
    const { prepare } = openEosPreparer({ url, chainId, coins: eosCoins });
    const payments = [{ to: NOBODY, coin: 'EOS', amount: 1n, memo: null }];
    const asked = { sources: [{ address: HOT, path: HOT_PATH }], reserved: [], payments };
    await expect(prepare(asked)).rejects.toThrow(`no account ${NOBODY}`);
  });
});

describe('sums of tokens', () => {
  it('are read by their digits', () => {
    expect(readAsset('9007199254740993.0001 EOS')).toEqual({ amount: 90071992547409930001n, symbol: 'EOS', decimals: 4 });
    for (const text of ['1.0 eos', '-1.0000 EOS', '1,0 EOS', '1.0000', ' 1.0000 EOS']) expect(() => readAsset(text)).toThrow();
  });
});
