// TRON over its HTTP interface: the suite of all chains, then what only TRON can do to us, and what its node must refuse.
import { TronWeb, utils } from 'tronweb';
import { getContractAddress } from 'viem/utils';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPayerCode } from '../eth/contracts/demo-token.ts';
import { transact } from '../eth/demo-node.ts';
import { quantity } from '../eth/shapes.ts';
import { jsonRpc } from '../json-rpc.ts';
import { conformsTo, signPayment, watching } from '../testing/conformance.ts';
import { lieAbout } from '../testing/lying-proxy.ts';
import { phraseKeys } from '../testing/phrase-keys.ts';
import { openTronUnderTest, TRX, type TronUnderTest } from '../testing/tron-under-test.ts';
import { ethFormOf, textOf } from './address.ts';
import { openTronPreparer } from './preparer.ts';
import { openTronReader } from './reader.ts';
import { fromRaw, idOf, toRaw, withSignature, type TronTransaction } from './transaction.ts';
import { tronSigning } from './signing.ts';

conformsTo('TRON', openTronUnderTest);

describe('what only TRON does', () => {
  let it_: TronUnderTest;
  beforeAll(async () => {
    it_ = await openTronUnderTest();
  });
  afterAll(() => it_.node.close());

  async function inNewestBlock(...addresses: string[]) {
    const { reader } = it_;
    return (await reader.incoming((await reader.tip()).tip.height, watching(...addresses))).incoming;
  }
  const tokenOf = () => it_.demo.coins[1].contract!;
  const trx = (amount: bigint) => [{ to: it_.stranger, memo: null, coin: 'TRON', amount }];

  it('what is solid lags behind the tip', async () => {
    await it_.node.mine(5);
    const { tip, finalHeight } = await it_.reader.tip();
    expect(finalHeight).toBe(tip.height - 2);
  });

  it('being taken is not being carried out: a transfer of more than there is reverts and costs its fee', async () => {
    const { demo, reader, preparer, signing, hot, stranger } = it_;
    const { unsigned } = await preparer.prepare({
      sources: [hot],
      payments: [{ to: stranger, memo: null, coin: 'TRON_USDT', amount: 1n }],
      reserved: [],
    });
    const honest = fromRaw(unsigned.body);
    if (honest.contract.kind !== 'trigger') throw new Error('a token is paid by a call');
    const data = honest.contract.data.slice(0, -16) + 'f'.repeat(16);
    const body = toRaw({ ...honest, contract: { ...honest.contract, data } });
    const { raw, hash } = signing.sign({ ...unsigned, body }, phraseKeys);
    const before = await reader.balanceOf(hot.address, 'TRON');
    expect(await reader.broadcast(raw)).toEqual({ state: 'accepted' });
    await demo.mine();
    const outcome = await reader.outcomeOf(hash);
    expect(outcome).toMatchObject({ state: 'mined', isSuccess: false });
    expect(await reader.balanceOf(hot.address, 'TRON')).toBe(before - outcome!.fee!);
    expect(await inNewestBlock(stranger)).toEqual([]);
  });

  it('the same one sent by two at once is taken up once', async () => {
    const { demo, reader, preparer, signing, hot } = it_;
    const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    const before = await reader.balanceOf(to, 'TRON');
    const payments = [{ to, memo: null, coin: 'TRON', amount: 5n * TRX }];
    const { raw } = signing.sign((await preparer.prepare({ sources: [hot], payments, reserved: [] })).unsigned, phraseKeys);
    const answers = await Promise.all([reader.broadcast(raw), reader.broadcast(raw), reader.broadcast(raw)]);
    expect(answers.map(({ state }) => state).toSorted()).toEqual(['accepted', 'known', 'known']);
    await demo.mine();
    expect(await reader.balanceOf(to, 'TRON')).toBe(before + 5n * TRX);
  });

  it('a receipt that says it failed counts for nothing, whatever it shows besides', async () => {
    const { demo, node, reader, deposit } = it_;
    await node.send(deposit.to, 'TRON_USDT', 5n, null);
    await node.mine();
    const { height } = (await reader.tip()).tip;
    expect((await reader.incoming(height, watching(deposit.to))).incoming).toHaveLength(1);
    const proxy = await lieAbout(demo.url, (answer) => answer.replaceAll('"result":"SUCCESS"', '"result":"OUT_OF_ENERGY"'));
    try {
      const told = openTronReader({ url: proxy.url, coins: demo.coins });
      expect((await told.incoming(height, watching(deposit.to))).incoming).toEqual([]);
    } finally {
      await proxy.close();
    }
  });

  it('what a contract pays is found beside the call itself', async () => {
    const { demo, deposit, stranger, node } = it_;
    const rpc = jsonRpc({ url: demo.evmUrl });
    const owner = ethFormOf(demo.client.defaultAddress.base58 as string);
    const nonce = await rpc.ask('eth_getTransactionCount', [owner, 'latest'], quantity);
    await transact(rpc, { from: owner, data: demoPayerCode, gas: '0x200000', gasPrice: '0x0' });
    await node.mine();
    const payer = textOf(getContractAddress({ from: owner as `0x${string}`, nonce }));
    const { transaction } = await demo.client.transactionBuilder.triggerSmartContract(
      payer,
      'pay(address,address)',
      { feeLimit: 100_000_000, callValue: 4_000_000, txLocal: true },
      [stranger, deposit.to].map((value) => ({ type: 'address', value })),
    );
    const signed = await demo.client.trx.sign(transaction);
    expect(await demo.client.trx.sendRawTransaction(signed)).toMatchObject({ result: true });
    await node.mine();
    expect(await it_.reader.outcomeOf(signed.txID)).toMatchObject({ isSuccess: true });
    expect(await inNewestBlock(deposit.to)).toEqual([
      { txHash: signed.txID, place: -2, coin: 'TRON', to: deposit.to, memo: null, amount: 2_000_000n, from: payer },
    ]);
  });

  it('two payments alike in everything are two transactions', async () => {
    const first = await signPayment(it_, { payments: trx(7n) });
    const second = await signPayment(it_, { payments: trx(7n), reserved: [first.prepared.reservation] });
    expect(second.hash).not.toBe(first.hash);
  });

  it('what came too late is refused, and known where it had come before', async () => {
    const { demo, reader, node, hot, signing } = it_;
    const hasty = openTronPreparer({ url: demo.url, coins: demo.coins, mostFee: 50n * TRX, lifeMs: 2_000 });
    const [late, early] = await Promise.all(
      [11n, 12n].map(async (amount) => {
        const { unsigned } = await hasty.prepare({ sources: [hot], payments: trx(amount), reserved: [] });
        return signing.sign(unsigned, phraseKeys);
      }),
    );
    expect(await reader.broadcast(early.raw)).toEqual({ state: 'accepted' });
    await jsonRpc({ url: demo.evmUrl }).ask('evm_increaseTime', [60], z.unknown());
    await node.mine();
    expect(await reader.broadcast(late.raw)).toEqual({ state: 'refused', reason: 'TRANSACTION_EXPIRATION_ERROR Transaction expired' });
    expect(await reader.broadcast(early.raw)).toEqual({ state: 'known' });
    expect(await reader.outcomeOf(late.hash)).toBeUndefined();
  });

  it('a limit of energy that is too low, more than there is, a replacement: nothing is made', async () => {
    const { demo, hot, preparer, stranger } = it_;
    const thrifty = openTronPreparer({ url: demo.url, coins: demo.coins, mostFee: 10n });
    const token = [{ to: stranger, memo: null, coin: 'TRON_USDT', amount: 1n }];
    const ask = { sources: [hot], reserved: [] };
    await expect(thrifty.prepare({ ...ask, payments: token })).rejects.toThrow(/more than the limit of 10/);
    await expect(preparer.prepare({ ...ask, payments: [{ ...token[0], amount: 10n ** 13n }] })).rejects.toThrow(/would fail/);
    await expect(preparer.prepare({ ...ask, payments: trx(10n ** 15n) })).rejects.toThrow(/would need/);
    const { unsigned } = await preparer.prepare({ ...ask, payments: trx(1n) });
    await expect(preparer.prepare({ ...ask, payments: trx(1n), bump: { previous: unsigned } })).rejects.toThrow(/no replacement/);
  });

  describe('its node refuses', () => {
    const taken = async (path: string, body: unknown) => {
      const response = await fetch(new URL(path, it_.demo.url), { method: 'POST', body: JSON.stringify(body) });
      return (await response.json()) as { code?: string; message?: string };
    };
    const signedByHot = async (change: Partial<TronTransaction> = {}, amount = 1n, key = it_.hot.path) => {
      const { unsigned } = await it_.preparer.prepare({ sources: [it_.hot], payments: trx(amount), reserved: [] });
      const body = toRaw({ ...fromRaw(unsigned.body), ...change });
      const signature = utils.crypto.ECKeySign(utils.code.hexStr2byteArray(idOf(body)), [...phraseKeys.privateKeyAt(key)]);
      return withSignature(body, Buffer.from(signature.replace(/^0x/, ''), 'hex'));
    };

    it('the key of another', async () => {
      expect(await it_.reader.broadcast(await signedByHot({}, 1n, "m/44'/195'/0'/0/5"))).toMatchObject({
        state: 'refused',
        reason: expect.stringMatching(/^SIGERROR/),
      });
    });

    it('a block that it never had, an end that is over or too far away', async () => {
      for (const [change, code] of [
        [{ refBlockHash: '00'.repeat(8) }, /^TAPOS_ERROR/],
        [{ expirationMs: 1n }, /^TRANSACTION_EXPIRATION_ERROR/],
        [{ expirationMs: BigInt(Date.now()) + 10n ** 9n }, /^TRANSACTION_EXPIRATION_ERROR/],
      ] as const)
        expect(await it_.reader.broadcast(await signedByHot(change))).toMatchObject({
          state: 'refused',
          reason: expect.stringMatching(code),
        });
    });

    it('more than the sender has, nothing at all, and a payment to a contract', async () => {
      const { contract, ...rest } = fromRaw(
        (await it_.preparer.prepare({ sources: [it_.hot], payments: trx(1n), reserved: [] })).unsigned.body,
      );
      for (const change of [{ amount: 10n ** 15n }, { amount: 0n }, { to: tokenOf() }])
        expect(
          await it_.reader.broadcast(await signedByHot({ ...rest, contract: { ...contract, ...change } as typeof contract })),
        ).toMatchObject({ state: 'refused', reason: expect.stringMatching(/^CONTRACT_VALIDATE_ERROR/) });
    });

    it('an id that is not the hash of the bytes, and readable parts of another payment', async () => {
      const { client } = it_.demo;
      const signed = await client.trx.sign(await client.transactionBuilder.sendTrx(it_.stranger, 5));
      const other = structuredClone(signed) as { raw_data: { contract: { parameter: { value: { amount: number } } }[] } };
      other.raw_data.contract[0].parameter.value.amount = 6;
      for (const body of [{ ...signed, txID: '00'.repeat(32) }, other])
        expect(await taken('wallet/broadcasttransaction', body)).toMatchObject({ code: 'SIGERROR' });
      expect(await taken('wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
      expect(await taken('wallet/broadcasttransaction', signed)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
      expect(await taken('wallet/broadcasthex', { transaction: '0a' })).toMatchObject({ code: 'OTHER_ERROR' });
    });
  });
});

describe('bytes', () => {
  const OWNER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
  const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const TO = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const header = {
    ref_block_bytes: '0a1b',
    ref_block_hash: '1122334455667788',
    expiration: 1_800_000_060_000,
    timestamp: 1_800_000_000_000,
  };
  const ours = {
    refBlockBytes: header.ref_block_bytes,
    refBlockHash: header.ref_block_hash,
    expirationMs: BigInt(header.expiration),
    timestampMs: BigInt(header.timestamp),
  };
  const client = new TronWeb({ fullHost: 'http://127.0.0.1:9' });
  const transferData = `0xa9059cbb${ethFormOf(TO).slice(2).toLowerCase().padStart(64, '0')}${5n.toString(16).padStart(64, '0')}`;
  const payment: TronTransaction = { ...ours, feeLimit: 0n, contract: { kind: 'transfer', owner: OWNER, to: TO, amount: 123_456_789n } };
  const call: TronTransaction = {
    ...ours,
    feeLimit: 30_000_000n,
    contract: { kind: 'trigger', owner: OWNER, contract: TOKEN, data: transferData },
  };
  const signing = tronSigning({
    coins: [
      { code: 'TRON', decimals: 6 },
      { code: 'TRON_USDT', contract: TOKEN, decimals: 6 },
    ],
  });
  const unsigned = (body: string) => ({ chain: 'TRON' as const, body, sources: [{ address: OWNER, path: "m/44'/195'/0'/0/0" }] });

  it('are those that another library makes', async () => {
    const built = await client.transactionBuilder.sendTrx(TO, 123_456_789, OWNER, { blockHeader: header });
    expect(toRaw(payment)).toBe(built.raw_data_hex);
    expect(idOf(toRaw(payment))).toBe(built.txID);
    const { transaction } = await client.transactionBuilder.triggerSmartContract(
      TOKEN,
      'transfer(address,uint256)',
      { feeLimit: 30_000_000, txLocal: true, blockHeader: header },
      [
        { type: 'address', value: TO },
        { type: 'uint256', value: '5' },
      ],
      OWNER,
    );
    expect(toRaw(call)).toBe(transaction.raw_data_hex);
    const key = Buffer.from(phraseKeys.privateKeyAt("m/44'/195'/0'/0/0")).toString('hex');
    const [signature] = (await client.trx.sign(built, key)).signature;
    const signed = signing.sign(unsigned(toRaw(payment)), phraseKeys);
    expect(signed).toEqual({ raw: withSignature(toRaw(payment), Buffer.from(signature.replace(/^0x/, ''), 'hex')), hash: built.txID });
  });

  it('say what is paid, and by whom', () => {
    expect(signing.decode(unsigned(toRaw(payment))).payments).toEqual([{ to: TO, memo: null, coin: 'TRON', amount: 123_456_789n }]);
    const decoded = signing.decode(unsigned(toRaw(call)));
    expect(decoded.payments).toEqual([{ to: TO, memo: null, coin: 'TRON_USDT', amount: 5n }]);
    expect(decoded.feeLimit).toBeGreaterThan(30_000_000n);
    expect(decoded.from).toEqual([OWNER]);
  });

  it('that do anything else get no signature', async () => {
    const { contract } = call as TronTransaction & { contract: { kind: 'trigger' } };
    const memo = await client.transactionBuilder.addUpdateData(
      await client.transactionBuilder.sendTrx(TO, 1, OWNER, { blockHeader: header }),
      'words',
      'utf8',
      { txLocal: true },
    );
    const paying = await client.transactionBuilder.triggerSmartContract(
      TOKEN,
      'transfer(address,uint256)',
      { feeLimit: 1, callValue: 1, txLocal: true, blockHeader: header },
      [
        { type: 'address', value: TO },
        { type: 'uint256', value: '5' },
      ],
      OWNER,
    );
    const frozen = await client.transactionBuilder.freezeBalanceV2(1_000_000, 'ENERGY', OWNER, { blockHeader: header });
    const permitted = await client.transactionBuilder.sendTrx(TO, 1, OWNER, { blockHeader: header, permissionId: 2 });
    for (const body of [
      memo.raw_data_hex,
      paying.transaction.raw_data_hex,
      frozen.raw_data_hex,
      permitted.raw_data_hex,
      toRaw({ ...call, contract: { ...contract, contract: TO } }),
      toRaw({ ...call, contract: { ...contract, data: transferData.replace('a9059cbb', '095ea7b3') } }),
      toRaw({ ...call, contract: { ...contract, data: `${transferData}00` } }),
      toRaw({ ...call, contract: { ...contract, owner: TO } }),
      toRaw({ ...payment, contract: { kind: 'transfer', owner: OWNER, to: TOKEN, amount: 1n } }),
      `${toRaw(payment)}00`,
      `${toRaw(payment)}9801`,
      toRaw(payment).slice(0, -2),
      '',
    ])
      expect(() => signing.sign(unsigned(body), phraseKeys)).toThrow();
  });
});
