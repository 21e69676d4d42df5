// Addresses and networks: which may be written down, and whether one is among them.
import { BlockList, isIP } from 'node:net';

/** `203.0.113.9`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isAddressOrNet(text: string): boolean {
  const [address, bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** An empty list lets everybody in. */
export function isAmong(list: readonly string[], ip: string): boolean {
  if (list.length === 0) return true;
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
  const family = familyOf(plain);
  if (family === undefined) return false;
  const nets = new BlockList();
  for (const entry of list) {
    const [address, bits] = entry.split('/');
    const of = familyOf(address);
    if (of === undefined) continue;
    if (bits === undefined) nets.addAddress(address, of);
    else nets.addSubnet(address, Number(bits), of);
  }
  return nets.check(plain, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}
