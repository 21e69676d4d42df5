// From where a socket is opened, as HTTP calls know it: behind proxies of ours the last address that is none of them.
import type { IncomingMessage } from 'node:http';
import { isAmong } from './address-list.ts';
import type { Config } from './config.ts';

export function callerIp({ trustedProxies }: Pick<Config, 'trustedProxies'>, request: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const isOurs = (ip: string) => trustedProxies.length > 0 && isAmong(trustedProxies, ip);
  const written = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = written.split(',').map((hop) => hop.trim());
  let ip = request.socket.remoteAddress ?? '';
  while (isOurs(ip)) {
    const before = hops.pop();
    if (before === undefined || before === '') break;
    ip = before;
  }
  return ip;
}
