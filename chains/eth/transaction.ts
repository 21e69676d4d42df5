// The one form of Ethereum transaction that we make and sign (EIP-1559), to bytes and back without a change.
import { parseTransaction, serializeTransaction } from 'viem/utils';
import { mixedCase } from '../address/checksums.ts';

export interface EthTransaction {
  chainId: number;
  nonce: bigint;
  to: string;
  value: bigint;
  data: string;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

export function toBytes({ to, data, nonce, ...rest }: EthTransaction): `0x${string}` {
  return serializeTransaction({ type: 'eip1559', ...rest, nonce: Number(nonce), to: to as `0x${string}`, data: data as `0x${string}` });
}

/** Throws where the bytes are of another kind, carry more than we ever put there, or could be written in another way. */
export function fromBytes(body: string): EthTransaction {
  if (!/^0x02([0-9a-f]{2})+$/.test(body)) throw new Error('these are not the bytes of an EIP-1559 transaction');
  const found = parseTransaction(body as `0x02${string}`);
  if ('r' in found && found.r !== undefined) throw new Error('it is signed already');
  if (found.accessList !== undefined && found.accessList.length > 0) throw new Error('it has an access list, which ours never have');
  if (!found.to) throw new Error('it pays nobody: it would create a contract');
  const transaction: EthTransaction = {
    chainId: found.chainId,
    nonce: BigInt(found.nonce ?? 0),
    to: mixedCase(found.to),
    value: found.value ?? 0n,
    data: found.data ?? '0x',
    gas: found.gas ?? 0n,
    maxFeePerGas: found.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: found.maxPriorityFeePerGas ?? 0n,
  };
  if (toBytes(transaction) !== body) throw new Error('its bytes are not what they are read as');
  return transaction;
}
