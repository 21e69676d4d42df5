// Reads TRON: tip and what is solid, what arrived in a block, what became of a transaction. It holds no key.
import type { ChainReader, CoinRow, Incoming, Outcome, Watched } from '../chain.ts';
import { balanceCall, transferOf } from '../eth/erc20.ts';
import { placedSums, type ValueMove } from '../eth/value-moves.ts';
import { MalformedAnswer } from '../json-rpc.ts';
import { ethFormOf, hexOf, textOf, written } from './address.ts';
import { broadcastTo } from './broadcast.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { transferIn } from './transaction.ts';
import { tronNode, type TronBlock, type TronInfo, type TronInner, type TronNode, type TronNodeOptions } from './tron-node.ts';

export interface TronOptions extends TronNodeOptions {
  coins: readonly CoinRow[];
}

export function openTronReader(options: TronOptions): ChainReader {
  const node = tronNode(options);
  const coins = coinsOf(options.coins, written);
  return {
    chain: 'TRON',
    async network() {
      const first = await node.header(0);
      if (first === undefined) throw new MalformedAnswer("the node's answer has no first block");
      return { name: first.hash };
    },
    async tip() {
      const solid = await node.newest('walletsolidity');
      const tip = await node.newest('wallet');
      return { tip, finalHeight: Math.min(solid.height, tip.height) };
    },
    blockAt: (height) => node.header(height),
    incoming: (height, watched) => incomingIn(node, height, coins, watched),
    balanceOf(address, coin) {
      const row = coins.byCode(coin);
      return row.contract === undefined ? node.balance(hexOf(address)) : tokenBalance(node, row.contract, address);
    },
    outcomeOf: (hash) => outcomeOf(node, hash),
    broadcast: (raw) => broadcastTo(node, raw),
    close: async () => {},
  };
}

export async function tokenBalance(node: TronNode, contract: string, address: string): Promise<bigint> {
  const { constant_result: words } = await node.call(hexOf(address), hexOf(contract), balanceCall(ethFormOf(address)));
  if (words?.length !== 1 || words[0].length !== 64) throw new MalformedAnswer(`balance at ${contract}: the node's answer is not one word`);
  return BigInt(`0x${words[0]}`);
}

/** Receipts name no block, so the block is looked at again when they have been read. */
async function incomingIn(
  node: TronNode,
  height: number,
  coins: Coins,
  watched: Watched,
): Promise<Awaited<ReturnType<ChainReader['incoming']>>> {
  const { transactions, ...block } = await node.block(height);
  const infos = transactions.length === 0 ? [] : await node.infosOf(height);
  const ids = new Set(transactions.map(({ txID }) => txID));
  const stranger = infos.find(({ id }) => !ids.has(id));
  if (stranger) throw new MalformedAnswer(`block ${height}: the node's answer has a receipt of ${stranger.id}, which is not in it`);
  const incoming = [...valueIn(transactions, infos, coins.own.code, watched), ...tokensIn(infos, coins, watched)];
  if (infos.length > 0 && (await node.header(height))?.hash !== block.hash) throw new Error(`block ${height} changed while it was read`);
  return { block, incoming };
}

const succeeded = ({ result, receipt }: TronInfo) => result !== 'FAILED' && (receipt?.result ?? 'SUCCESS') === 'SUCCESS';

function valueIn(transactions: TronBlock['transactions'], infos: readonly TronInfo[], coin: string, watched: Watched): Incoming[] {
  const byId = new Map(infos.map((info) => [info.id, info]));
  return transactions.flatMap(({ txID, raw_data_hex, ret }) => {
    const info = byId.get(txID);
    if (info === undefined || !succeeded(info) || (ret?.[0]?.contractRet ?? 'SUCCESS') !== 'SUCCESS') return [];
    const own = transferIn(raw_data_hex);
    const moves: ValueMove[] = [
      ...(own === undefined ? [] : [{ from: own.owner, to: own.to, amount: own.amount }]),
      ...(info.internal_transactions ?? []).flatMap(innerMoves),
    ];
    const ours = placedSums(moves.filter(({ amount }) => amount > 0n)).filter(({ to }) => watched.has(to));
    return ours.map(({ to, from, amount, place }) => ({ txHash: txID, place, coin, to, memo: null, amount, from }));
  });
}

/** What contracts paid, where the node keeps it (`saveInternalTx`); tokens of TRC-10 are not TRX. */
function innerMoves({ rejected, callValueInfo, caller_address, transferTo_address }: TronInner): ValueMove[] {
  if (rejected === true || transferTo_address === '') return [];
  const amount = callValueInfo.reduce((sum, { callValue, tokenId }) => (tokenId === undefined ? sum + (callValue ?? 0n) : sum), 0n);
  return [{ from: textOf(caller_address), to: textOf(transferTo_address), amount }];
}

/** Logs of listed contracts with the event's own value. A log's address lacks the version byte. */
function tokensIn(infos: readonly TronInfo[], coins: Coins, watched: Watched): Incoming[] {
  return infos.filter(succeeded).flatMap(({ id, log: logs = [] }) =>
    logs.flatMap(({ address, topics = [], data = '' }, place) => {
      const coin = coins.byContract.get(textOf(address));
      const transfer = coin && transferOf({ topics: topics.map((topic) => `0x${topic}`), data: `0x${data}` });
      if (coin === undefined || transfer === undefined || transfer.amount === 0n) return [];
      const to = textOf(transfer.to);
      if (!watched.has(to)) return [];
      return [{ txHash: id, place, coin: coin.code, to, memo: null, amount: transfer.amount, from: textOf(transfer.from) }];
    }),
  );
}

async function outcomeOf(node: TronNode, hash: string): Promise<Outcome | undefined> {
  const info = await node.info(hash);
  if (info === undefined) return (await node.pending(hash)) ? { state: 'pending' } : undefined;
  const block = await node.header(info.blockNumber);
  if (block === undefined) throw new MalformedAnswer(`the node's answer names block ${info.blockNumber}, which it does not have`);
  return { state: 'mined', block, isSuccess: succeeded(info), fee: info.fee ?? 0n };
}
