// From an address to the script that it stands for, and back, by the versions of a network.
import { hex } from '@scure/base';
import { Address, OutScript, p2pkh, p2wpkh } from '@scure/btc-signer';
import type { BitcoinNetwork } from './network.ts';

/** The library wants a prefix: one that no address can have, and what it decodes is checked again. */
export const versionsOf = ({ bech32, pubKeyHash, scriptHash }: BitcoinNetwork) => ({
  bech32: bech32 ?? 'none',
  pubKeyHash,
  scriptHash,
  wif: 0,
});

/** Throws where the network has no such address. */
export function scriptOf(network: BitcoinNetwork, address: string): Uint8Array {
  const decoded = Address(versionsOf(network)).decode(address);
  const isOld = decoded.type === 'pkh' || decoded.type === 'sh';
  if (network.bech32 === undefined && !isOld) throw new Error(`${network.chain} has no such address: ${address}`);
  return OutScript.encode(decoded);
}

/** Undefined where no address stands for it. */
export function addressOf(network: BitcoinNetwork, script: Uint8Array): string | undefined {
  try {
    const address = Address(versionsOf(network)).encode(OutScript.decode(script));
    return hex.encode(scriptOf(network, address)) === hex.encode(script) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Of our own keys: the one kind of script that the network's addresses of ours have. */
export function addressOfKey(network: BitcoinNetwork, publicKey: Uint8Array): string {
  const payment = network.script === 'wpkh' ? p2wpkh(publicKey, versionsOf(network)) : p2pkh(publicKey, versionsOf(network));
  return payment.address;
}
