// From where a socket is opened, as HTTP calls know it: behind proxies of ours the last address that is none of them.
import type { IncomingMessage } from 'node:http';
import { isAmong } from './address-list.ts';
import type { Config } from './config.ts';
import type { SocketOrigin } from './stomp-client.ts';

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

export function originOf({ trustedProxies }: Pick<Config, 'trustedProxies'>, { headers, socket }: IncomingMessage): SocketOrigin {
  const isProxied = trustedProxies.length > 0 && isAmong(trustedProxies, socket.remoteAddress ?? '');
  const said = isProxied ? String(headers['x-forwarded-proto'] ?? '') : '';
  return {
    socket,
    host: headers.host ?? '',
    protocol: said === '' ? 'http' : (said.split(',').at(-1) as string).trim(),
    userAgent: headers['user-agent'],
    language: headers['accept-language'],
  };
}
