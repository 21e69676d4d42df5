// Reads what an Ethereum transaction does from its own bytes, and signs it; the only part that meets a key.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, keccak256, parseTransaction, serializeTransaction } from 'viem/utils';
import type { CoinRow, Decoded, Keys, Payment, Signed, Signing, Unsigned } from '../chain.ts';
import { mixedCase } from '../address/checksums.ts';
import { coinsOf, type Coins } from '../coins.ts';
import { addressOf } from './address-of.ts';
import { readTransferCall } from './erc20.ts';
import { fromBytes, type EthTransaction } from './transaction.ts';

export function ethSigning({ chainId, coins: rows }: { chainId: bigint; coins: readonly CoinRow[] }): Signing {
  const coins = coinsOf(rows, mixedCase);
  const read = (unsigned: Unsigned) => {
    const transaction = fromBytes(unsigned.body);
    if (unsigned.chain !== 'ETH' || BigInt(transaction.chainId) !== chainId)
      throw new Error(`it is of chain ${unsigned.chain} ${transaction.chainId}, not of ETH ${chainId}`);
    return transaction;
  };
  return {
    decode: (unsigned) => decode(unsigned, read(unsigned), coins),
    sign: (unsigned, keys) => sign(unsigned, decode(unsigned, read(unsigned), coins).from[0], keys),
    verify: (unsigned, raw) => verify(unsigned, decode(unsigned, read(unsigned), coins).from[0], raw),
  };
}

function decode({ sources }: Unsigned, transaction: EthTransaction, coins: Coins): Decoded {
  if (sources.length !== 1) throw new Error('a transaction of Ethereum has exactly one sender');
  const address = mixedCase(sources[0].address);
  const { nonce, gas, maxFeePerGas } = transaction;
  return {
    chain: 'ETH',
    from: [address],
    payments: [paymentOf(transaction, coins)],
    change: [],
    feeLimit: gas * maxFeePerGas,
    reservation: { nonce: { address, nonce } },
  };
}

/** Only two things are ever signed: a payment without data, and one transfer of a listed token. */
function paymentOf({ to, value, data }: EthTransaction, coins: Coins): Payment {
  const token = coins.byContract.get(to);
  if (data === '0x') {
    if (token !== undefined) throw new Error(`it pays the contract of ${token.code} itself`);
    return { to, memo: null, coin: coins.own.code, amount: value };
  }
  if (token === undefined) throw new Error(`it calls ${to}, which is no listed token`);
  const call = readTransferCall(data);
  if (call === undefined) throw new Error(`it calls ${token.code} for something else than one transfer`);
  if (value !== 0n) throw new Error(`it sends ${value} wei to the contract of ${token.code}`);
  return { to: call.to, memo: null, coin: token.code, amount: call.amount };
}

/** Signatures are deterministic (RFC 6979): no chance that could repeat and tell the key. */
function sign({ body, sources }: Unsigned, from: string, keys: Keys): Signed {
  const key = keys.privateKeyAt(sources[0].path);
  if (addressOf(secp256k1.getPublicKey(key)) !== from) throw new Error(`the key at ${sources[0].path} is not that of ${from}`);
  const [yParity, ...rs] = secp256k1.sign(hexToBytes(keccak256(body as `0x${string}`)), key, { prehash: false, format: 'recovered' });
  const [r, s] = [rs.slice(0, 32), rs.slice(32)].map((word) => bytesToHex(Uint8Array.from(word)));
  const raw = serializeTransaction(parseTransaction(body as `0x02${string}`), { r, s, yParity });
  return { raw, hash: keccak256(raw) };
}

function verify({ body }: Unsigned, from: string, raw: string): Signed {
  if (!/^0x02([0-9a-f]{2})+$/.test(raw)) throw new Error('these are not the bytes of an EIP-1559 transaction');
  const { r, s, yParity } = parseTransaction(raw as `0x02${string}`);
  if (r === undefined || s === undefined || yParity === undefined) throw new Error('it is not signed');
  const signature = { r, s, yParity };
  if (serializeTransaction(parseTransaction(body as `0x02${string}`), signature) !== raw) throw new Error('it is another transaction');
  const bytes = Uint8Array.from([yParity, ...hexToBytes(wordOf(r)), ...hexToBytes(wordOf(s))]);
  const key = secp256k1.recoverPublicKey(bytes, hexToBytes(keccak256(body as `0x${string}`)), { prehash: false });
  if (addressOf(key) !== from) throw new Error(`it is not signed by ${from}`);
  return { raw, hash: keccak256(raw as `0x${string}`) };
}

/** Written without leading zeros where it is read from a transaction. */
const wordOf = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}` as const;
