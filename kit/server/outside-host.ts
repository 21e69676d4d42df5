// Hosts that somebody typed and this server will call: only those outside, so that nobody reaches through it into its own network.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isLoopback, isPrivate } from './config-address.ts';

/** Beside loopback and private networks: nets that lead to no single machine outside, or to one inside by another name. */
const noPlace = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  noPlace.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['ff00::', 8],
] as const) {
  noPlace.addSubnet(net, bits, 'ipv6');
}

const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

export function isInsideAddress(address: string): boolean {
  // An IPv4 address in the clothes of IPv6; its other spellings (::ffff:7f00:1) are no address below, hence inside.
  if (address.toLowerCase().startsWith('::ffff:')) return isInsideAddress(address.slice(7));
  const version = isIP(address);
  if (version === 0) return true;
  return isLoopback(address) || isPrivate(address) || noPlace.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** As far as the name alone tells; what it leads to is only known when it is called: see `outsideAddressOf`. */
export function isInsideHost(host: string): boolean {
  // 127.1, 0x7f.0.0.1 and 2130706433 are addresses too.
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : '';
  if (isIP(name) !== 0) return isInsideAddress(name);
  return !name.includes('.') || insideNames.test(name);
}

/**
 * The address to call for a name: connect to it, not to the name, where no certificate proves who answers. Throws when one of the
 * addresses is inside: a name that leads to both is a trap.
 */
export async function outsideAddressOf(host: string): Promise<string> {
  if (isInsideHost(host)) throw new Error(`${host} is not outside`);
  const found = await lookup(host, { all: true });
  if (found.length === 0 || found.some(({ address }) => isInsideAddress(address)))
    throw new Error(`${host} leads to an address that is not outside`);
  return found[0].address;
}
