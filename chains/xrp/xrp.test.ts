// XRP over a node's interface: the suite of all chains, then what only XRP can do to us, and what its node must refuse.
import xrpl from 'xrpl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classicOf, xAddressOf } from '../address/x-address.ts';
import { conformsTo, signPayment, watching } from '../testing/conformance.ts';
import { extendedPublicKeyAt, phraseKeys } from '../testing/phrase-keys.ts';
import { openXrpUnderTest, XRP, type XrpUnderTest } from '../testing/xrp-under-test.ts';
import { xrpDeriver } from './deriver.ts';
import { openXrpPreparer } from './preparer.ts';
import { hashOfSigned } from './signed.ts';
import { xrpSigning } from './signing.ts';
import { toBlob, type XrpPayment } from './transaction.ts';

conformsTo('XRP', openXrpUnderTest);

const OURS = 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3';
const OTHER = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';

describe('what only XRP does', () => {
  let it_: XrpUnderTest;
  beforeAll(async () => {
    it_ = await openXrpUnderTest();
  });
  afterAll(() => it_.node.close());

  const newest = async () => {
    const { reader, deposit } = it_;
    return (await reader.incoming((await reader.tip()).tip.height, watching(deposit.to))).incoming;
  };
  const purse = () => it_.demo.ledger.purse;
  function fromPurse(fields: Partial<xrpl.Payment> | Partial<xrpl.AccountSet>, wallet = purse()) {
    const { ledger } = it_.demo;
    return wallet.sign({
      TransactionType: 'Payment',
      Account: wallet.address,
      Destination: it_.deposit.to,
      Amount: '1000000',
      Fee: '10',
      Sequence: ledger.account(wallet.address, true)!.sequence,
      LastLedgerSequence: ledger.tip.height + 10,
      ...fields,
    } as xrpl.Payment);
  }
  const pay = (amount: bigint, memo: string | null = null, to = it_.stranger) => [{ to, memo, coin: 'XRP', amount }];

  it('a partial payment is what was delivered, not what it names', async () => {
    const { demo, reader, deposit } = it_;
    demo.send(deposit.to, 5n * XRP, '1');
    demo.mine();
    const before = await reader.balanceOf(deposit.to, 'XRP');
    const { tx_blob: blob } = fromPurse({
      Amount: '9000000000',
      DestinationTag: 7,
      Flags: 0x20000,
      SendMax: { currency: 'USD', issuer: OTHER, value: '1' },
    });
    expect(await reader.broadcast(blob)).toEqual({ state: 'accepted' });
    demo.mine();
    expect(await newest()).toMatchObject([{ amount: 9_000_000n, memo: '7', from: purse().address }]);
    expect(await reader.balanceOf(deposit.to, 'XRP')).toBe(before + 9_000_000n);
  });

  it('coins of an issuer are no XRP, whatever they are called', async () => {
    it_.demo.send(it_.deposit.to, 5n * XRP, '1');
    const { tx_blob: blob, hash } = fromPurse({ Amount: { currency: 'XRQ', issuer: OTHER, value: '1000' } });
    expect(await it_.reader.broadcast(blob)).toEqual({ state: 'accepted' });
    it_.demo.mine();
    expect(await it_.reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: true });
    expect((await newest()).map(({ amount }) => amount)).toEqual([5n * XRP]);
  });

  it('a missing tag is no tag, and tag 0 is one', async () => {
    it_.demo.send(it_.deposit.to, 1n, null);
    it_.demo.send(it_.deposit.to, 2n, '0');
    it_.demo.mine();
    expect((await newest()).map(({ memo }) => memo)).toEqual([null, '0']);
  });

  it('an address that wants a tag: not prepared without one, and where it was sent all the same it fails and costs its fee', async () => {
    const { demo, reader, preparer, hot } = it_;
    const strict = xrpl.Wallet.generate(xrpl.ECDSA.secp256k1);
    demo.send(strict.address, 100n * XRP, null);
    demo.mine();
    const { tx_blob: setting } = fromPurse(
      { TransactionType: 'AccountSet', SetFlag: 1, Destination: undefined, Amount: undefined } as never,
      strict,
    );
    expect(await reader.broadcast(setting)).toEqual({ state: 'accepted' });
    demo.mine();
    await expect(preparer.prepare({ sources: [hot], payments: pay(1n, null, strict.address), reserved: [] })).rejects.toThrow(
      /destination tag/,
    );
    await signPayment(it_, { payments: pay(1n, '4294967295', strict.address) });
    const { tx_blob: blob, hash } = fromPurse({ Destination: strict.address });
    expect(await reader.broadcast(blob)).toEqual({ state: 'accepted' });
    demo.mine();
    expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: false, fee: 10n });
  });

  it('tags that are none, X-addresses, sums below the reserve, more than there is, fees above the limit are not prepared', async () => {
    const { demo, preparer, hot } = it_;
    const asked = (payments: ReturnType<typeof pay>) => preparer.prepare({ sources: [hot], payments, reserved: [] });
    for (const memo of ['4294967296', '-1', '01', '1.0', '', ' 1', 'tag'])
      await expect(asked(pay(XRP, memo))).rejects.toThrow(/no destination tag/);
    await expect(asked(pay(XRP, null, xAddressOf(OTHER, 5)!))).rejects.toThrow(/no plain address/);
    await expect(asked(pay(XRP - 1n, null, OTHER))).rejects.toThrow(/must be given 1000000/);
    await expect(asked(pay(10_000n * XRP))).rejects.toThrow(/would need/);
    const thrifty = openXrpPreparer({ url: demo.url, coins: demo.coins, mostFee: 9n });
    await expect(thrifty.prepare({ sources: [hot], payments: pay(XRP), reserved: [] })).rejects.toThrow(/more than the limit of 9/);
  });

  it('past its last ledger it is refused, and may be made anew over the same number', async () => {
    const { demo, reader, signing, hot, stranger } = it_;
    const hasty = openXrpPreparer({ url: demo.url, coins: demo.coins, mostFee: 1_000n, lifeLedgers: 1 });
    const payments = pay(3n * XRP);
    const first = await hasty.prepare({ sources: [hot], payments, reserved: [] });
    const late = signing.sign(first.unsigned, phraseKeys);
    demo.mine(2);
    expect(await reader.broadcast(late.raw)).toMatchObject({ state: 'refused', reason: expect.stringMatching(/^tefMAX_LEDGER/) });
    const again = await signPayment(it_, { payments, reserved: [first.reservation], bump: { previous: first.unsigned } });
    expect(again.prepared.reservation).toEqual(first.reservation);
    const before = await reader.balanceOf(stranger, 'XRP');
    expect(await reader.broadcast(again.raw)).toEqual({ state: 'accepted' });
    demo.mine();
    expect(await reader.balanceOf(stranger, 'XRP')).toBe(before + 3n * XRP);
  });

  it('its node refuses: another key, a number used or skipped, a fee too low, a flipped bit', async () => {
    const { reader, demo } = it_;
    const { sequence } = demo.ledger.account(purse().address, true)!;
    const thief = xrpl.Wallet.generate(xrpl.ECDSA.secp256k1);
    const { TxnSignature: _, ...fields } = xrpl.decode(fromPurse({}).tx_blob);
    const forged = thief.sign(fields as never).tx_blob;
    const cases: [string, RegExp][] = [
      [forged, /^tefBAD_AUTH|invalidTransaction/],
      [fromPurse({ Sequence: sequence - 1, Amount: '77' }).tx_blob, /^tefPAST_SEQ/],
      [fromPurse({ Amount: '0' }).tx_blob, /^temBAD_AMOUNT/],
      ['00', /invalidTransaction/],
    ];
    for (const [blob, reason] of cases)
      expect(await reader.broadcast(blob)).toMatchObject({ state: 'refused', reason: expect.stringMatching(reason) });
    // May yet be taken, by this node or another: nothing is said of the transaction itself.
    for (const fields of [{ Fee: '9' }, { Sequence: sequence + 1 }])
      await expect(reader.broadcast(fromPurse(fields).tx_blob)).rejects.toThrow(/takes nothing now/);
  });

  it('speaks with the chain’s own client, over its socket', async () => {
    const client = new xrpl.Client(it_.demo.webSocketUrl);
    await client.connect();
    try {
      const { result } = await client.request({ command: 'account_info', account: it_.hot.address, ledger_index: 'validated' });
      expect(BigInt(result.account_data.Balance)).toBe(await it_.reader.balanceOf(it_.hot.address, 'XRP'));
      const prepared = await client.autofill({
        TransactionType: 'Payment',
        Account: purse().address,
        Destination: it_.hot.address,
        Amount: '5',
      });
      const { tx_blob: blob, hash } = purse().sign(prepared);
      await client.submit(blob);
      it_.demo.mine();
      expect(await it_.reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: true });
      expect(hashOfSigned(blob)).toBe(hash);
    } finally {
      await client.disconnect();
    }
  });
});

describe('bytes', () => {
  const signing = xrpSigning({ coins: [{ code: 'XRP', decimals: 6 }] });
  const payment: XrpPayment = { account: OURS, destination: OTHER, tag: 7, drops: 12n, fee: 10n, sequence: 3, lastLedger: 99 };
  const unsigned = (body: string) => ({ chain: 'XRP' as const, body, sources: [{ address: OURS, path: "m/44'/144'/0'/0/0" }] });
  const plain = xrpl.decode(toBlob(payment)) as Record<string, unknown>;

  it('the published phrase has its published address', () => {
    expect(xrpDeriver.addressAt(extendedPublicKeyAt("m/44'/144'/0'"), 0)).toBe(OURS);
  });

  it('say what is paid, with its tag', () => {
    expect(signing.decode(unsigned(toBlob(payment)))).toMatchObject({
      from: [OURS],
      feeLimit: 10n,
      payments: [{ to: OTHER, memo: '7', amount: 12n }],
    });
    const { raw, hash } = signing.sign(unsigned(toBlob(payment)), phraseKeys);
    expect(xrpl.verifySignature(raw)).toBe(true);
    expect(hashOfSigned(raw)).toBe(hash);
  });

  it.each([
    ['a partial payment', { Flags: 0x20000 }],
    ['other coins', { Amount: { currency: 'USD', issuer: OTHER, value: '1' } }],
    ['another coin to be spent', { SendMax: '99' }],
    ['paths', { Paths: [[{ account: OTHER }]] }],
    ['memos', { Memos: [{ Memo: { MemoData: 'AA' } }] }],
    ['no last ledger', { LastLedgerSequence: undefined }],
    ['a ticket instead of a number', { Sequence: 0, TicketSequence: 5 }],
    ['another sender', { Account: OTHER }],
    [
      'a change of the account',
      { TransactionType: 'AccountSet', SetFlag: 1, Amount: undefined, Destination: undefined, DestinationTag: undefined },
    ],
    ['the end of the account', { TransactionType: 'AccountDelete', Amount: undefined }],
    [
      'another key for the account',
      { TransactionType: 'SetRegularKey', RegularKey: OTHER, Amount: undefined, Destination: undefined, DestinationTag: undefined },
    ],
  ])('%s gets no signature', (_, change) => {
    const fields = Object.fromEntries(Object.entries({ ...plain, ...change }).filter(([, value]) => value !== undefined));
    expect(() => signing.sign(unsigned(xrpl.encode(fields as never)), phraseKeys)).toThrow();
  });

  it('X-addresses are those of another library, with and without a tag', () => {
    for (const tag of [null, 0, 1, 12_345, 2 ** 31, 2 ** 32 - 1]) {
      const text = xrpl.classicAddressToXAddress(OURS, tag ?? false, false);
      expect(xAddressOf(OURS, tag)).toBe(text);
      expect(classicOf(text)).toEqual({ address: OURS, tag });
    }
    expect(classicOf(xrpl.classicAddressToXAddress(OURS, 5, true))).toBeUndefined();
    expect(classicOf(OURS)).toBeUndefined();
    expect(xAddressOf('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 5)).toBeUndefined();
  });
});
