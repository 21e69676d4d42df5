// Opening, prolonging and ending the stream of a member's own events.
import type { Endpoint, MemberAsk } from './fapi-endpoint.ts';
import { FapiFault } from './fapi-fault.ts';

const noListenKey = () => new FapiFault(-1125, 'This listenKey does not exist.');

async function open({ service, session, key }: MemberAsk): Promise<unknown> {
  return { listenKey: service.listenKeys.open(session.site, session.member, key.id).listenKey };
}

async function prolong(ask: MemberAsk): Promise<unknown> {
  if (ask.service.listenKeys.ofKey(ask.key.id) === undefined) throw noListenKey();
  return open(ask);
}

async function end({ service, key }: MemberAsk): Promise<unknown> {
  const listening = service.listenKeys.ofKey(key.id);
  if (listening === undefined) throw noListenKey();
  service.listenKeys.end(listening);
  return {};
}

const path = '/fapi/v1/listenKey';
export const listenEndpoints: readonly Endpoint[] = [
  { method: 'POST', path, weight: 1, security: 'KEY', run: open },
  { method: 'PUT', path, weight: 1, security: 'KEY', run: prolong },
  { method: 'DELETE', path, weight: 1, security: 'KEY', run: end },
];
