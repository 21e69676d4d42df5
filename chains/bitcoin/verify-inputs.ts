// Whether each input of a transaction may spend what it names: script, public key and signature, checked anew from the bytes.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { OutScript, Script, SigHash, type Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js';

/** What an input spends. */
export interface Spent {
  script: Uint8Array;
  amount: bigint;
}

export interface Coin extends Spent {
  /** Of the block that made it; undefined: it waits to be mined. */
  height: number | undefined;
  isMinted: boolean;
}

const ALL = Uint8Array.from([SigHash.ALL, 0, 0, 0]);
const NONE = new Uint8Array();

/** Undefined: all of them may. Scripts of one key hash alone are known here: they are all that our addresses have. */
export function faultOfInputs(transaction: Transaction, coins: readonly Spent[]): string | undefined {
  for (const [place, coin] of coins.entries()) {
    const fault = faultOfInput(transaction, place, coin);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfInput(transaction: Transaction, place: number, { script, amount }: Spent): string | undefined {
  const { finalScriptSig = NONE, finalScriptWitness = [] } = transaction.getInput(place);
  const wanted = OutScript.decode(script);
  if (wanted.type === 'wpkh') {
    if (finalScriptSig.length > 0) return 'Witness requires empty scriptSig';
    const old = OutScript.encode({ type: 'pkh', hash: wanted.hash });
    return faultOfKey(finalScriptWitness, wanted.hash, transaction.preimageWitnessV0(place, old, SigHash.ALL, amount));
  }
  if (wanted.type === 'pkh') {
    if (finalScriptWitness.length > 0) return 'Witness provided for non-witness script';
    const parts = pushesOf(finalScriptSig);
    return parts === undefined
      ? 'Only push operators allowed in signatures'
      : faultOfKey(parts, wanted.hash, oldDigest(transaction, place, script));
  }
  return `Scripts of kind ${wanted.type} are not known here`;
}

function pushesOf(script: Uint8Array): Uint8Array[] | undefined {
  try {
    const parts = Script.decode(script);
    return parts.every((part) => part instanceof Uint8Array) ? parts : undefined;
  } catch {
    return undefined;
  }
}

function faultOfKey(parts: readonly Uint8Array[], keyHash: Uint8Array, digest: Uint8Array): string | undefined {
  if (parts.length !== 2) return 'Operation not valid with the current stack size';
  const [signature, publicKey] = parts;
  if (hex.encode(hash160(publicKey)) !== hex.encode(keyHash)) return 'Script failed an OP_EQUALVERIFY operation';
  if (signature.at(-1) !== SigHash.ALL) return 'Signature hash type missing or not understood';
  try {
    const isTrue = secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der', lowS: true });
    return isTrue ? undefined : 'Signature must be zero for failed CHECK(MULTI)SIG operation';
  } catch {
    return 'Non-canonical DER signature';
  }
}

/** What signatures of old scripts are made over: the transaction with the spent script in place of this input's own. */
function oldDigest(transaction: Transaction, place: number, script: Uint8Array): Uint8Array {
  const { version, lockTime, inputs, outputs } = RawOldTx.decode(transaction.toBytes(false, false));
  const asSigned = inputs.map((input, i) => ({ ...input, finalScriptSig: i === place ? script : NONE }));
  return sha256x2(RawOldTx.encode({ version, lockTime, inputs: asSigned, outputs }), ALL);
}
