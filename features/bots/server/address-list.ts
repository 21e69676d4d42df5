// Addresses and networks from which a key works.
import { BlockList, isIP } from 'node:net';

/** Answers whether an address is on the list; an empty list lets all in. Throws the entry that cannot be read. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true;
  const list = new BlockList();
  for (const entry of entries) add(list, entry);
  return (address) => {
    const plain = withoutMapping(address);
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}

function add(list: BlockList, entry: string): void {
  const [address, bits, ...rest] = entry.split('/');
  const version = isIP(address);
  const widest = version === 6 ? 128 : 32;
  if (version === 0 || rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest))) {
    throw new AddressFault(entry);
  }
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

export class AddressFault extends Error {
  readonly entry: string;
  constructor(entry: string) {
    super(`not an address: ${entry}`);
    this.entry = entry;
  }
}

/** `::ffff:203.0.113.7` is 203.0.113.7. */
const withoutMapping = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);
