// The questions that are asked of a rippled node by JSON-RPC, with answers checked for shape and for belonging to what was asked.
import * as z from 'zod/mini';
import type { BlockRef } from '../chain.ts';
import { MalformedAnswer, parse, read, textOf } from '../json-rpc.ts';

const hash = z.string().check(z.regex(/^[0-9A-F]{64}$/));
const count = z.int().check(z.gte(0));
/** A count as a number in one version of rippled and as text in another. */
const height = z.pipe(
  z.union([count, z.string().check(z.regex(/^\d{1,12}$/))]),
  z.transform((value: number | string) => Number(value)),
);
const drops = z.pipe(
  z.string().check(z.regex(/^\d{1,18}$/)),
  z.transform((text: string) => BigInt(text)),
);

const envelope = z.object({
  result: z.looseObject({ status: z.optional(z.string()), error: z.optional(z.string()), error_message: z.optional(z.string()) }),
});

const ledgerHead = z.object({ ledger_index: height, ledger_hash: hash, parent_hash: hash, close_time: count });
const validated = z.literal(true);
const ledger = z.object({ ledger: ledgerHead, validated, ledger_hash: z.optional(hash) });

/** Amounts of other coins are objects, and are nothing to us. */
const meta = z.object({ TransactionResult: z.string(), delivered_amount: z.optional(z.unknown()) });
const payment = z.object({
  TransactionType: z.string(),
  Account: z.string(),
  Destination: z.optional(z.string()),
  DestinationTag: z.optional(count),
  Fee: z.optional(drops),
});
const entry = z.object({ hash, tx_json: payment, meta });
const fullLedger = z.object({ ledger: z.extend(ledgerHead, { transactions: z.optional(z.array(entry)) }), validated });

const transaction = z.object({
  hash,
  ledger_index: z.optional(height),
  validated: z.optional(z.boolean()),
  tx_json: payment,
  meta: z.optional(meta),
});
const account = z.object({
  account_data: z.object({ Account: z.string(), Balance: drops, Sequence: count }),
  account_flags: z.optional(z.object({ requireDestinationTag: z.optional(z.boolean()) })),
});
const submitted = z.object({
  engine_result: z.string(),
  engine_result_message: z.optional(z.string()),
  tx_json: z.optional(z.object({ hash: z.optional(hash) })),
});
const fees = z.object({ drops: z.object({ open_ledger_fee: drops, base_fee: drops }) });
const server = z.object({
  info: z.object({ network_id: z.optional(count), validated_ledger: z.object({ reserve_base_xrp: z.number() }) }),
});

export type XrpEntry = z.infer<typeof entry>;

/** The node answered, and its answer is no. */
export class XrpError extends Error {
  readonly code: string;
  constructor(method: string, code: string, message: string) {
    super(`${method}: ${code} ${message}`.trim());
    this.code = code;
  }
}

export interface XrpNodeOptions {
  url: string;
  timeoutMs?: number;
}
export type XrpNode = ReturnType<typeof xrpNode>;

const TIMEOUT_MS = 15_000;
/** Seconds from 1970 to 2000, where this chain's time begins. */
const RIPPLE_EPOCH = 946_684_800;

export function xrpNode({ url, timeoutMs = TIMEOUT_MS }: XrpNodeOptions) {
  async function ask<T>(method: string, parameters: Record<string, unknown>, shape: z.ZodMiniType<T>): Promise<T> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, params: [{ api_version: 2, ...parameters }] }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { result } = read(method, envelope, parse(method, await textOf(method, response)));
    if (result.error !== undefined) throw new XrpError(method, result.error, result.error_message ?? '');
    return read(method, shape, result);
  }
  const orNothing = async <T>(codes: string[], asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof XrpError && codes.includes(error.code)) return undefined;
      throw error;
    }
  };
  return {
    newest: async () => blockRefOf((await ask('ledger', { ledger_index: 'validated' }, ledger)).ledger),
    async header(at: number): Promise<BlockRef | undefined> {
      const found = await orNothing(['lgrNotFound'], ask('ledger', { ledger_index: at }, ledger));
      return found && atHeight(at, blockRefOf(found.ledger));
    },
    async block(at: number): Promise<{ block: BlockRef; entries: XrpEntry[] }> {
      const found = await ask('ledger', { ledger_index: at, transactions: true, expand: true }, fullLedger);
      return { block: atHeight(at, blockRefOf(found.ledger)), entries: found.ledger.transactions ?? [] };
    },
    async account(address: string) {
      const asked = ask('account_info', { account: address, ledger_index: 'validated' }, account);
      const found = await orNothing(['actNotFound'], asked);
      if (found !== undefined && found.account_data.Account !== address)
        throw new MalformedAnswer(`account ${address}: the node's answer is of ${found.account_data.Account}`);
      return found;
    },
    async transaction(id: string) {
      const found = await orNothing(['txnNotFound'], ask('tx', { transaction: id, binary: false }, transaction));
      if (found !== undefined && found.hash !== id) throw new MalformedAnswer(`transaction ${id}: the node's answer is ${found.hash}`);
      return found;
    },
    fees: async () => (await ask('fee', {}, fees)).drops,
    /** The main network's nodes of old name none. */
    networkId: async () => (await ask('server_info', {}, server)).info.network_id ?? 0,
    reserveXrp: async () => (await ask('server_info', {}, server)).info.validated_ledger.reserve_base_xrp,
    submit: (blob: string) => ask('submit', { tx_blob: blob }, submitted),
  };
}

const blockRefOf = (found: z.infer<typeof ledgerHead>): BlockRef => ({
  height: found.ledger_index,
  hash: found.ledger_hash,
  parent: found.parent_hash,
  timeMs: (found.close_time + RIPPLE_EPOCH) * 1000,
});

function atHeight(height: number, found: BlockRef): BlockRef {
  if (found.height !== height) throw new MalformedAnswer(`ledger ${height} was asked for, the node's answer is ${found.height}`);
  return found;
}
