// Reads a chain of the Bitcoin family block by block from a node without a wallet (getblock, verbosity 2), and sends to it.
import { hex } from '@scure/base';
import type { z } from 'zod/mini';
import type { BlockReading, BlockRef, Broadcast, ChainReader, Incoming, Outcome, Spending, Unspent, Watched } from '../chain.ts';
import { MalformedAnswer, NodeError } from '../json-rpc.ts';
import { faultOfBlock, headerHash, parentOf } from './block-proof.ts';
import type { BitcoinNetwork } from './network.ts';
import {
  type Block,
  type BlockTransaction,
  blockShape,
  chainInfoShape,
  foundTransactionShape,
  hashShape,
  type Header,
  headerShape,
  rawShape,
  scannedShape,
  unspentShape,
} from './node-answers.ts';
import { NodeClient, type NodeAddress } from './node-client.ts';
import { scriptOf } from './own-scripts.ts';
import { outputName, readOutputName, readTransaction } from './raw-transaction.ts';

export interface ReaderOptions extends NodeAddress {
  network: BitcoinNetwork;
  /** What the caller's rows hold as unspent of an address; without it the node's whole set is searched, which old nodes cannot. */
  unspentOf?: (address: string) => Promise<readonly Unspent[]>;
}

/** Error codes of nodes, by their source (rpc/protocol.h). */
const NOT_FOUND = -5;
const OUT_OF_RANGE = -8;
const VERIFY_ERROR = -25;
const VERIFY_REJECTED = -26;
const ALREADY_IN_CHAIN = -27;
const UNREADABLE = -22;

export function bitcoinReader({ network, unspentOf, ...address }: ReaderOptions): ChainReader {
  const client = new NodeClient(address);
  const checked = onceTrue(() => checkNode(client, network));
  const reader = new NodeReader(client, network);
  return {
    chain: network.chain,
    network: async () => ({ name: await client.call('getblockhash', [0], hashShape) }),
    async tip() {
      await checked();
      return { tip: refOf(await reader.header(await client.call('getbestblockhash', [], hashShape))), finalHeight: undefined };
    },
    async blockAt(height) {
      await checked();
      const hash = await reader.hashAt(height);
      return hash === undefined ? undefined : refOf(await reader.header(hash));
    },
    async incoming(height, watched) {
      await checked();
      return reader.reading(height, watched);
    },
    balanceOf: (owner) =>
      unspentOf === undefined ? reader.scan(owner) : unspentOf(owner).then((rows) => reader.stillUnspent(owner, rows)),
    outcomeOf: (txHash) => reader.outcome(txHash),
    broadcast: (raw) => reader.send(raw),
    close: () => Promise.resolve(),
  };
}

const refOf = (header: Header): BlockRef => ({
  height: header.height,
  hash: header.hash,
  parent: parentOf(header),
  timeMs: header.time * 1000,
});

/** Asked until it holds once: a node that was away is asked again. */
function onceTrue(check: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= check().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Refuses a node of another network, and one that does not decode the transactions of a block. */
export async function checkNode(client: NodeClient, { chain, genesis }: BitcoinNetwork): Promise<void> {
  const first = await client.call('getblockhash', [0], hashShape);
  if (genesis !== undefined && first !== genesis)
    throw new Error(`the node is of another network than ${chain}: its first block is ${first}`);
  const { bestblockhash } = await client.call('getblockchaininfo', [], chainInfoShape);
  await client.call('getblock', [bestblockhash, 2], blockShape);
}

class NodeReader {
  readonly #client: NodeClient;
  readonly #network: BitcoinNetwork;

  constructor(client: NodeClient, network: BitcoinNetwork) {
    this.#client = client;
    this.#network = network;
  }

  async header(hash: string): Promise<Header> {
    const header = await this.#client.call('getblockheader', [hash], headerShape);
    if (header.hash !== hash || headerHash(header) !== hash)
      throw new MalformedAnswer(`getblockheader: the answer is not the header of ${hash}`);
    return header;
  }

  hashAt(height: number): Promise<string | undefined> {
    return unless(OUT_OF_RANGE, this.#client.call('getblockhash', [height], hashShape));
  }

  async reading(height: number, watched: Watched): Promise<BlockReading> {
    const hash = await this.hashAt(height);
    if (hash === undefined) throw new Error(`there is no block ${height}`);
    const block = await this.#client.call('getblock', [hash, 2], blockShape);
    if (block.hash !== hash || block.height !== height) throw new MalformedAnswer(`getblock: the answer is not block ${height}`);
    const fault = faultOfBlock(block);
    if (fault !== undefined) throw new MalformedAnswer(`getblock: the answer is not block ${height}: ${fault}`);
    const incoming = await this.#towards(block, watched);
    return { block: refOf(block), incoming, spent: spendings(block, watched, incoming) };
  }

  async #towards(block: Block, watched: Watched): Promise<Incoming[]> {
    const found: Incoming[] = [];
    for (const transaction of block.tx) {
      const ours = this.#ownOutputs(transaction, watched);
      if (ours.length === 0) continue;
      await this.#proveOutputs(transaction, ours);
      found.push(...ours);
    }
    return found;
  }

  /** Older nodes name an address for other scripts of its key too: only the script that the address stands for is one we can spend. */
  #ownOutputs({ txid, vout }: BlockTransaction, watched: Watched): Incoming[] {
    return vout.flatMap(({ n, value, scriptPubKey }) => {
      const named = scriptPubKey.address === undefined ? (scriptPubKey.addresses ?? []) : [scriptPubKey.address];
      const to = named.find((address) => watched.has(address));
      if (to === undefined || value === 0n || hex.encode(scriptOf(this.#network, to)) !== scriptPubKey.hex) return [];
      return [{ txHash: txid, place: n, coin: this.#network.chain, to, memo: null, amount: value, from: null }];
    });
  }

  /** What the node tells of a transaction is held against its bytes, and these against the hash that the block's root holds. */
  async #proveOutputs({ txid, hex: told }: BlockTransaction, ours: readonly Incoming[]): Promise<void> {
    const raw = told ?? (await this.#client.call('getrawtransaction', [txid], rawShape));
    const { id, outputs } = readTransaction(raw);
    const isTrue = ({ place, to, amount }: Incoming) =>
      outputs[place]?.amount === amount && hex.encode(outputs[place].script) === hex.encode(scriptOf(this.#network, to));
    if (id !== txid || !ours.every(isTrue)) throw new MalformedAnswer(`getblock: the answer says another thing of ${txid} than its bytes`);
  }

  async outcome(txHash: string): Promise<Outcome | undefined> {
    const found = await this.find(txHash);
    if (found === undefined) return undefined;
    const fee = await this.#feeOf(found.hex);
    if (found.blockhash === undefined) return { state: 'pending', fee };
    const header = await this.header(found.blockhash);
    // The node's index still knows it, but the block stands on no branch that counts, and nobody waits to mine it again.
    if (header.confirmations < 0) return undefined;
    return { state: 'mined', block: refOf(header), isSuccess: true, fee };
  }

  /** Needs a node with an index of all transactions (txindex=1). */
  async find(txHash: string): Promise<z.output<typeof foundTransactionShape> | undefined> {
    const found = await unless(NOT_FOUND, this.#client.call('getrawtransaction', [txHash, true], foundTransactionShape));
    if (found !== undefined && (found.txid !== txHash || readTransaction(found.hex).id !== txHash))
      throw new MalformedAnswer(`getrawtransaction: the answer is not ${txHash}`);
    return found;
  }

  async #feeOf(raw: string): Promise<bigint | undefined> {
    const { spends, outputs } = readTransaction(raw);
    if (spends.length === 0) return undefined;
    const before = await previousTransactions(this.#client, spends);
    const put = spends.map(readOutputName).map(({ txid, index }) => readTransaction(before.get(txid)!).outputs[index].amount);
    return sum(put) - sum(outputs.map(({ amount }) => amount));
  }

  async send(raw: string): Promise<Broadcast> {
    const id = idOf(raw);
    if (id === undefined) return { state: 'refused', reason: 'these bytes are no transaction' };
    const isKnown = (await this.outcome(id)) !== undefined;
    try {
      const name = await this.#client.call('sendrawtransaction', [raw], hashShape);
      if (name !== id) throw new MalformedAnswer(`sendrawtransaction: the node calls it ${name}, its bytes say ${id}`);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if (error.code === ALREADY_IN_CHAIN || isKnown) return { state: 'known' };
      if ([VERIFY_ERROR, VERIFY_REJECTED, UNREADABLE].includes(error.code)) return { state: 'refused', reason: error.message };
      throw error;
    }
    if (isKnown) return { state: 'known' };
    // There are nodes that name a hash for whatever they are sent, and then drop it.
    return (await this.find(id)) === undefined
      ? { state: 'refused', reason: 'the node does not know what it took' }
      : { state: 'accepted' };
  }

  /** Searches all outputs there are: exact, independent of any rows, and slow on a long chain. */
  async scan(owner: string): Promise<bigint> {
    const descriptor = `raw(${hex.encode(scriptOf(this.#network, owner))})`;
    return (await this.#client.call('scantxoutset', ['start', [descriptor]], scannedShape)).total_amount;
  }

  async stillUnspent(owner: string, rows: readonly Unspent[]): Promise<bigint> {
    const own = rows.filter(({ address }) => address === owner).map(({ output }) => readOutputName(output));
    const asked = own.map(({ txid, index }) => [txid, index, false]);
    const script = hex.encode(scriptOf(this.#network, owner));
    const found = await this.#client.callEach('gettxout', asked, unspentShape);
    return sum(found.flatMap((one) => (one !== null && one.scriptPubKey.hex === script ? [one.value] : [])));
  }
}

function idOf(raw: string): string | undefined {
  try {
    return readTransaction(raw).id;
  } catch {
    return undefined;
  }
}

/** The whole transactions whose outputs are spent, each proved by its hash. */
export async function previousTransactions(client: NodeClient, outputs: readonly string[]): Promise<Map<string, string>> {
  const txids = [...new Set(outputs.map((output) => readOutputName(output).txid))];
  const raws = await client.callEach(
    'getrawtransaction',
    txids.map((txid) => [txid]),
    rawShape,
  );
  for (const [i, raw] of raws.entries())
    if (readTransaction(raw).id !== txids[i]) throw new MalformedAnswer(`getrawtransaction: the answer is not ${txids[i]}`);
  return new Map(raws.map((raw, i) => [txids[i], raw]));
}

/** What comes and goes within one block is both. */
function spendings(block: Block, watched: Watched, incoming: readonly Incoming[]): Spending[] {
  const come = new Set(incoming.map(({ txHash, place }) => outputName(txHash, place)));
  return block.tx.flatMap(({ txid: txHash, vin }) =>
    vin.flatMap(({ txid, vout }) => {
      if (txid === undefined || vout === undefined) return [];
      const output = outputName(txid, vout);
      return come.has(output) || watched.hasOutput?.(output) === true ? [{ output, txHash }] : [];
    }),
  );
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

async function unless<T>(code: number, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && error.code === code) return undefined;
    throw error;
  }
}
