// An order to pay out of cold storage as a file: what it says of itself, its hash, and whether the bytes in it do just that (ADR 0083).
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod/mini';
import { chainNames, type Decoded, type Unsigned } from './chain.ts';

const units = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/));
const word = z.string().check(z.minLength(1), z.maxLength(128));

const order = z.strictObject({
  format: z.literal('maru-cold-1'),
  site: word,
  /** Of the site's list: one order of it at a time. */
  move: z.number().check(z.int(), z.positive()),
  chain: z.enum(chainNames),
  /** Ethereum: the chain's number; EOS: its id; else `main` or `demo`. */
  network: word,
  coin: z.strictObject({ code: word, decimals: z.number(), contract: z.nullable(word), symbol: z.nullable(word) }),
  from: word,
  to: word,
  /** As feeLimit in the chain's smallest unit. */
  amount: units,
  feeLimit: units,
  /** Milliseconds: nobody takes it back signed later. */
  until: z.number(),
  /** The two who agreed to it. */
  agreedBy: z.array(word),
  /** What is to be signed, as `Unsigned` has it. */
  body: z.string().check(z.maxLength(4_000_000)),
});
export type ColdOrder = z.output<typeof order>;

const file = z.strictObject({ ...order.shape, hash: z.string() });
const signedFile = z.strictObject({
  format: z.literal('maru-cold-signed-1'),
  /** Of the order. */
  order: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  raw: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
  txHash: z.string(),
});
export type ColdSigned = z.output<typeof signedFile>;

/** Of everything that it says, in one order. */
export function hashOfOrder(one: ColdOrder): string {
  const { coin, agreedBy, ...rest } = one;
  const said = Object.entries({ ...rest, ...coin, agreedBy: agreedBy.join(',') }).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return bytesToHex(sha256(utf8ToBytes(said.toSorted().join('\n'))));
}

const CODE_DIGITS = 16;
/** What a person reads from the desk and types at the other machine: too long for another file to be made to it. */
export const codeOf = (hash: string): string => (hash.slice(0, CODE_DIGITS).match(/.{4}/g) ?? []).join('-');

export const writeOrder = (one: ColdOrder): string => JSON.stringify({ ...one, hash: hashOfOrder(one) }, null, 2);

/** Throws where it is none, or was changed without its hash. */
export function readOrder(text: string): { order: ColdOrder; hash: string } {
  const { hash, ...rest } = parse(file, text, 'an order of cold storage');
  if (hashOfOrder(rest) !== hash) throw new Error('the file was changed: it does not have the hash that it names');
  return { order: rest, hash };
}

export const writeSigned = (one: ColdSigned): string => JSON.stringify(one, null, 2);
export const readSigned = (text: string): ColdSigned => parse(signedFile, text, 'a signed order');

function parse<T>(shape: { safeParse(value: unknown): { success: boolean; data?: T } }, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`it is not ${what}`);
  }
  const read = shape.safeParse(value);
  if (!read.success) throw new Error(`it is not ${what}`);
  return read.data as T;
}

export const unsignedOf = ({ chain, body, from }: ColdOrder, path: string): Unsigned => ({
  chain,
  body,
  sources: [{ address: from, path }],
});

const insist = (isTrue: boolean, why: string) => {
  if (!isTrue) throw new Error(why);
};

/** The bytes pay exactly what the order says: one payment, change to where it came from, and no higher fee. */
export function insistPays({ chain, coin, from, to, amount, feeLimit }: ColdOrder, decoded: Decoded): void {
  const { payments, change } = decoded;
  insist(decoded.chain === chain, `it is of ${decoded.chain}`);
  insist(
    decoded.from.every((address) => address === from),
    `it pays from ${decoded.from.join()}, not ${from}`,
  );
  insist(payments.length === 1, `it makes ${payments.length} payments`);
  const [payment] = payments;
  insist(payment.to === to, `it pays to ${payment.to}, not ${to}`);
  insist(payment.memo === null, 'it has a memo');
  insist(payment.coin === coin.code, `it pays in ${payment.coin}`);
  insist(String(payment.amount) === amount, `it pays ${payment.amount}, not ${amount}`);
  insist(
    change.every(({ address }) => address === from),
    'its change goes to somebody else',
  );
  insist(String(decoded.feeLimit) === feeLimit, `its fee may be ${decoded.feeLimit}, not ${feeLimit}`);
}
