// Reads Ethereum: tip and finality, what arrived in a block, what became of a transaction. It holds no key.
import type { BlockRef, ChainReader, CoinRow, Incoming, Network, Outcome, Tip, Watched } from '../chain.ts';
import { mixedCase } from '../address/checksums.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { MalformedAnswer, NodeError } from '../json-rpc.ts';
import { broadcastTo } from './broadcast.ts';
import { isTransferCall, TRANSFER_TOPIC, transferOf } from './erc20.ts';
import { blockRefOf, openEthNode, type EthNode } from './eth-node.ts';
import type { Frame, FullBlock, Receipt, Transaction } from './shapes.ts';
import { ownMove, placedSums, tracedMoves, type ValueMove } from './value-moves.ts';

/** What a payment costs that runs no code. */
const PLAIN_GAS = 21_000n;

export interface EthOptions {
  url: string;
  /** 1 on the main network: a node of another chain is refused. */
  chainId: bigint;
  /** Exactly one without a contract: the chain's own. Tokens that stand here count, whatever others say of themselves. */
  coins: readonly CoinRow[];
  /** Value that contracts send is found by traces only; a node without them leaves it to the comparison of balances. */
  areTracesKept?: boolean;
  timeoutMs?: number;
}

export async function openEthReader(options: EthOptions): Promise<ChainReader> {
  const node = await openEthNode(options);
  const coins = coinsOf(options.coins, mixedCase);
  return {
    chain: 'ETH',
    network: () => networkOf(node),
    tip: () => tipOf(node),
    async blockAt(height) {
      const header = await node.header(height);
      if (header !== null && header.number !== height)
        throw new MalformedAnswer(`block ${height} was asked for, the node answered ${header.number}`);
      return header === null ? undefined : blockRefOf(header);
    },
    async incoming(height, watched) {
      const block = await node.block(height);
      const tokens = await tokensIn(node, block, coins, watched);
      const value = await valueIn(node, block, coins, watched, options.areTracesKept ?? true);
      return { block: blockRefOf(block), incoming: [...value, ...tokens] };
    },
    balanceOf(address, coin) {
      const row = coins.byCode(coin);
      return row.contract === undefined ? node.balance(address) : node.tokenBalance(row.contract, address);
    },
    outcomeOf: (hash) => outcomeOf(node, hash),
    broadcast: (raw) => broadcastTo(node, raw),
    close: async () => {},
  };
}

/** A chain that was begun anew has the same id, and another first block. */
async function networkOf(node: EthNode): Promise<Network> {
  const [id, first] = await Promise.all([node.chainId(), node.header(0)]);
  return { name: String(id), ...(first === null ? {} : { first: first.hash }) };
}

async function tipOf(node: EthNode): Promise<Tip> {
  const latest = await node.header('latest');
  if (latest === null) throw new MalformedAnswer('the node has no newest block');
  return { tip: blockRefOf(latest), finalHeight: await finalHeight(node, latest.number) };
}

async function finalHeight(node: EthNode, tip: number): Promise<number | undefined> {
  try {
    const height = (await node.header('finalized'))?.number ?? 0;
    // Asked a moment later, it may be of a newer tip; far above it, it is a lie.
    return Math.min(height, tip);
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

/** Logs of listed contracts with the event's own value: what the call asked for says nothing where a token keeps a fee. */
async function tokensIn(node: EthNode, block: FullBlock, coins: Coins, watched: Watched): Promise<Incoming[]> {
  if (coins.byContract.size === 0) return [];
  const logs = await node.logs(block.hash, [...coins.byContract.keys()], TRANSFER_TOPIC);
  const ours = logs.flatMap((log) => {
    if (log.blockHash !== block.hash || log.removed === true)
      throw new MalformedAnswer(`a log of block ${log.blockHash} was answered for ${block.hash}`);
    const coin = coins.byContract.get(log.address);
    if (coin === undefined) throw new MalformedAnswer(`a log of ${log.address} was answered, which was not asked for`);
    const transfer = transferOf(log);
    return transfer === undefined || transfer.amount === 0n || !watched.has(transfer.to) ? [] : [{ log, coin, transfer }];
  });
  const receipts = await receiptsOf(
    node,
    block,
    ours.map(({ log }) => log.transactionHash),
  );
  return ours.map(({ log, coin, transfer: { to, from, amount } }) => {
    const receipt = receipts.get(log.transactionHash);
    const place = receipt?.logs.findIndex(({ logIndex }) => logIndex === log.logIndex) ?? -1;
    const same = place >= 0 && receipt?.logs[place].data === log.data && receipt.logs[place].address === log.address;
    if (receipt?.status !== '0x1' || !same)
      throw new MalformedAnswer(`${log.transactionHash}: its receipt does not have the log that was answered`);
    return { txHash: log.transactionHash, place, coin: coin.code, to, memo: null, amount, from };
  });
}

/** The chain's own coin: by transactions themselves, and by what contracts paid on the way. */
async function valueIn(node: EthNode, block: FullBlock, coins: Coins, watched: Watched, areTraced: boolean): Promise<Incoming[]> {
  const coin = coins.own.code;
  const open = areTraced ? block.transactions.filter((transaction) => mayPayOthers(transaction, coins)) : [];
  const traces = open.length > 0 ? await tracesOf(node, block, open) : new Map<string, Frame>();
  const ours = block.transactions.flatMap((transaction) => {
    const trace = traces.get(transaction.hash);
    const moves: ValueMove[] = trace === undefined ? ownMove(transaction) : tracedMoves(trace);
    const towards = placedSums(moves).filter(({ to }) => watched.has(to));
    return towards.length === 0 ? [] : [{ txHash: transaction.hash, towards }];
  });
  const receipts = await receiptsOf(
    node,
    block,
    ours.map(({ txHash }) => txHash),
  );
  return ours
    .filter(({ txHash }) => receipts.get(txHash)?.status === '0x1')
    .flatMap(({ txHash, towards }) =>
      towards.map(({ to, from, amount, place }) => ({ txHash, place, coin, to, memo: null, amount, from })),
    );
}

/**
 * What has gas for nothing but itself runs no code, and a transfer of a listed token moves nothing else; a payment without data may still
 * meet a contract that passes it on.
 */
const mayPayOthers = ({ gas, to, value, input }: Transaction, { byContract }: Coins) =>
  gas > PLAIN_GAS && !(value === 0n && to !== null && byContract.has(to) && isTransferCall(input));

async function tracesOf(node: EthNode, block: FullBlock, open: readonly Transaction[]): Promise<Map<string, Frame>> {
  const whole = await node.traceBlock(block.hash);
  if (whole !== undefined) return whole;
  const traces = new Map<string, Frame>();
  for (const { hash } of open) traces.set(hash, await node.trace(hash));
  return traces;
}

/** Of few each is asked for alone, of many all of the block at once. */
const FEW = 8;

async function receiptsOf(node: EthNode, block: FullBlock, hashes: readonly string[]): Promise<Map<string, Receipt>> {
  const wanted = new Set(hashes);
  const whole = wanted.size > FEW ? await node.blockReceipts(block.number) : undefined;
  const receipts = new Map((whole ?? []).filter(({ blockHash }) => blockHash === block.hash).map((one) => [one.transactionHash, one]));
  for (const hash of wanted) if (!receipts.has(hash)) receipts.set(hash, await minedIn(node, hash, block));
  return receipts;
}

async function minedIn(node: EthNode, hash: string, block: FullBlock): Promise<Receipt> {
  const receipt = await node.receipt(hash);
  if (receipt?.blockHash !== block.hash) throw new Error(`block ${block.number} changed while it was read`);
  return receipt;
}

async function outcomeOf(node: EthNode, hash: string): Promise<Outcome | undefined> {
  const receipt = await node.receipt(hash);
  if (receipt === null) return (await node.transaction(hash)) === null ? undefined : { state: 'pending' };
  const block = await headerOf(node, receipt);
  return { state: 'mined', block, isSuccess: receipt.status === '0x1', fee: receipt.gasUsed * receipt.effectiveGasPrice };
}

async function headerOf(node: EthNode, { blockHash, blockNumber }: Receipt): Promise<BlockRef> {
  const header = await node.headerOf(blockHash);
  if (header?.hash !== blockHash || header.number !== blockNumber)
    throw new MalformedAnswer(`the node does not know block ${blockHash} of its own receipt`);
  return blockRefOf(header);
}
