// Reads what a TRON transaction does from its own bytes, and signs it; the only part that meets a key.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { CoinRow, Decoded, Keys, Payment, Signed, Signing, Unsigned } from '../chain.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { addressOf } from '../eth/address-of.ts';
import { readTransferCall } from '../eth/erc20.ts';
import { textOf, written } from './address.ts';
import { mostFee } from './most-fee.ts';
import { fromRaw, idOf, signatureOf, withSignature, type TronTransaction } from './transaction.ts';

export function tronSigning({ coins: rows }: { coins: readonly CoinRow[] }): Signing {
  const coins = coinsOf(rows, written);
  const decode = (unsigned: Unsigned) => decoded(unsigned, fromRaw(unsigned.body), coins);
  return {
    decode,
    sign: (unsigned, keys) => sign(unsigned, decode(unsigned), keys),
    verify: (unsigned, raw) => verify(unsigned, decode(unsigned), raw),
  };
}

function decoded({ chain, body, sources }: Unsigned, transaction: TronTransaction, coins: Coins): Decoded {
  if (chain !== 'TRON') throw new Error(`it is of ${chain}, not of TRON`);
  if (sources.length !== 1) throw new Error('a transaction of TRON has exactly one sender');
  const { owner } = transaction.contract;
  if (sources[0].address !== owner) throw new Error(`it pays from ${owner}, not from ${sources[0].address}`);
  return {
    chain: 'TRON',
    from: [owner],
    payments: [paymentOf(transaction, coins)],
    change: [],
    feeLimit: mostFee(transaction, body),
    reservation: { once: { id: idOf(body), untilMs: Number(transaction.expirationMs) } },
  };
}

/** Only two things are ever signed: a payment of TRX, and one transfer of a listed token. */
function paymentOf({ contract }: TronTransaction, coins: Coins): Payment {
  if (contract.kind === 'transfer') {
    const token = coins.byContract.get(contract.to);
    if (token !== undefined) throw new Error(`it pays the contract of ${token.code} itself`);
    return { to: contract.to, memo: null, coin: coins.own.code, amount: contract.amount };
  }
  const token = coins.byContract.get(contract.contract);
  if (token === undefined) throw new Error(`it calls ${contract.contract}, which is no listed token`);
  const call = readTransferCall(contract.data);
  if (call === undefined) throw new Error(`it calls ${token.code} for something else than one transfer`);
  return { to: textOf(call.to), memo: null, coin: token.code, amount: call.amount };
}

function sign({ body, sources }: Unsigned, { from }: Decoded, keys: Keys): Signed {
  const key = keys.privateKeyAt(sources[0].path);
  if (textOf(addressOf(secp256k1.getPublicKey(key))) !== from[0])
    throw new Error(`the key at ${sources[0].path} is not that of ${from[0]}`);
  const hash = idOf(body);
  const [recovery, ...rs] = secp256k1.sign(hexToBytes(hash), key, { prehash: false, format: 'recovered' });
  return { raw: withSignature(body, Uint8Array.from([...rs, 27 + recovery])), hash };
}

function verify({ body }: Unsigned, { from }: Decoded, raw: string): Signed {
  const signature = signatureOf(raw);
  if (withSignature(body, signature) !== raw) throw new Error('it is another transaction');
  const hash = idOf(body);
  const recovery = (signature.at(-1) ?? 0) - 27;
  if (signature.length !== 65 || (recovery !== 0 && recovery !== 1)) throw new Error('it has no signature');
  const key = secp256k1.recoverPublicKey(Uint8Array.from([recovery, ...signature.subarray(0, 64)]), hexToBytes(hash), { prehash: false });
  if (textOf(addressOf(key)) !== from[0]) throw new Error(`it is not signed by ${from[0]}`);
  return { raw, hash };
}
