// Ethereum over a real node: the suite of all chains, then what only Ethereum can do to us.
import type { Hex } from 'viem';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformsTo, signPayment, watching } from '../testing/conformance.ts';
import { lieAbout } from '../testing/lying-proxy.ts';
import { ETHER, openEthUnderTest, type EthUnderTest } from '../testing/eth-under-test.ts';
import { demoPayerCode, demoTokenCode } from './contracts/demo-token.ts';
import { transact } from './demo-node.ts';
import { openEthPreparer } from './preparer.ts';
import { openEthReader } from './reader.ts';
import { quantity } from './shapes.ts';

conformsTo('ETH', openEthUnderTest);

describe('what only Ethereum does', () => {
  let it_: EthUnderTest;
  beforeAll(async () => {
    it_ = await openEthUnderTest();
  });
  afterAll(() => it_.node.close());

  const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
  const number = (value: bigint) => word(value.toString(16));
  const tokenOf = ({ demo }: EthUnderTest) => demo.coins[1].contract!;

  async function deploy(code: string, from: string): Promise<string> {
    const { demo } = it_;
    const nonce = await demo.rpc.ask('eth_getTransactionCount', [from, 'latest'], quantity);
    await transact(demo.rpc, { from, data: code, gas: '0x200000' });
    await demo.mine();
    return getContractAddress({ from: from as Hex, nonce });
  }

  async function inNewestBlock(...addresses: string[]) {
    const { reader } = it_;
    return (await reader.incoming((await reader.tip()).tip.height, watching(...addresses))).incoming;
  }

  it('a token that keeps a fee: what arrived is credited, not what was sent', async () => {
    const { demo, reader, deposit } = it_;
    const [owner, other] = demo.accounts;
    await demo.send(other, 'ETH_USDT', 5_000_000n);
    await demo.mine();
    const setFee = (rate: bigint) => encodeFunctionData({ abi: parseAbi(['function setFeeRate(uint256 rate)']), args: [rate] });
    await transact(demo.rpc, { from: owner, to: tokenOf(it_), data: setFee(100n) });
    await demo.mine();
    const before = await reader.balanceOf(deposit.to, 'ETH_USDT');
    await transact(demo.rpc, { from: other, to: tokenOf(it_), data: `0xa9059cbb${word(deposit.to)}${number(1_000_000n)}` });
    await demo.mine();
    const incoming = await inNewestBlock(deposit.to);
    expect(incoming.map(({ amount, place }) => ({ amount, place }))).toEqual([{ amount: 990_000n, place: 0 }]);
    expect(await reader.balanceOf(deposit.to, 'ETH_USDT')).toBe(before + 990_000n);
    await transact(demo.rpc, { from: owner, to: tokenOf(it_), data: setFee(0n) });
    await demo.mine();
  });

  it('a token of another contract with the same name, and an amount of zero, are nothing', async () => {
    const { demo, deposit } = it_;
    const [, , thief] = demo.accounts;
    const impostor = await deploy(`${demoTokenCode}${number(10n ** 12n)}`, thief);
    await transact(demo.rpc, { from: thief, to: impostor, data: `0xa9059cbb${word(deposit.to)}${number(1_000_000n)}` });
    await demo.send(deposit.to, 'ETH_USDT', 0n);
    await demo.send(deposit.to, 'ETH', 0n);
    await demo.mine();
    expect(await inNewestBlock(deposit.to)).toEqual([]);
  });

  it('a payment that failed is nothing; the fee of a failed payout is told', async () => {
    const { demo, reader, deposit } = it_;
    const [, poor] = demo.accounts;
    const hash = await transact(demo.rpc, {
      from: poor,
      to: tokenOf(it_),
      gas: '0x20000',
      data: `0xa9059cbb${word(deposit.to)}${number(10n ** 14n)}`,
    });
    await demo.mine();
    expect(await inNewestBlock(deposit.to)).toEqual([]);
    expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: false, fee: expect.any(BigInt) });
  });

  it('what a contract pays is found, one sum an address; what it took back is not', async () => {
    const { demo, reader, deposit, stranger } = it_;
    const [, payer] = demo.accounts;
    const contract = await deploy(demoPayerCode, payer);
    const abi = parseAbi(['function pay(address first, address second) payable', 'function payAndFail(address to) payable']);
    const value = `0x${(ETHER / 10n).toString(16)}`;
    const before = await reader.balanceOf(deposit.to, 'ETH');
    const data = encodeFunctionData({ abi, functionName: 'pay', args: [stranger as Hex, deposit.to as Hex] });
    const txHash = await transact(demo.rpc, { from: payer, to: contract, value, data, gas: '0x80000' });
    await demo.mine();
    // The contract itself is the first recipient, the stranger the second.
    const paid = { txHash, coin: 'ETH', memo: null, from: contract };
    const ours = { ...paid, place: -3, to: deposit.to, amount: ETHER / 20n };
    expect(await inNewestBlock(deposit.to)).toEqual([ours]);
    expect(await inNewestBlock(deposit.to, stranger)).toEqual([{ ...paid, place: -2, to: stranger, amount: ETHER / 20n }, ours]);
    expect(await reader.balanceOf(deposit.to, 'ETH')).toBe(before + ETHER / 20n);
    const oneByOne = await lieAbout(demo.url, (answer, { body }) =>
      body.includes('debug_traceBlockByHash') ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}' : answer,
    );
    const { tip } = await reader.tip();
    const without = await openEthReader({ ...demo, url: oneByOne.url });
    expect((await without.incoming(tip.height, watching(deposit.to))).incoming).toEqual([ours]);
    await oneByOne.close();
    const undone = encodeFunctionData({ abi, functionName: 'payAndFail', args: [deposit.to as Hex] });
    await transact(demo.rpc, { from: payer, to: contract, value, data: undone, gas: '0x80000' });
    await demo.mine();
    expect(await inNewestBlock(deposit.to)).toEqual([]);
  });

  it('an event that a listed contract tells without moving anything differs from the balance', async () => {
    const { demo, reader, deposit } = it_;
    const before = await reader.balanceOf(deposit.to, 'ETH_USDT');
    const data = encodeFunctionData({
      abi: parseAbi(['function pretend(address to, uint256 value)']),
      args: [deposit.to as Hex, 5n],
    });
    await transact(demo.rpc, { from: demo.accounts[1], to: tokenOf(it_), data });
    await demo.mine();
    expect(await inNewestBlock(deposit.to)).toHaveLength(1);
    expect(await reader.balanceOf(deposit.to, 'ETH_USDT')).toBe(before);
  });

  it('finality lags behind the tip, and never goes above it', async () => {
    const { demo, reader } = it_;
    await demo.mine(10);
    const { tip, finalHeight } = await reader.tip();
    expect(finalHeight).toBe(tip.height - 4);
  });

  it('a fee above the limit, a replacement at the same fee, a payment of what is not there: refused', async () => {
    const { node, reader, hot, stranger, preparer } = it_;
    const payments = [{ to: stranger, memo: null, coin: 'ETH', amount: 1n }];
    const first = await signPayment(it_, { payments });
    const other = await signPayment(it_, { payments: [{ ...payments[0], amount: 2n }] });
    await reader.broadcast(first.raw);
    expect(await reader.broadcast(other.raw)).toEqual({ state: 'refused', reason: expect.stringMatching(/underpriced/) });
    await node.mine();
    const much = [{ ...payments[0], amount: 10_000n * ETHER }];
    await expect(preparer.prepare({ sources: [hot], payments: much, reserved: [] })).rejects.toThrow(
      /has .* of ETH's smallest unit, and would need/,
    );
    const tokens = [{ ...payments[0], coin: 'ETH_USDT', amount: 10n ** 14n }];
    await expect(preparer.prepare({ sources: [hot], payments: tokens, reserved: [] })).rejects.toThrow(
      /has .* of ETH_USDT's smallest unit, and would need/,
    );
    const { url, chainId, coins } = it_.demo;
    const thrifty = await openEthPreparer({ url, chainId, coins, mostFeePerGas: 1n });
    await expect(thrifty.prepare({ sources: [hot], payments, reserved: [] })).rejects.toThrow(/more than the limit of 1/);
  });

  it('a node of another chain is refused at once', async () => {
    const { url, coins } = it_.demo;
    await expect(openEthReader({ url, coins, chainId: 1n })).rejects.toThrow('the node is of chain 31337, not of 1');
  });
});
