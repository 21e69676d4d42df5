// Reads transfers of listed tokens block by block from a node of EOS with the trace interface, and sends to it.
import { z } from 'zod/mini';
import type { Broadcast, ChainReader, CoinRow, Incoming, Watched } from '../chain.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { type EosNode, type EosNodeOptions, eosNode, EosRefusal, type EosTrace } from './eos-node.ts';
import { coinOf, coinOfCode, idOf, readAsset, readTransfer } from './transfer.ts';

export interface EosOptions extends EosNodeOptions {
  coins: readonly CoinRow[];
}

/** Codes of nodeos: 304 is about the transaction, 308 about what the node has left for it. */
const DUPLICATE = 3_040_008;
const EXPIRED = 3_040_005;
const isShortage = (code: number) => code >= 3_080_000 && code < 3_090_000;

const rawShape = z.strictObject({ signatures: z.array(z.string()), packed_trx: z.string().check(z.regex(/^([0-9a-f]{2})+$/)) });

export function openEosReader({ coins, ...options }: EosOptions): ChainReader {
  const node = eosNode(options);
  return {
    chain: 'EOS',
    network: async () => ({ name: (await node.info()).chain_id }),
    async tip() {
      const { head_block_num, last_irreversible_block_num } = await node.info();
      const tip = await node.header(head_block_num);
      if (tip === undefined) throw new MalformedAnswer(`the node's answer has no block ${head_block_num}, which it calls the newest`);
      return { tip, finalHeight: last_irreversible_block_num };
    },
    blockAt: (height) => node.header(height),
    async incoming(height, watched) {
      const { block, transactions } = await node.block(height);
      return { block, incoming: transactions.flatMap((transaction) => towards(coins, transaction, watched)) };
    },
    balanceOf: (account, coin) => balanceOf(node, coins, account, coin),
    hasAccount: (name) => node.hasAccount(name),
    async outcomeOf(txHash) {
      const found = await node.find(txHash);
      if (found === undefined) return undefined;
      const block = await node.header(found.block_num);
      // The trace is of a block that another one took the place of.
      if (block === undefined || block.hash !== found.producer_block_id) return undefined;
      return { state: 'mined', block, isSuccess: isExecuted(found), fee: 0n };
    },
    broadcast: (raw) => send(node, raw),
    close: () => Promise.resolve(),
  };
}

/** Older nodes say a number. */
const isExecuted = ({ status = 'executed' }: Pick<EosTrace, 'status'>) => status === 'executed' || status === 0;

/** Transfers that a contract makes on its own are among the traces too; who is only notified of one is another receiver of the same. */
function towards(coins: readonly CoinRow[], transaction: EosTrace, watched: Watched): Incoming[] {
  if (!isExecuted(transaction)) return [];
  const inOrder = transaction.actions.toSorted((a, b) => (BigInt(a.global_sequence) < BigInt(b.global_sequence) ? -1 : 1));
  return inOrder.flatMap(({ receiver, account, action, data }, place) => {
    if (action !== 'transfer' || receiver !== account || !coins.some(({ contract }) => contract === account)) return [];
    const transfer = readTransfer(account, data);
    const coin = coinOf(coins, transfer);
    if (coin === undefined || transfer.amount <= 0n || !watched.has(transfer.to)) return [];
    const { from, to, amount, memo } = transfer;
    return [{ txHash: transaction.id, place, coin: coin.code, to, memo: memo === '' ? null : memo, amount, from }];
  });
}

export async function balanceOf(node: EosNode, coins: readonly CoinRow[], account: string, code: string): Promise<bigint> {
  const { contract, symbol, decimals } = coinOfCode(coins, code);
  const sums = await node.balance(contract, account, symbol);
  let total = 0n;
  for (const text of sums) {
    const asset = readSum(text);
    if (asset?.symbol !== symbol || asset.decimals !== decimals)
      throw new MalformedAnswer(`balance of ${code}: the node's answer is ${text}`);
    total += asset.amount;
  }
  return total;
}

function readSum(text: string): ReturnType<typeof readAsset> | undefined {
  try {
    return readAsset(text);
  } catch {
    return undefined;
  }
}

async function send(node: EosNode, raw: string): Promise<Broadcast> {
  const read = rawShape.safeParse(jsonOf(raw));
  if (!read.success) return { state: 'refused', reason: 'these bytes are no signed transaction' };
  const { signatures, packed_trx: packed } = read.data;
  const id = idOf(packed);
  try {
    const { transaction_id: name } = await node.send(signatures, packed);
    if (name !== id) throw new MalformedAnswer(`sent ${id}, the node calls it ${name}`);
    return { state: 'accepted' };
  } catch (error) {
    if (!(error instanceof EosRefusal)) throw error;
    if (isShortage(error.code)) throw error;
    if (error.code === DUPLICATE) return { state: 'known' };
    // Its time is over, so it is no longer on the list of known ones; it may have been carried out before.
    if (error.code === EXPIRED && (await node.find(id)) !== undefined) return { state: 'known' };
    return { state: 'refused', reason: error.message };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
