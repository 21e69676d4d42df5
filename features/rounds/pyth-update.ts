// Signed price updates of Pyth: taken apart, and verified without asking anyone (signatures, quorum, emitter, a Merkle proof per price).
//
// An update is a "PNAU" envelope: a message signed by several routers (until 2026-08 Wormhole's guardians) that holds a Merkle root,
// then prices with their proofs. Signatures are secp256k1 over keccak(keccak(body)), a signer is the last 20 bytes of keccak(its key).
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexOfBytes } from '@maru/engine/draw/sha256.ts';

/** Addresses in order of their index, lower-case hex, and how many of them must have signed. */
export interface SignerSet {
  readonly name: string;
  readonly signers: readonly string[];
  readonly quorum: number;
}

export interface PythPrice {
  /** Lower-case hex. */
  readonly feed: string;
  /** Price and confidence in units of 10^exponent. */
  readonly price: bigint;
  readonly confidence: bigint;
  readonly exponent: number;
  /** Seconds since 1970. */
  readonly publishTime: number;
  readonly previousPublishTime: number;
}

export type PythFault =
  | 'MALFORMED'
  | 'SIGNER_UNKNOWN'
  | 'SIGNER_REPEATED'
  | 'QUORUM_MISSED'
  | 'EMITTER_UNKNOWN'
  | 'PROOF_FAILED'
  | 'PRICE_ABSENT';
export type PythVerdict = { isRight: true; prices: PythPrice[]; signerSetIndex: number } | { isRight: false; fault: PythFault };

/** Pythnet, and the account on it that sends every price. */
const EMITTER_CHAIN = 26;
const EMITTER = 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71';
const ENVELOPE = 0x504e4155;
const MERKLE_ROOT = 0x41555756;
const NODE_BYTES = 20;
const PRICE_MESSAGE = 0;
const LEAF = 0;
const NODE = 1;

class Fault extends Error {
  readonly fault: PythFault;
  constructor(fault: PythFault) {
    super(fault);
    this.fault = fault;
  }
}
const need = (condition: boolean, fault: PythFault = 'MALFORMED'): void => {
  if (!condition) throw new Fault(fault);
};

/** Reads big-endian fields one after the other; beyond the end is a fault. */
class Reader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  take(length: number): Uint8Array {
    need(this.#at + length <= this.#bytes.length);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  u8 = (): number => this.take(1)[0];
  u16 = (): number => this.#next(2, (at) => this.#view.getUint16(at));
  u32 = (): number => this.#next(4, (at) => this.#view.getUint32(at));
  i32 = (): number => this.#next(4, (at) => this.#view.getInt32(at));
  u64 = (): bigint => this.#next(8, (at) => this.#view.getBigUint64(at));
  i64 = (): bigint => this.#next(8, (at) => this.#view.getBigInt64(at));
  rest = (): Uint8Array => this.take(this.#bytes.length - this.#at);
  #next<T>(length: number, read: (at: number) => T): T {
    this.take(length);
    return read(this.#at - length);
  }
}

/** Verifies `update` against `set`; what it says only stands when all of it does. */
export function verifyPythUpdate(update: Uint8Array, set: SignerSet): PythVerdict {
  try {
    const { message, prices } = openEnvelope(update);
    const { root, signerSetIndex } = readMessage(message, set);
    return { isRight: true, prices: prices.map((each) => readProven(each, root)), signerSetIndex };
  } catch (error) {
    if (error instanceof Fault) return { isRight: false, fault: error.fault };
    throw error;
  }
}

/** The feed's price in an update that verifies; published at `notBefore` (seconds) or later. */
export function pythPriceOf(update: Uint8Array, set: SignerSet, feed: string, notBefore: number): PythPrice | PythFault {
  const verdict = verifyPythUpdate(update, set);
  if (!verdict.isRight) return verdict.fault;
  return verdict.prices.find((price) => price.feed === feed && price.publishTime >= notBefore) ?? 'PRICE_ABSENT';
}

interface Proven {
  message: Uint8Array;
  proof: Uint8Array[];
}

function openEnvelope(update: Uint8Array): { message: Uint8Array; prices: Proven[] } {
  const reader = new Reader(update);
  need(reader.u32() === ENVELOPE && reader.u8() === 1);
  // Minor version and a header that later versions may fill.
  reader.u8();
  reader.take(reader.u8());
  need(reader.u8() === 0);
  const message = reader.take(reader.u16());
  const prices = Array.from({ length: reader.u8() }, () => {
    const price = reader.take(reader.u16());
    return { message: price, proof: Array.from({ length: reader.u8() }, () => reader.take(NODE_BYTES)) };
  });
  need(reader.rest().length === 0);
  return { message, prices };
}

/** The signed message: its signers, where it came from, the root of all its prices. */
function readMessage(message: Uint8Array, set: SignerSet): { root: Uint8Array; signerSetIndex: number } {
  const reader = new Reader(message);
  need(reader.u8() === 1);
  const signerSetIndex = reader.u32();
  const signatures = Array.from({ length: reader.u8() }, () => ({ index: reader.u8(), rs: reader.take(64), recovery: reader.u8() }));
  const body = reader.rest();
  checkSigners(signatures, keccak_256(keccak_256(body)), set);
  const inner = new Reader(body);
  // Time, nonce.
  inner.take(8);
  need(inner.u16() === EMITTER_CHAIN && hexOfBytes(inner.take(32)) === EMITTER, 'EMITTER_UNKNOWN');
  // Sequence, consistency level.
  inner.take(9);
  need(inner.u32() === MERKLE_ROOT && inner.u8() === 0);
  // Slot, ring size.
  inner.take(12);
  return { root: inner.take(NODE_BYTES), signerSetIndex };
}

function checkSigners(signatures: { index: number; rs: Uint8Array; recovery: number }[], digest: Uint8Array, set: SignerSet): void {
  let last = -1;
  for (const { index, rs, recovery } of signatures) {
    need(index > last, 'SIGNER_REPEATED');
    last = index;
    need(index < set.signers.length && signerOf(digest, rs, recovery) === set.signers[index], 'SIGNER_UNKNOWN');
  }
  need(signatures.length >= set.quorum, 'QUORUM_MISSED');
}

/** Address of who made a signature; undefined where it is none. */
function signerOf(digest: Uint8Array, rs: Uint8Array, recovery: number): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(rs, 'compact').addRecoveryBit(recovery);
    const key = signature.recoverPublicKey(digest).toBytes(false);
    return hexOfBytes(keccak_256(key.subarray(1)).subarray(12));
  } catch {
    return undefined;
  }
}

const hashNode = (prefix: number, ...parts: Uint8Array[]): Uint8Array =>
  keccak_256(Uint8Array.from([prefix, ...parts.flatMap((part) => [...part])])).subarray(0, NODE_BYTES);

const isBefore = (a: Uint8Array, b: Uint8Array): boolean => hexOfBytes(a) <= hexOfBytes(b);

/** A price whose way to the root holds: leaf, then each pair in rising order. */
function readProven({ message, proof }: Proven, root: Uint8Array): PythPrice {
  let node = hashNode(LEAF, message);
  for (const other of proof) node = isBefore(node, other) ? hashNode(NODE, node, other) : hashNode(NODE, other, node);
  need(hexOfBytes(node) === hexOfBytes(root), 'PROOF_FAILED');
  const reader = new Reader(message);
  need(reader.u8() === PRICE_MESSAGE);
  return {
    feed: hexOfBytes(reader.take(32)),
    price: reader.i64(),
    confidence: reader.u64(),
    exponent: reader.i32(),
    publishTime: Number(reader.i64()),
    previousPublishTime: Number(reader.i64()),
  };
}
