// The Ethereum of demo and tests: a real node on this machine with the demo's USDT, and a purse that test coins come from.
import * as z from 'zod/mini';
import type { CoinRow } from '../chain.ts';
import { mixedCase } from '../address/checksums.ts';
import { jsonRpc, type JsonRpc } from '../json-rpc.ts';
import { startAnvil, type AnvilOptions } from './anvil.ts';
import { demoTokenCode } from './contracts/demo-token.ts';
import { transferCall } from './erc20.ts';
import { bytes, hash } from './shapes.ts';
import { getContractAddress } from 'viem/utils';

export interface EthDemoNode {
  url: string;
  pid: number;
  chainId: bigint;
  coins: CoinRow[];
  rpc: JsonRpc;
  /** The node's own accounts, all rich; the first gave birth to the token and holds all of it. */
  accounts: string[];
  /** Test coins, from the node's first account; the transaction's hash, which is in the next block. */
  send(to: string, coin: string, amount: bigint): Promise<string>;
  mine(blocks?: number): Promise<void>;
  ended: Promise<void>;
  close(): Promise<void>;
}

/** Known to everyone: what these accounts hold is worth nothing anywhere. */
const DEMO_PHRASE = 'test test test test test test test test test test test junk';
const DEMO_CHAIN = 31_337;
/** Above the first block's base fee, on a chain without fees too. */
const DEPLOY_PRICE = 2n * 10n ** 9n;
const SUPPLY = 10n ** 15n;
const nothing = z.unknown();

export async function startEthDemoNode(options: Partial<AnvilOptions> = {}): Promise<EthDemoNode> {
  const anvil = await startAnvil({ mnemonic: DEMO_PHRASE, chainId: DEMO_CHAIN, ...options });
  const rpc = jsonRpc({ url: anvil.url });
  try {
    const accounts = (await rpc.ask('eth_accounts', [], z.array(z.string()))).map(mixedCase);
    const token = await deployToken(rpc, accounts[0]);
    return {
      ...anvil,
      chainId: BigInt(options.chainId ?? DEMO_CHAIN),
      rpc,
      accounts,
      coins: [
        { code: 'ETH', decimals: 18 },
        { code: 'ETH_USDT', contract: token, decimals: 6 },
      ],
      send: (to, coin, amount) =>
        transact(
          rpc,
          coin === 'ETH' ? { from: accounts[0], to, value: hex(amount) } : { from: accounts[0], to: token, data: transferCall(to, amount) },
        ),
      mine: (blocks = 1) => mineBlocks(rpc, blocks),
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

const hex = (amount: bigint) => `0x${amount.toString(16)}`;

/** As an account of the node's own, which signs for it. */
export const transact = (rpc: JsonRpc, transaction: Record<string, string>): Promise<string> =>
  rpc.ask('eth_sendTransaction', [transaction], hash);

export const mineBlocks = async (rpc: JsonRpc, blocks: number) => void (await rpc.ask('anvil_mine', [hex(BigInt(blocks))], nothing));

/** The first transaction of its account makes its address: the same one after each start. */
export async function deployToken(rpc: JsonRpc, owner: string): Promise<string> {
  const address = getContractAddress({ from: owner as `0x${string}`, nonce: 0n });
  if ((await rpc.ask('eth_getCode', [address, 'latest'], bytes)) !== '0x') return address;
  await transact(rpc, {
    from: owner,
    data: `${demoTokenCode}${SUPPLY.toString(16).padStart(64, '0')}`,
    gas: hex(2_000_000n),
    gasPrice: hex(DEPLOY_PRICE),
  });
  await mineBlocks(rpc, 1);
  if ((await rpc.ask('eth_getCode', [address, 'latest'], bytes)) === '0x') throw new Error('the demo token was not made');
  return address;
}
