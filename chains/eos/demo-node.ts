// A small EOS of one's own for the demo, where there is no node to be had: nodeos' HTTP interface, true signatures, true tokens; in memory, and in a file of its steps where one is named.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bytes, Checksum256, PrivateKey } from '@wharfkit/antelope';
import { z } from 'zod/mini';
import { EOS_DEMO_FAUCET } from '../address/demo-faucet.ts';
import { openDemoJournal } from '../demo-journal.ts';
import { EosChain, Refusal, type EosBlock, type EosTransaction, type Issue } from './demo/demo-chain.ts';
import { signedBytes } from './signing.ts';
import { assetText, packTransfers, refOf, transferData } from './transfer.ts';

export interface EosDemoOptions {
  /** Tokens and the accounts that have all of them at the beginning; of each the node's own account has as much. */
  issues: readonly Omit<Issue, 'to'>[];
  accounts: Readonly<Record<string, string>>;
  /** A block every so often; without it blocks are only made when asked for. */
  blockEveryMs?: number;
  finalLag?: number;
  /** Of a chain that begins; else of its own making. */
  chainId?: string;
  /** Where its steps are kept, so that it is the same chain after a restart; without it nothing is. */
  statePath?: string;
  now?: () => number;
}

export interface EosDemoNode {
  url: string;
  chainId: string;
  /** Pays test coins from the node's own account; its hash. */
  send(to: string, coin: Pick<Issue, 'contract' | 'symbol' | 'decimals'>, amount: bigint, memo: string): string;
  /** Whoever is paid has to be there; nobody pays for it here. */
  createAccount(name: string, publicKey: string): void;
  mine(blocks: number): void;
  /** Takes the newest blocks away and mines one more than they were, empty. */
  reorganise(depth: number): void;
  close(): Promise<void>;
}

const LIFE_S = 600;
const FINAL_LAG = 4;
/** So many blocks after the last payment there is nobody who waits for another. */
const RESTS_AFTER = 300;
const REST_MS = 60_000;
const MOST_BYTES = 1024 * 1024;

const stepShape = z.union([
  z.object({ chainId: z.string(), key: z.string() }),
  z.object({ account: z.object({ name: z.string(), publicKey: z.string() }) }),
  z.object({ accept: z.object({ signatures: z.array(z.string()), packed: z.string() }) }),
  z.object({ mine: z.object({ timeMs: z.number(), isEmpty: z.boolean() }) }),
  z.object({ undo: z.number() }),
]);

function openChain({ issues, accounts, finalLag = FINAL_LAG, chainId, statePath, now = Date.now }: EosDemoOptions): {
  chain: EosChain;
  key: PrivateKey;
} {
  const journal = openDemoJournal(statePath, stepShape);
  const [first] = journal.past;
  const chainKey = PrivateKey.generate('K1');
  const fresh = { chainId: chainId ?? Checksum256.hash(chainKey.data).hexString, key: chainKey.toString() };
  const begun = first !== undefined && 'key' in first ? first : fresh;
  if (first === undefined) journal.write(fresh);
  const chain = new EosChain({ chainId: begun.chainId, finalLag, now, issues: issues.map((issue) => ({ ...issue, to: EOS_DEMO_FAUCET })) });
  const key = PrivateKey.from(begun.key);
  chain.createAccount(EOS_DEMO_FAUCET, key.toPublic().toString());
  chain.repeat(journal.past.flatMap((step) => ('key' in step ? [] : [step])));
  chain.tell = (step) => journal.write(step);
  for (const [name, publicKey] of Object.entries(accounts)) chain.createAccount(name, publicKey);
  if (chain.blockAt(1) === undefined) chain.mine();
  return { chain, key };
}

function mining(chain: EosChain, everyMs: number | undefined): NodeJS.Timeout | undefined {
  if (everyMs === undefined) return undefined;
  let busy = chain.tip.number;
  return setInterval(() => {
    if (chain.waits) busy = chain.tip.number;
    // It never sleeps for long: what is to be paid then would be made with an end that is over.
    if (chain.tip.number - busy < RESTS_AFTER || Date.now() - chain.tip.timeMs > REST_MS) chain.mine();
  }, everyMs).unref();
}

export async function startEosDemoNode(options: EosDemoOptions): Promise<EosDemoNode> {
  const { chain, key } = openChain(options);
  const { chainId } = chain;
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(chain, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = mining(chain, options.blockEveryMs);
  let life = LIFE_S;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId,
    send(to, { contract, symbol, decimals }, amount, memo) {
      // No two of them are alike.
      life = life === LIFE_S ? LIFE_S * 2 : life - 1;
      const terms = { expiration: Math.floor(chain.tip.timeMs / 1000) + life, ...refOf(chain.final.id) };
      const packed = packTransfers(terms, [{ contract, from: EOS_DEMO_FAUCET, to, symbol, decimals, amount, memo }]);
      const digest = Checksum256.hash(Bytes.from(signedBytes(chainId, packed), 'hex'));
      return chain.accept([key.signDigest(digest).toString()], packed);
    },
    createAccount: (name, publicKey) => chain.createAccount(name, publicKey),
    mine(blocks) {
      for (let i = 0; i < blocks; i++) chain.mine();
    },
    reorganise(depth) {
      chain.undo(depth);
      for (let i = 0; i <= depth; i++) chain.mineEmpty();
    },
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Call = (chain: EosChain, body: unknown) => unknown;

function call<T>(shape: z.ZodMiniType<T>, told: (chain: EosChain, body: T) => unknown): Call {
  return (chain, body) => {
    const { success, data } = shape.safeParse(body);
    if (!success) throw new Refusal(3_010_000, 'chain_type_exception', 'Invalid request');
    return told(chain, data);
  };
}

class NotFound extends Error {}

const byNumber = z.object({ block_num: z.int() });

const calls: Readonly<Record<string, Call>> = {
  '/v1/chain/get_info': (chain) => ({
    chain_id: chain.chainId,
    head_block_num: chain.tip.number,
    head_block_id: chain.tip.id,
    head_block_time: timeOf(chain.tip),
    last_irreversible_block_num: chain.final.number,
    last_irreversible_block_id: chain.final.id,
  }),
  '/v1/chain/get_block_info': call(byNumber, (chain, { block_num }) => {
    const block = chain.blockAt(block_num);
    if (block === undefined) throw new Refusal(3_100_002, 'unknown_block_exception', `Could not find block: ${block_num}`);
    const { number, id, previous } = block;
    return { block_num: number, id, previous, timestamp: timeOf(block), ref_block_prefix: refOf(id).refBlockPrefix };
  }),
  '/v1/chain/get_currency_balance': call(
    z.object({ code: z.string(), account: z.string(), symbol: z.string() }),
    (chain, { code, account, symbol }) => {
      const found = chain.balance(code, symbol, account);
      return found === undefined ? [] : [assetText(found.amount, symbol, found.decimals)];
    },
  ),
  '/v1/chain/get_account': call(z.object({ account_name: z.string() }), (chain, { account_name }) => {
    if (chain.hasAccount(account_name)) return { account_name };
    throw new Refusal(3_060_002, 'account_query_exception', `unable to retrieve account info (unknown key: (0 ${account_name}))`);
  }),
  '/v1/chain/send_transaction': call(
    z.object({
      signatures: z.array(z.string()),
      compression: z.literal(0),
      packed_context_free_data: z.literal(''),
      packed_trx: z.string(),
    }),
    (chain, { signatures, packed_trx }) => ({ transaction_id: chain.accept(signatures, packed_trx) }),
  ),
  '/v1/trace_api/get_block': call(byNumber, (chain, { block_num }) => {
    const block = chain.blockAt(block_num);
    if (block === undefined) throw new NotFound();
    const status = block.number <= chain.final.number ? 'irreversible' : 'pending';
    const { number, id, previous, transactions } = block;
    return {
      id,
      number,
      previous_id: previous,
      status,
      timestamp: `${timeOf(block)}Z`,
      transactions: transactions.map((one) => traceOf(block, one)),
    };
  }),
  '/v1/trace_api/get_transaction_trace': call(z.object({ id: z.string() }), (chain, { id }) => {
    const found = chain.find(id);
    if (found === undefined) throw new NotFound();
    const { block, transaction } = found;
    return { ...traceOf(block, transaction), block_num: block.number, block_time: timeOf(block), producer_block_id: block.id };
  }),
};

const timeOf = ({ timeMs }: EosBlock) => new Date(timeMs).toISOString().slice(0, -1);

/** A token's contract notifies both sides: the same action with other receivers. */
function traceOf({ number }: EosBlock, { id, transfers }: EosTransaction) {
  const actions = transfers.flatMap((transfer, i) =>
    [transfer.contract, transfer.from, transfer.to].map((receiver, j) => ({
      global_sequence: String(number * 1_000_000 + i * 3 + j),
      receiver,
      account: transfer.contract,
      action: 'transfer',
      authorization: [{ account: transfer.from, permission: 'active' }],
      data: transferData(transfer),
    })),
  );
  return { id, actions, status: 'executed' };
}

async function answer(chain: EosChain, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const told = request.url !== undefined && Object.hasOwn(calls, request.url) ? calls[request.url] : undefined;
  try {
    if (told === undefined) throw new NotFound();
    return { status: request.url?.endsWith('send_transaction') ? 202 : 200, body: told(chain, await bodyOf(request)) };
  } catch (error) {
    if (error instanceof NotFound) return { status: 404, body: { code: 404, message: 'Not Found' } };
    if (!(error instanceof Refusal)) throw error;
    const { code, kind, message } = error;
    return {
      status: 500,
      body: { code: 500, message: 'Internal Service Error', error: { code, name: kind, what: kind, details: [{ message }] } },
    };
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MOST_BYTES) throw new Refusal(3_010_000, 'chain_type_exception', 'too long');
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(3_010_000, 'chain_type_exception', 'no JSON');
  }
}
