// A member's own keys: listed, made, revoked.
import { confirmPassword, isSharedAccount } from '@maru/account/contract.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../contract.ts';
import { AddressFault, addressList } from './address-list.ts';
import type { BotsService } from './bots-service.ts';
import { readPublicKey } from './key-material.ts';

export function keyRoutes(service: () => BotsService): BoundRoute[] {
  return [
    handle(listApiKeys, async (_context, call) => {
      const { site, member } = memberOf(call);
      return { data: await service().keys.list(site, member) };
    }),
    handle(createApiKey, async (context, call) => {
      const session = memberOf(call);
      const { site, member } = session;
      const { label, scope, addresses: entries = [], publicKey, password } = call.body;
      const addresses = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
      refuseBadAddresses(addresses);
      const publicDer = publicKeyOf(publicKey);
      await context.services.use(confirmPassword)(session, call.ip, password);
      if (await context.services.find(isSharedAccount)?.(site, member)) await service().keys.makeSpace(site, member);
      return { data: await service().keys.create({ site, member, label, scope, addresses, publicKey: publicDer }) };
    }),
    handle(revokeApiKey, async (_context, call) => {
      const { site, member } = memberOf(call);
      if (!(await service().keys.revoke(site, member, call.body.id))) throw new Refusal('API_KEY_UNKNOWN', { field: 'id' });
      return { data: { id: call.body.id } };
    }),
  ];
}

function memberOf(call: Call): Session {
  if (call.session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return call.session;
}

function refuseBadAddresses(entries: readonly string[]): void {
  try {
    addressList(entries);
  } catch (error) {
    if (error instanceof AddressFault) throw new Refusal('ADDRESS_MALFORMED', { field: 'addresses', offered: error.entry.slice(0, 64) });
    throw error;
  }
}

function publicKeyOf(pem: string | undefined): Buffer | undefined {
  if (pem === undefined || pem.trim() === '') return undefined;
  const der = readPublicKey(pem);
  if (der === undefined) throw new Refusal('PUBLIC_KEY_MALFORMED', { field: 'publicKey' });
  return der;
}
