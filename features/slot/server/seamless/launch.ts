// The way into another house's game: an address with a token that opens it once.
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { launchSlotGame } from '../../contract.ts';
import { memberOf } from '../play.ts';
import { openVisit } from './game-sessions.ts';
import { needMayStake } from './may-stake.ts';
import { providerOf } from './provider.ts';

export const launchSlotGameHandler = handle(launchSlotGame, async (context, call) => {
  const session = memberOf(call);
  const provider = providerOf(context, call.site.id);
  if (provider === undefined || provider.name !== call.body.provider) throw new Refusal('SLOT_PROVIDER_UNKNOWN', { field: 'provider' });
  await needMayStake(context, call.site, { member: session.member, account: session.account, country: call.country });
  const token = await openVisit(context, session, provider.name, call.country);
  const query = new URLSearchParams({ site: call.site.code, token, language: call.language });
  return { data: { url: `${provider.origin}/?${query}` } };
});
