// The questions that are asked of a node of EOS (chain and trace interface), with answers checked for shape and for belonging to what was asked.
import { z } from 'zod/mini';
import type { BlockRef } from '../chain.ts';
import { MalformedAnswer, parse, read, textOf } from '../json-rpc.ts';

/** The node answered no; `code` is nodeos' own. */
export class EosRefusal extends Error {
  readonly code: number;

  constructor(path: string, code: number, message: string) {
    super(`${path}: ${message} (${code})`);
    this.code = code;
  }
}

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^([0-9a-f]{2})*$/));
const height = z.int().check(z.gte(0));
/** Without a zone, in that of Greenwich. */
const time = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z?$/)),
  z.transform((text) => Date.parse(text.endsWith('Z') ? text : `${text}Z`)),
);

const info = z.object({
  chain_id: hash,
  head_block_num: height,
  head_block_id: hash,
  head_block_time: time,
  last_irreversible_block_num: height,
  last_irreversible_block_id: hash,
});
const header = z.object({ block_num: height, id: hash, previous: hash, timestamp: time });
const action = z.object({
  global_sequence: z.union([z.string(), z.int()]),
  receiver: z.string(),
  account: z.string(),
  action: z.string(),
  data: hex,
});
const trace = z.object({ id: hash, actions: z.array(action), status: z.optional(z.union([z.string(), z.int()])) });
const block = z.object({ id: hash, number: height, previous_id: hash, timestamp: time, transactions: z.array(trace) });
const found = z.extend(trace, { block_num: height, producer_block_id: z.nullable(hash) });
const account = z.object({ account_name: z.string() });
const sent = z.object({ transaction_id: hash });
const failure = z.object({
  code: z.int(),
  message: z.string(),
  error: z.optional(
    z.object({ code: z.int(), what: z.optional(z.string()), details: z.optional(z.array(z.object({ message: z.string() }))) }),
  ),
});

export type EosTrace = z.output<typeof trace>;

/** Known to HTTP: the trace is not there. */
const NOT_FOUND = 404;
const UNKNOWN_BLOCK = 3_100_002;
/** Of an account that is not there: nodes since Leap 5 name a code for it, older ones none; both say the same words. */
const NO_ACCOUNT: readonly number[] = [3_060_002, 0];
const TIMEOUT_MS = 15_000;

export interface EosNodeOptions {
  url: string;
  chainId: string;
  timeoutMs?: number;
}

export type EosNode = ReturnType<typeof eosNode>;

export function eosNode({ url, chainId, timeoutMs = TIMEOUT_MS }: EosNodeOptions) {
  async function ask<T>(path: string, body: unknown, shape: z.ZodMiniType<T>): Promise<T> {
    const response = await fetch(new URL(`/v1/${path}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = parse(path, await textOf(path, response));
    if (response.ok) return read(path, shape, answer);
    const { code, message, error } = read(path, failure, answer);
    throw new EosRefusal(
      path,
      error?.code ?? code,
      [error?.what ?? message, ...(error?.details ?? []).map((one) => one.message)].join(': '),
    );
  }
  return {
    async info() {
      const told = await ask('chain/get_info', {}, info);
      if (told.chain_id !== chainId) throw new Error(`the node is of another chain: ${told.chain_id}`);
      return told;
    },
    async header(number: number): Promise<BlockRef | undefined> {
      const told = await unless(UNKNOWN_BLOCK, ask('chain/get_block_info', { block_num: number }, header));
      return told && refOf(number, told.block_num, told.id, told.previous, told.timestamp);
    },
    async block(number: number): Promise<{ block: BlockRef; transactions: EosTrace[] }> {
      const told = await ask('trace_api/get_block', { block_num: number }, block);
      return { block: refOf(number, told.number, told.id, told.previous_id, told.timestamp), transactions: told.transactions };
    },
    async find(id: string) {
      const told = await unless(NOT_FOUND, ask('trace_api/get_transaction_trace', { id }, found));
      if (told !== undefined && told.id !== id) throw new MalformedAnswer(`trace of ${id}: the node's answer is that of ${told.id}`);
      return told;
    },
    async hasAccount(name: string): Promise<boolean> {
      try {
        const told = await ask('chain/get_account', { account_name: name }, account);
        if (told.account_name !== name) throw new MalformedAnswer(`account ${name}: the node's answer is that of ${told.account_name}`);
        return true;
      } catch (error) {
        if (error instanceof EosRefusal && NO_ACCOUNT.includes(error.code) && /unknown key/i.test(error.message)) return false;
        throw error;
      }
    },
    balance: (contract: string, account: string, symbol: string) =>
      ask('chain/get_currency_balance', { code: contract, account, symbol }, z.array(z.string())),
    send: (signatures: readonly string[], packed: string) =>
      ask('chain/send_transaction', { signatures, compression: 0, packed_context_free_data: '', packed_trx: packed }, sent),
  };
}

/** A block's hash begins with its number. */
const numberIn = (id: string) => Number.parseInt(id.slice(0, 8), 16);

function refOf(asked: number, number: number, id: string, previous: string, timeMs: number): BlockRef {
  if (number !== asked || numberIn(id) !== number || numberIn(previous) !== number - 1)
    throw new MalformedAnswer(`block ${asked}: the node's answer is another block: ${id} after ${previous}`);
  return { height: number, hash: id, parent: previous, timeMs };
}

async function unless<T>(code: number, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EosRefusal && error.code === code) return undefined;
    throw error;
  }
}
