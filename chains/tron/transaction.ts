// The two forms of TRON transaction that we make and sign, to the bytes of their protocol buffer and back without a change.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hexOf, textOf } from './address.ts';
import { decode, encode, type Field } from './protobuf.ts';

/** A payment of TRX itself. */
interface Transfer {
  kind: 'transfer';
  owner: string;
  to: string;
  amount: bigint;
}
/** A call of a contract. */
interface Trigger {
  kind: 'trigger';
  owner: string;
  contract: string;
  /** With 0x. */
  data: string;
}
export interface TronTransaction {
  /** Of the block that it builds on: the last two bytes of its height, eight of its hash. */
  refBlockBytes: string;
  refBlockHash: string;
  expirationMs: bigint;
  timestampMs: bigint;
  /** Sun that a call's energy may cost at most. */
  feeLimit: bigint;
  contract: Transfer | Trigger;
}

const kinds = { transfer: { type: 1n, name: 'TransferContract' }, trigger: { type: 31n, name: 'TriggerSmartContract' } } as const;
const urlOf = (kind: keyof typeof kinds) => `type.googleapis.com/protocol.${kinds[kind].name}`;
const address = (text: string) => hexToBytes(hexOf(text));

/** Hex of the raw data: what is hashed and signed. */
export function toRaw({ refBlockBytes, refBlockHash, expirationMs, timestampMs, feeLimit, contract }: TronTransaction): string {
  const value =
    contract.kind === 'transfer'
      ? encode([
          { field: 1, value: address(contract.owner) },
          { field: 2, value: address(contract.to) },
          { field: 3, value: contract.amount },
        ])
      : encode([
          { field: 1, value: address(contract.owner) },
          { field: 2, value: address(contract.contract) },
          { field: 4, value: hexToBytes(contract.data.slice(2)) },
        ]);
  const parameter = encode([
    { field: 1, value: utf8ToBytes(urlOf(contract.kind)) },
    { field: 2, value },
  ]);
  return bytesToHex(
    encode([
      { field: 1, value: hexToBytes(refBlockBytes) },
      { field: 4, value: hexToBytes(refBlockHash) },
      { field: 8, value: expirationMs },
      {
        field: 11,
        value: encode([
          { field: 1, value: kinds[contract.kind].type },
          { field: 2, value: parameter },
        ]),
      },
      { field: 14, value: timestampMs },
      { field: 18, value: feeLimit },
    ]),
  );
}

/** Throws where the bytes do anything else, or could be written in another way: a memo, another's permission, two contracts. */
export function fromRaw(raw: string): TronTransaction {
  if (!/^([0-9a-f]{2})+$/.test(raw)) throw new Error('these are not the bytes of a transaction');
  const whole = fieldsOf(hexToBytes(raw));
  const transaction: TronTransaction = {
    refBlockBytes: bytesToHex(whole.bytes(1)),
    refBlockHash: bytesToHex(whole.bytes(4)),
    expirationMs: whole.count(8),
    timestampMs: whole.count(14),
    feeLimit: whole.count(18),
    contract: contractOf(whole.bytes(11)),
  };
  if (toRaw(transaction) !== raw) throw new Error('it carries more than a payment, or its bytes are not what they are read as');
  return transaction;
}

function contractOf(bytes: Uint8Array): Transfer | Trigger {
  const contract = fieldsOf(bytes);
  const value = fieldsOf(fieldsOf(contract.bytes(2)).bytes(2));
  const type = contract.count(1);
  const owner = textOf(bytesToHex(value.bytes(1)));
  if (type === kinds.transfer.type) return { kind: 'transfer', owner, to: textOf(bytesToHex(value.bytes(2))), amount: value.count(3) };
  if (type === kinds.trigger.type)
    return { kind: 'trigger', owner, contract: textOf(bytesToHex(value.bytes(2))), data: `0x${bytesToHex(value.bytes(4))}` };
  throw new Error(`a contract of kind ${type} is neither a payment nor a call`);
}

interface Fields {
  count(field: number): bigint;
  bytes(field: number): Uint8Array;
}

function fieldsOf(bytes: Uint8Array): Fields {
  const all = new Map(decode(bytes).map(({ field, value }: Field) => [field, value]));
  return {
    count(field) {
      const value = all.get(field) ?? 0n;
      if (typeof value !== 'bigint') throw new Error(`field ${field} is not a count`);
      return value;
    },
    bytes(field) {
      const value = all.get(field) ?? new Uint8Array();
      if (typeof value === 'bigint') throw new Error(`field ${field} is not bytes`);
      return value;
    },
  };
}

/** Payment of TRX in any transaction of a block; undefined: it does something else. */
export function transferIn(raw: string): Transfer | undefined {
  const contract = fieldsOf(hexToBytes(raw)).bytes(11);
  if (fieldsOf(contract).count(1) !== kinds.transfer.type) return undefined;
  const found = contractOf(contract);
  return found.kind === 'transfer' ? found : undefined;
}

export const idOf = (raw: string): string => bytesToHex(sha256(hexToBytes(raw)));

/** The whole transaction as it is sent; a signature is r, s and 27 or 28. */
export const withSignature = (raw: string, signature: Uint8Array): string =>
  bytesToHex(
    encode([
      { field: 1, value: hexToBytes(raw) },
      { field: 2, value: signature },
    ]),
  );

function partOf(signed: string, field: number): Uint8Array {
  if (!/^([0-9a-f]{2})+$/.test(signed)) throw new Error('these are not the bytes of a transaction');
  return fieldsOf(hexToBytes(signed)).bytes(field);
}

export const rawOf = (signed: string): string => bytesToHex(partOf(signed, 1));

export const signatureOf = (signed: string): Uint8Array => partOf(signed, 2);
