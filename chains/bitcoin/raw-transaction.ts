// A transaction read from its own bytes: what it spends, what it pays, and the hash that follows from them.
import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';

export interface RawTransaction {
  id: string;
  /** `txid:index` of each output that it uses up; none: mined coins. */
  spends: string[];
  outputs: { script: Uint8Array; amount: bigint }[];
}

/** Strange scripts and versions are anybody's right: only what is spent by us has to be known. */
export const anything = { allowUnknownOutputs: true, allowUnknownInputs: true, allowUnknownVersion: true, disableScriptCheck: true };
const NOTHING = '00'.repeat(32);

export const outputName = (txid: string, index: number): string => `${txid}:${index}`;

export function readOutputName(output: string): { txid: string; index: number } {
  const match = /^([0-9a-f]{64}):(\d{1,10})$/.exec(output);
  if (!match) throw new Error(`not an output: ${output}`);
  return { txid: match[1], index: Number(match[2]) };
}

/** Throws where the bytes are no transaction. */
export function readTransaction(raw: string): RawTransaction {
  const bytes = hex.decode(raw);
  const { inputs, outputs } = RawTx.decode(bytes);
  const { id } = Transaction.fromRaw(bytes, anything);
  const spends = inputs.map(({ txid, index }) => ({ txid: hex.encode(txid), index }));
  return {
    id,
    spends: spends.flatMap(({ txid, index }) => (txid === NOTHING ? [] : [outputName(txid, index)])),
    outputs: outputs.map(({ script, amount }) => ({ script, amount })),
  };
}
