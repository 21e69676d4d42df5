// Shapes of what an Ethereum node answers: quantities without leading zeros, hashes of 32 bytes, addresses made mixed-case.
import * as z from 'zod/mini';
import { checksummed } from './checksummed.ts';

export const quantity = z.pipe(
  z.string().check(z.regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/)),
  z.transform((text: string) => BigInt(text)),
);
/** A height, a time, an index: counts that stay far below 2^53. */
export const count = z.pipe(
  z.string().check(z.regex(/^0x(0|[1-9a-f][0-9a-f]{0,11})$/)),
  z.transform((text: string) => Number(text)),
);
export const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
export const address = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), z.transform(checksummed));
export const bytes = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/));

export const header = z.object({
  number: count,
  hash,
  parentHash: hash,
  timestamp: count,
  baseFeePerGas: z.optional(quantity),
});

export const transaction = z.object({
  hash,
  blockHash: z.nullable(hash),
  from: address,
  /** Null: it creates a contract. */
  to: z.nullable(address),
  value: quantity,
  input: bytes,
  gas: quantity,
});

export const fullBlock = z.extend(header, { transactions: z.array(transaction) });

export const log = z.object({
  address,
  topics: z.array(hash),
  data: bytes,
  blockHash: hash,
  transactionHash: hash,
  logIndex: count,
  removed: z.optional(z.boolean()),
});

export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: count,
  status: z.enum(['0x0', '0x1']),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});

/** What a transaction called, and what that called: callTracer's tree. */
export interface Frame {
  type: string;
  from: string;
  to?: string | undefined;
  value?: bigint | undefined;
  error?: string | undefined;
  calls?: Frame[] | undefined;
}
export const frame: z.ZodMiniType<Frame> = z.object({
  type: z.string(),
  from: address,
  to: z.optional(address),
  value: z.optional(quantity),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.lazy(() => frame)).check(z.maxLength(100_000))),
});

export type Header = z.infer<typeof header>;
export type Transaction = z.infer<typeof transaction>;
export type FullBlock = z.infer<typeof fullBlock>;
export type Receipt = z.infer<typeof receipt>;
export type Log = z.infer<typeof log>;
