// The questions that are asked of an Ethereum node, with answers checked for shape and for belonging to what was asked.
import * as z from 'zod/mini';
import type { BlockRef } from '../chain.ts';
import { jsonRpc, MalformedAnswer, NodeError, type JsonRpcOptions } from '../json-rpc.ts';
import { balanceCall } from './erc20.ts';
import * as shapes from './shapes.ts';

export type EthNode = ReturnType<typeof ethNode>;

/** Answered where a tag of finality is not known to a node, and where a method is not. */
const METHOD_UNKNOWN = -32601;
const isUnknownMethod = (error: unknown) => error instanceof NodeError && error.code === METHOD_UNKNOWN;

export const blockRefOf = ({ number, hash, parentHash, timestamp }: shapes.Header): BlockRef => ({
  height: number,
  hash,
  parent: parentHash,
  timeMs: timestamp * 1000,
});

const tag = (height: number) => `0x${height.toString(16)}`;
async function unlessUnknown<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isUnknownMethod(error)) return undefined;
    throw error;
  }
}

const tracer = { tracer: 'callTracer' };

/** A node of another chain would show our addresses empty, and take what we sign for nothing. */
export async function openEthNode({ chainId, ...options }: JsonRpcOptions & { chainId: bigint }): Promise<EthNode> {
  const node = ethNode(options);
  const found = await node.chainId();
  if (found !== chainId) throw new Error(`the node is of chain ${found}, not of ${chainId}`);
  return node;
}

function ethNode(options: JsonRpcOptions) {
  const rpc = jsonRpc(options);
  const receipts = z.nullable(shapes.receipt);
  return {
    chainId: () => rpc.ask('eth_chainId', [], shapes.quantity),
    header: (at: number | 'latest' | 'finalized') =>
      rpc.ask('eth_getBlockByNumber', [typeof at === 'number' ? tag(at) : at, false], z.nullable(shapes.header)),
    headerOf: (hash: string) => rpc.ask('eth_getBlockByHash', [hash, false], z.nullable(shapes.header)),
    async block(height: number): Promise<shapes.FullBlock> {
      const block = await rpc.ask('eth_getBlockByNumber', [tag(height), true], z.nullable(shapes.fullBlock));
      if (block === null) throw new Error(`there is no block ${height} yet`);
      if (block.number !== height) throw new MalformedAnswer(`block ${height} was asked for, the node answered ${block.number}`);
      const stranger = block.transactions.find(({ blockHash }) => blockHash !== block.hash);
      if (stranger) throw new MalformedAnswer(`block ${height}: transaction ${stranger.hash} says it is of another block`);
      return block;
    },
    async receipt(hash: string): Promise<shapes.Receipt | null> {
      const receipt = await rpc.ask('eth_getTransactionReceipt', [hash], receipts);
      if (receipt !== null && receipt.transactionHash !== hash)
        throw new MalformedAnswer(`receipt of ${hash}: the node answered that of ${receipt.transactionHash}`);
      return receipt;
    },
    /** Of a whole block; undefined: this node knows them only one by one. */
    blockReceipts: (height: number) => unlessUnknown(rpc.ask('eth_getBlockReceipts', [tag(height)], z.array(shapes.receipt))),
    transaction: (hash: string) => rpc.ask('eth_getTransactionByHash', [hash], z.nullable(shapes.transaction)),
    logs: (blockHash: string, contracts: readonly string[], topic: string) =>
      rpc.ask('eth_getLogs', [{ blockHash, address: contracts, topics: [topic] }], z.array(shapes.log)),
    balance: (address: string) => rpc.ask('eth_getBalance', [address, 'latest'], shapes.quantity),
    async tokenBalance(contract: string, address: string): Promise<bigint> {
      const call = { to: contract, data: balanceCall(address) };
      return BigInt(await rpc.ask('eth_call', [call, 'latest'], z.string().check(z.regex(/^0x[0-9a-f]{64}$/))));
    },
    nonce: (address: string) => rpc.ask('eth_getTransactionCount', [address, 'latest'], shapes.quantity),
    estimateGas: (call: Record<string, unknown>) => rpc.ask('eth_estimateGas', [call], shapes.quantity),
    priorityFee: () => rpc.ask('eth_maxPriorityFeePerGas', [], shapes.quantity),
    send: (raw: string) => rpc.ask('eth_sendRawTransaction', [raw], shapes.hash),
    trace: (hash: string) => rpc.ask('debug_traceTransaction', [hash, tracer], shapes.frame),
    /** A whole block's traces in its order; undefined: this node knows them only one by one. */
    async traceBlock(hash: string): Promise<Map<string, shapes.Frame> | undefined> {
      const traced = z.array(z.object({ txHash: shapes.hash, result: shapes.frame }));
      const found = await unlessUnknown(rpc.ask('debug_traceBlockByHash', [hash, tracer], traced));
      return found && new Map(found.map(({ txHash, result }) => [txHash, result]));
    },
  };
}
