// Reads what an EOS transaction does from its own bytes, chain id included, and signs it; the only part that meets a key.
import { Bytes, Checksum256, KeyType, PrivateKey, Signature } from '@wharfkit/antelope';
import type { CoinRow, Decoded, Signing, Unsigned } from '../chain.ts';
import { coinOf, idOf, paymentOf, unpackTransfers } from './transfer.ts';

export interface EosSigningOptions {
  chainId: string;
  coins: readonly CoinRow[];
  /** Public keys by account (`PUB_K1_...`): the name of an account says nothing about its key. */
  publicKeys: Readonly<Record<string, string>>;
}

/** A signature covers the chain's id, the transaction, and data that no transaction of ours has. */
const NO_DATA = '00'.repeat(32);
const ID_DIGITS = 64;

const rawOf = (signature: string, packed: string) => JSON.stringify({ signatures: [signature], packed_trx: packed });

export const signedBytes = (chainId: string, packed: string): string => chainId + packed + NO_DATA;

export function eosSigning({ chainId, coins, publicKeys }: EosSigningOptions): Signing {
  const packedOf = ({ chain, body }: Unsigned): string => {
    if (chain !== 'EOS') throw new Error(`it is of ${chain}, not of EOS`);
    const packed = body.slice(ID_DIGITS, -NO_DATA.length);
    if (signedBytes(chainId, packed) !== body) throw new Error('it is of another chain than the one that is set');
    return packed;
  };
  const decode = (unsigned: Unsigned) => decoded(unsigned, packedOf(unsigned), coins);
  return {
    decode,
    sign(unsigned, keys) {
      const { from } = decode(unsigned);
      const packed = packedOf(unsigned);
      const key = new PrivateKey(KeyType.K1, Bytes.from(keys.privateKeyAt(unsigned.sources[0].path)));
      if (key.toPublic().toString() !== publicKeys[from[0]])
        throw new Error(`the key at ${unsigned.sources[0].path} is not that of ${from[0]}`);
      const signature = key.signDigest(Checksum256.hash(Bytes.from(unsigned.body, 'hex'))).toString();
      return { raw: rawOf(signature, packed), hash: idOf(packed) };
    },
    verify(unsigned, raw) {
      const { from } = decode(unsigned);
      const packed = packedOf(unsigned);
      const { signatures } = JSON.parse(raw) as { signatures?: unknown };
      const [signature] = Array.isArray(signatures) ? (signatures as unknown[]) : [];
      if (typeof signature !== 'string') throw new Error('it is not signed');
      if (rawOf(signature, packed) !== raw) throw new Error('it is another transaction');
      const key = Signature.from(signature)
        .recoverDigest(Checksum256.hash(Bytes.from(unsigned.body, 'hex')))
        .toString();
      // Of an account whose key is not known here the node says whether it is right.
      const known = publicKeys[from[0]];
      if (known !== undefined && key !== known) throw new Error(`it is not signed by ${from[0]}`);
      return { raw, hash: idOf(packed) };
    },
  };
}

function decoded({ sources }: Unsigned, packed: string, coins: readonly CoinRow[]): Decoded {
  const { transfers, expiration } = unpackTransfers(packed);
  if (sources.length !== 1 || transfers.length === 0) throw new Error('a transaction of EOS has one sender, and pays something');
  const payments = transfers.map((transfer) => {
    const coin = coinOf(coins, transfer);
    if (coin === undefined) throw new Error(`it pays ${transfer.symbol} of ${transfer.contract}, which is no coin that is listed`);
    if (transfer.from !== sources[0].address) throw new Error(`it pays from ${transfer.from}, not from ${sources[0].address}`);
    if (transfer.amount <= 0n) throw new Error('it pays nothing');
    return paymentOf(coin.code, transfer);
  });
  return {
    chain: 'EOS',
    from: [sources[0].address],
    payments,
    change: [],
    feeLimit: 0n,
    reservation: { once: { id: idOf(packed), untilMs: expiration * 1000 } },
  };
}
