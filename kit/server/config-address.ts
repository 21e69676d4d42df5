// Which addresses are this machine's own or a private network's.
import { BlockList, isIP } from 'node:net';

const privateNets = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNets.addSubnet(net, bits, 'ipv4');
}
privateNets.addSubnet('fc00::', 7, 'ipv6');
privateNets.addSubnet('fe80::', 10, 'ipv6');

const loopbackNets = new BlockList();
loopbackNets.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackNets.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn(loopbackNets, host);
}
/** 0.0.0.0 and :: are not private: they include whatever public address the machine has. */
export function isPrivate(host: string): boolean {
  return isIn(privateNets, host);
}

function isIn(list: BlockList, host: string): boolean {
  const plain = host.startsWith('::ffff:') ? host.slice(7) : host;
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}
