// The way into another provider’s game: an address with a token that opens it once.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { launchSlotGame, listGameProviders } from '../../contract.ts';
import { memberOf } from '../play.ts';
import { openVisit } from './game-sessions.ts';
import { isOffered, needMayStake } from './may-stake.ts';
import { providerOf } from './provider.ts';

export const listGameProvidersHandler = handle(listGameProviders, async (context, { site, country }) => {
  const provider = isOffered(site, country) ? providerOf(context, site.id) : undefined;
  return { data: provider === undefined ? [] : [{ provider: provider.name }] };
});

export const launchSlotGameHandler = handle(launchSlotGame, async (context, call) => {
  const session = memberOf(call);
  const provider = providerOf(context, call.site.id);
  if (provider === undefined || provider.name !== call.body.provider) throw new Refusal('SLOT_PROVIDER_UNKNOWN', { field: 'provider' });
  await needMayStake(context, call.site, { member: session.member, account: session.account, country: call.country });
  const token = await openVisit(context, session, provider.name, call.country);
  // Where the other provider's pages lead back to.
  const lobby = `${call.origin}/slot`;
  const query = new URLSearchParams({ site: call.site.code, token, language: call.language, lobby });
  return { data: { url: `${provider.origin}/?${query}` } };
});
