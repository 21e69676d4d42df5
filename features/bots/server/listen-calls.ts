// Opening, prolonging and ending the stream of a member's own events.
import type { Endpoint, MemberAsk } from './fapi-endpoint.ts';
import { FapiFault } from './fapi-fault.ts';

const noListenKey = () => new FapiFault(-1125, 'This listenKey does not exist.');

async function open({ room, session, key }: MemberAsk): Promise<unknown> {
  return { listenKey: room.listenKeys.open(session.site, session.member, key.id).listenKey };
}

async function prolong(ask: MemberAsk): Promise<unknown> {
  if (ask.room.listenKeys.ofKey(ask.key.id) === undefined) throw noListenKey();
  return open(ask);
}

async function end({ room, key }: MemberAsk): Promise<unknown> {
  const listening = room.listenKeys.ofKey(key.id);
  if (listening === undefined) throw noListenKey();
  room.listenKeys.end(listening);
  return {};
}

const path = '/fapi/v1/listenKey';
export const listenEndpoints: readonly Endpoint[] = [
  { method: 'POST', path, weight: 1, security: 'KEY', run: open },
  { method: 'PUT', path, weight: 1, security: 'KEY', run: prolong },
  { method: 'DELETE', path, weight: 1, security: 'KEY', run: end },
];
