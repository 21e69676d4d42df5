// The calls that the small node answers, by their names in Bitcoin Core: those of the adapter, and those that make something happen.
import { z } from 'zod/mini';
import { scriptOf } from '../own-scripts.ts';
import { toSatoshi } from '../satoshi.ts';
import { amountOf, blockAnswer, headerAnswer, scanAnswer, transactionAnswer, unspentAnswer } from './answers.ts';
import { type DemoBlock, type DemoChain, Refusal } from './demo-chain.ts';
import type { DemoPurse } from './demo-purse.ts';

export interface DemoParts {
  chain: DemoChain;
  purse: DemoPurse;
}

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.number().check(z.int(), z.minimum(0), z.maximum(100_000));
const amount = z.union([z.string(), z.number()]);

function call<T>(params: z.ZodMiniType<T>, answer: (parts: DemoParts, params: T) => unknown) {
  return (parts: DemoParts, given: unknown): unknown => {
    const { success, data } = params.safeParse(given);
    if (!success) throw new Refusal(-1, 'JSON value is not of the type expected');
    return answer(parts, data);
  };
}

const none = z.tuple([]);

const reading = {
  getblockchaininfo: call(none, ({ chain }) => ({
    chain: 'regtest',
    blocks: chain.tip.height,
    headers: chain.tip.height,
    bestblockhash: chain.tip.hash,
  })),
  getblockcount: call(none, ({ chain }) => chain.tip.height),
  getbestblockhash: call(none, ({ chain }) => chain.tip.hash),
  getblockhash: call(z.tuple([z.number()]), ({ chain }, [height]) => {
    const block = chain.blockAt(height);
    if (block === undefined) throw new Refusal(-8, 'Block height out of range');
    return block.hash;
  }),
  getblockheader: call(z.tuple([hash]), ({ chain }, [name]) => headerAnswer(chain, blockOf(chain, name))),
  getblock: call(z.tuple([hash, z.literal([1, 2])]), ({ chain }, [name, verbosity]) => blockAnswer(chain, blockOf(chain, name), verbosity)),
  getrawtransaction: call(z.tuple([hash], z.boolean()), ({ chain }, [txid, isVerbose = false]) => {
    const found = chain.find(txid);
    if (found === undefined)
      throw new Refusal(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
    const { transaction, block } = found;
    if (!isVerbose) return transaction.raw;
    return { ...transactionAnswer(chain.network, transaction), ...(block === undefined ? {} : minedAnswer(chain, block)) };
  }),
  gettxout: call(z.tuple([hash, count], z.boolean()), ({ chain }, [txid, index, withWaiting = true]) => {
    const output = `${txid}:${index}`;
    const isGone = withWaiting && chain.isSpentByWaiting(output);
    return unspentAnswer(chain, isGone ? undefined : withWaiting ? chain.coinOf(output) : chain.coins.get(output));
  }),
  scantxoutset: call(z.tuple([z.literal('start'), z.array(z.string())]), ({ chain }, [, descriptors]) => {
    const scripts = descriptors.map((one) => /^raw\(((?:[0-9a-f]{2})+)\)$/.exec(one)?.[1]);
    if (scripts.includes(undefined)) throw new Refusal(-5, 'Invalid descriptor');
    return scanAnswer(chain, scripts as string[]);
  }),
  estimatesmartfee: call(z.tuple([count]), ({ chain }, [blocks]) => ({ feerate: amountOf(chain.network.feeRate.usual * 1000n), blocks })),
};

const acting = {
  sendrawtransaction: call(z.tuple([z.string()]), ({ chain }, [raw]) => chain.accept(raw)),
  getnewaddress: call(none, ({ purse }) => purse.address),
  sendtoaddress: call(z.tuple([z.string(), amount]), ({ purse }, [address, text]) => purse.pay(address, satoshiOf(text))),
  generatetoaddress: call(z.tuple([count, z.string()]), ({ chain }, [blocks, address]) => {
    const script = scriptAt(chain, address);
    return Array.from({ length: blocks }, () => chain.mine(script).hash);
  }),
  generateblock: call(z.tuple([z.string(), z.array(hash)]), ({ chain }, [address, txids]) => {
    const chosen = chain.waiting.filter(({ id }) => txids.includes(id));
    return { hash: chain.mine(scriptAt(chain, address), chosen).hash };
  }),
  invalidateblock: call(z.tuple([hash]), ({ chain }, [name]) => {
    chain.undo(name);
    return null;
  }),
};

export const calls: Readonly<Record<string, (parts: DemoParts, params: unknown) => unknown>> = { ...reading, ...acting };

function blockOf(chain: DemoChain, name: string): DemoBlock {
  const block = chain.blockOf(name);
  if (block === undefined) throw new Refusal(-5, 'Block not found');
  return block;
}

const minedAnswer = (chain: DemoChain, block: DemoBlock) => ({
  blockhash: block.hash,
  confirmations: chain.isOnBranch(block) ? chain.tip.height - block.height + 1 : 0,
  time: block.time,
  blocktime: block.time,
});

function scriptAt({ network }: DemoChain, address: string): Uint8Array {
  try {
    return scriptOf(network, address);
  } catch {
    throw new Refusal(-5, 'Error: Invalid address');
  }
}

function satoshiOf(text: string | number): bigint {
  try {
    return toSatoshi(String(text));
  } catch {
    throw new Refusal(-3, 'Invalid amount');
  }
}
