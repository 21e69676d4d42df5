// What a signed transaction of TRON says, read by TRON's own library and not by our adapter: the two must agree by themselves.
import { utils } from 'tronweb';

export interface Envelope {
  id: string;
  rawHex: string;
  /** Raw data as nodes show it. */
  rawData: RawData;
  type: 'TransferContract' | 'TriggerSmartContract';
  signatures: string[];
}

export interface RawData {
  contract: { type: string; parameter: { value: Record<string, unknown>; type_url: string } }[];
  ref_block_bytes: string;
  ref_block_hash: string;
  expiration: number;
  timestamp: number;
  fee_limit?: number;
}

/** The part of its generated code that the library puts where everybody sees it. */
interface Protocol {
  Transaction: {
    deserializeBinary(bytes: Uint8Array): {
      getRawData(): { serializeBinary(): Uint8Array; getContractList(): { getType(): number }[] };
      getSignatureList_asU8(): Uint8Array[];
    };
  };
}
const types: Record<number, Envelope['type']> = { 1: 'TransferContract', 31: 'TriggerSmartContract' };
const hexOfBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Throws where it is no transaction, or of a kind that this chain does not have. */
export function openEnvelope(hex: string): Envelope {
  const { Transaction } = (globalThis as unknown as { TronWebProto: Protocol }).TronWebProto;
  const transaction = Transaction.deserializeBinary(Buffer.from(hex, 'hex'));
  const raw = transaction.getRawData();
  const type = types[raw.getContractList()[0]?.getType() ?? -1];
  if (type === undefined) throw new Error('this chain knows payments and calls alone');
  const rawHex = hexOfBytes(raw.serializeBinary());
  return {
    id: utils.ethersUtils.sha256(`0x${rawHex}`).slice(2),
    rawHex,
    rawData: lowerCase(utils.deserializeTx.deserializeTransaction(type, rawHex)) as RawData,
    type,
    signatures: transaction.getSignatureList_asU8().map(hexOfBytes),
  };
}

/** The library writes hex in capitals, nodes do not. */
const lowerCase = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' && /^[0-9A-F]+$/.test(one) ? one.toLowerCase() : one));

export const ownerOf = ({ rawData }: Envelope): string => String(rawData.contract[0].parameter.value.owner_address).toLowerCase();

/** The address whose key made the signature, in hex with its version. */
export const signerOf = ({ id, signatures }: Envelope): string => utils.crypto.ecRecover(id, signatures[0]).toLowerCase();
