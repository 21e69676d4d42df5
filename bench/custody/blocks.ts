// Blocks full of payments, each by the chain's own means: some to members, the others to nobody that is watched.
import { randomBytes } from 'node:crypto';
import { mixedCase } from '@maru/chains/address/checksums.ts';
import type { EthDemoNode } from '@maru/chains/eth/demo-node.ts';
import { transferCall } from '@maru/chains/eth/erc20.ts';
import * as z from 'zod/mini';
import type { StageChain } from '../../apps/server/testing/stage-chains.ts';

/** One block takes two thousand transfers of a token. */
const BLOCK_GAS = '0xbebc200';
const AT_ONCE = 32;
const hex = (amount: bigint | number) => `0x${amount.toString(16)}`;

/** Waits in the pool until it is mined. */
export type PayMany = (to: readonly string[]) => Promise<void>;

/** Every other payment is of the token. */
export async function ethPayments({ rpc, accounts, coins }: EthDemoNode): Promise<PayMany> {
  await rpc.ask('evm_setBlockGasLimit', [BLOCK_GAS], z.unknown());
  const [, { contract = '' }] = coins;
  const [from] = accounts;
  return async (to) => {
    let nonce = Number(await rpc.ask('eth_getTransactionCount', [from, 'latest'], z.string()));
    for (let at = 0; at < to.length; at += AT_ONCE)
      await Promise.all(
        to.slice(at, at + AT_ONCE).map((address, i) => {
          const what =
            i % 2 === 0
              ? { to: address, value: hex(10n ** 16n), gas: hex(21_000) }
              : { to: contract, data: transferCall(address, 2_000_000n), gas: hex(100_000) };
          return rpc.ask('eth_sendTransaction', [{ from, nonce: hex(nonce++), gasPrice: hex(10n ** 11n), ...what }], z.string());
        }),
      );
  };
}

export const ethStrangers = (count: number): string[] =>
  Array.from({ length: count }, () => mixedCase(`0x${randomBytes(20).toString('hex')}`));

export const ownPayments =
  ({ pay, chain }: StageChain<unknown>, amount: bigint): PayMany =>
  async (to) => {
    for (const address of to) await pay(chain, address, null, amount);
  };
