// The transaction that each block begins with: coins out of nothing, and a number that makes it unlike any other.
import { hex } from '@scure/base';
import { Script } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';

const FINAL = 0xffffffff;

const numberBytes = (value: number) => Uint8Array.from([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff]);

/** `serial`: without it two branches would hold the same one. Height comes first (BIP34). */
export function firstTransaction(height: number, serial: number, output: { script: Uint8Array; amount: bigint }): string {
  const input = {
    txid: new Uint8Array(32),
    index: FINAL,
    finalScriptSig: Script.encode([numberBytes(height), numberBytes(serial)]),
    sequence: FINAL,
  };
  return hex.encode(RawOldTx.encode({ version: 2, inputs: [input], outputs: [output], lockTime: 0 }));
}
