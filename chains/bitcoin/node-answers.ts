// Shapes of what nodes of the Bitcoin family answer: of Core 0.14 (Dogecoin) to 0.21 (`addresses`), and of newer ones (`address`).
import { z } from 'zod/mini';
import { toSatoshi } from './satoshi.ts';

const hexOf = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${length}}$`)));
const hash = hexOf(64);
const bytes = z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/));
const whole = z.number().check(z.int(), z.nonnegative());

const satoshi = z.pipe(
  z.string().check(z.regex(/^\d{1,12}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,2})?$/)),
  z.transform((text, context) => {
    try {
      return toSatoshi(text);
    } catch (error) {
      context.issues.push({ code: 'custom', message: (error as Error).message, input: text });
      return z.NEVER;
    }
  }),
);

export const hashShape = hash;
export const rawShape = bytes;

export const headerShape = z.object({
  hash,
  /** -1: the block stands on no branch that counts. */
  confirmations: z.number().check(z.int()),
  height: whole,
  version: z.number().check(z.int()),
  merkleroot: hash,
  time: whole,
  nonce: whole,
  bits: hexOf(8),
  /** The first block has none. */
  previousblockhash: z.optional(hash),
});
export type Header = z.output<typeof headerShape>;

const outputShape = z.object({
  value: satoshi,
  n: whole,
  scriptPubKey: z.object({ hex: bytes, address: z.optional(z.string()), addresses: z.optional(z.array(z.string())) }),
});

const inputShape = z.object({ coinbase: z.optional(z.string()), txid: z.optional(hash), vout: z.optional(whole) });

/** `hex` is missing on the oldest. */
const transactionShape = z.object({ txid: hash, hex: z.optional(bytes), vin: z.array(inputShape), vout: z.array(outputShape) });
export type BlockTransaction = z.output<typeof transactionShape>;

export const blockShape = z.extend(headerShape, { tx: z.array(transactionShape) });
export type Block = z.output<typeof blockShape>;

/** `blockhash` where it is mined, be it on a branch that no longer counts. */
export const foundTransactionShape = z.object({ txid: hash, hex: bytes, blockhash: z.optional(hash) });

export const chainInfoShape = z.object({ chain: z.string(), blocks: whole, bestblockhash: hash });

/** `feerate` is of 1,000 bytes; nodes that have seen too little say errors, older ones -1. */
export const feeEstimateShape = z.object({ feerate: z.optional(z.string()) });

export const scannedShape = z.object({
  total_amount: satoshi,
  unspents: z.array(z.object({ txid: hash, vout: whole, scriptPubKey: bytes, amount: satoshi })),
});

/** Null: spent, or never there. `coinbase`: mined coins, which ripen. */
export const unspentShape = z.nullable(
  z.object({ confirmations: whole, value: satoshi, scriptPubKey: z.object({ hex: bytes }), coinbase: z.boolean() }),
);
