// The questions that are asked of a TRON node's HTTP interface, with answers checked for shape and for belonging to what was asked.
import * as z from 'zod/mini';
import type { BlockRef } from '../chain.ts';
import { MalformedAnswer, parse, read, textOf as answerText } from '../json-rpc.ts';
import { idOf } from './transaction.ts';

const hex = z.string().check(z.regex(/^([0-9a-f]{2})*$/));
const id = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** Counts of JSON stay exact below 2^53 sun, which is nine thousand million TRX; above it an answer is refused. */
const count = z.int().check(z.gte(0));
const sun = z.pipe(
  count,
  z.transform((value: number) => BigInt(value)),
);

const header = z.object({
  blockID: id,
  block_header: z.object({ raw_data: z.object({ number: z.optional(count), parentHash: id, timestamp: z.optional(count) }) }),
});
const transaction = z.object({
  txID: id,
  raw_data_hex: hex,
  ret: z.optional(z.array(z.object({ contractRet: z.optional(z.string()) }))),
});
const block = z.extend(header, { transactions: z.optional(z.array(transaction)) });

const log = z.object({ address: hex, topics: z.optional(z.array(id)), data: z.optional(hex) });
const inner = z.object({
  caller_address: hex,
  transferTo_address: hex,
  callValueInfo: z.array(z.object({ callValue: z.optional(sun), tokenId: z.optional(z.string()) })),
  rejected: z.optional(z.boolean()),
});
const info = z.object({
  id,
  blockNumber: count,
  fee: z.optional(sun),
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(z.array(log)),
  internal_transactions: z.optional(z.array(inner)),
});

export type TronInfo = z.infer<typeof info>;
export type TronInner = z.infer<typeof inner>;
export type TronBlock = BlockRef & { transactions: z.infer<typeof transaction>[] };
export type TronNode = ReturnType<typeof tronNode>;

const failure = z.object({ Error: z.string() });
const nothing = z.strictObject({});
const orNothing = <T>(shape: z.ZodMiniType<T>) =>
  z.union([
    shape,
    z.pipe(
      nothing,
      z.transform(() => undefined),
    ),
  ]);

/** Code and words of a node that did not take it; the words come as hex from some. */
const sent = z.object({
  result: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  txid: z.optional(id),
});
const constant = z.object({
  result: z.object({ result: z.optional(z.boolean()), message: z.optional(z.string()) }),
  constant_result: z.optional(z.array(hex)),
  energy_used: z.optional(count),
});
const parameters = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.optional(z.number()) })) });

export interface TronNodeOptions {
  url: string;
  /** Hosted nodes want one. */
  apiKey?: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

export function tronNode({ url, apiKey, timeoutMs = TIMEOUT_MS }: TronNodeOptions) {
  async function ask<T>(path: string, body: Record<string, unknown>, shape: z.ZodMiniType<T>): Promise<T> {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = parse(path, await answerText(path, response));
    const failed = z.safeParse(failure, answer);
    if (failed.success) throw new Error(`${path}: the node's answer is a failure of its own: ${failed.data.Error}`);
    return read(path, shape, answer);
  }
  return {
    newest: async (view: 'wallet' | 'walletsolidity') => blockRefOf(await ask(`${view}/getnowblock`, {}, header)),
    async header(height: number): Promise<BlockRef | undefined> {
      const found = await ask('wallet/getblockbynum', { num: height }, orNothing(header));
      return found && atHeight(height, blockRefOf(found));
    },
    async block(height: number): Promise<TronBlock> {
      const found = await ask('wallet/getblockbynum', { num: height }, orNothing(block));
      if (found === undefined) throw new Error(`there is no block ${height} yet`);
      const { transactions = [] } = found;
      const forged = transactions.find(({ txID, raw_data_hex }) => idOf(raw_data_hex) !== txID);
      if (forged) throw new MalformedAnswer(`block ${height}: the node's answer has a transaction ${forged.txID} with other bytes`);
      return { ...atHeight(height, blockRefOf(found)), transactions };
    },
    async infosOf(height: number): Promise<TronInfo[]> {
      const infos = await ask(
        'wallet/gettransactioninfobyblocknum',
        { num: height },
        z.union([
          z.array(info),
          z.pipe(
            nothing,
            z.transform(() => []),
          ),
        ]),
      );
      if (infos.some(({ blockNumber }) => blockNumber !== height))
        throw new MalformedAnswer(`block ${height}: the node's answer has a receipt of another`);
      return infos;
    },
    async info(hash: string): Promise<TronInfo | undefined> {
      const found = await ask('wallet/gettransactioninfobyid', { value: hash }, orNothing(info));
      if (found !== undefined && found.id !== hash)
        throw new MalformedAnswer(`receipt of ${hash}: the node's answer is that of ${found.id}`);
      return found;
    },
    pending: async (hash: string) =>
      (await ask('wallet/gettransactionfrompending', { value: hash }, orNothing(transaction)))?.txID === hash,
    balance: async (address: string) =>
      (await ask('wallet/getaccount', { address }, z.object({ address: z.optional(hex), balance: z.optional(sun) }))).balance ?? 0n,
    call: (owner: string, contract: string, data: string) =>
      ask('wallet/triggerconstantcontract', { owner_address: owner, contract_address: contract, data: data.slice(2) }, constant),
    async parameter(key: string): Promise<bigint> {
      const { chainParameter } = await ask('wallet/getchainparameters', {}, parameters);
      const value = chainParameter.find((one) => one.key === key)?.value ?? 0;
      if (!Number.isSafeInteger(value) || value < 0) throw new MalformedAnswer(`the node's answer says ${value} for ${key}`);
      return BigInt(value);
    },
    send: (transaction: string) => ask('wallet/broadcasthex', { transaction }, sent),
  };
}

function blockRefOf({ blockID, block_header: { raw_data } }: z.infer<typeof header>): BlockRef {
  const height = raw_data.number ?? 0;
  // A block's own hash begins with its height.
  if (Number.parseInt(blockID.slice(0, 16), 16) !== height)
    throw new MalformedAnswer(`the node's answer calls block ${height} by a hash of another height: ${blockID}`);
  return { height, hash: blockID, parent: raw_data.parentHash, timeMs: raw_data.timestamp ?? 0 };
}

function atHeight(height: number, found: BlockRef): BlockRef {
  if (found.height !== height) throw new MalformedAnswer(`block ${height} was asked for, the node's answer is ${found.height}`);
  return found;
}
