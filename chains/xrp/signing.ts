// Reads what an XRP transaction does from its own bytes, and signs it; the only part that meets a key.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import xrpl from 'xrpl';
import type { CoinRow, Decoded, Keys, Signed, Signing, Unsigned } from '../chain.ts';
import { coinsOf } from '../coins.ts';
import { hashOfSigned } from './signed.ts';
import { fieldsOf, fromBlob, type XrpPayment } from './transaction.ts';

export function xrpSigning({ coins: rows }: { coins: readonly CoinRow[] }): Signing {
  const { own } = coinsOf(rows, (text) => text);
  const decode = (unsigned: Unsigned) => decoded(unsigned, fromBlob(unsigned.body), own.code);
  return {
    decode,
    sign: (unsigned, keys) => sign(unsigned, decode(unsigned), keys),
    verify: (unsigned, raw) => verify(unsigned, decode(unsigned), raw),
  };
}

function decoded({ chain, sources }: Unsigned, { account, destination, tag, drops, fee, sequence }: XrpPayment, coin: string): Decoded {
  if (chain !== 'XRP') throw new Error(`it is of ${chain}, not of XRP`);
  if (sources.length !== 1) throw new Error('a transaction of XRP has exactly one sender');
  if (sources[0].address !== account) throw new Error(`it pays from ${account}, not from ${sources[0].address}`);
  return {
    chain: 'XRP',
    from: [account],
    payments: [{ to: destination, memo: tag === null ? null : String(tag), coin, amount: drops }],
    change: [],
    feeLimit: fee,
    reservation: { nonce: { address: account, nonce: BigInt(sequence) } },
  };
}

function sign({ body, sources }: Unsigned, { from }: Decoded, keys: Keys): Signed {
  const key = keys.privateKeyAt(sources[0].path);
  const publicKey = bytesToHex(secp256k1.getPublicKey(key)).toUpperCase();
  const wallet = new xrpl.Wallet(publicKey, `00${bytesToHex(key).toUpperCase()}`);
  if (wallet.address !== from[0]) throw new Error(`the key at ${sources[0].path} is not that of ${from[0]}`);
  const { tx_blob: raw, hash } = wallet.sign(fieldsOf(fromBlob(body)));
  return { raw, hash };
}

function verify({ body }: Unsigned, { from }: Decoded, raw: string): Signed {
  if (!/^([0-9A-F]{2})+$/.test(raw)) throw new Error('these are not the bytes of a transaction');
  const { SigningPubKey, TxnSignature } = xrpl.decode(raw) as Record<string, unknown>;
  if (typeof SigningPubKey !== 'string' || typeof TxnSignature !== 'string') throw new Error('it is not signed');
  if (xrpl.encode({ ...fieldsOf(fromBlob(body)), SigningPubKey, TxnSignature }) !== raw) throw new Error('it is another transaction');
  if (xrpl.deriveAddress(SigningPubKey) !== from[0] || !xrpl.verifySignature(raw)) throw new Error(`it is not signed by ${from[0]}`);
  return { raw, hash: hashOfSigned(raw) };
}
