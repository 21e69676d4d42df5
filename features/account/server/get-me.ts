// A member as it sees itself; API keys ask here too, so whatever shuts an account out is asked anew.
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { getMe } from '../contract.ts';
import { refuseExcluded } from './exclusion.ts';
import { memberById, toMe } from './member-rows.ts';

export const getMeHandler = handle(getMe, async (context, call) => {
  const session = call.session as Session;
  const row = await memberById(context.pool, session.site, session.member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  if (row.status === 'DENY' || row.status === 'LEFT') throw new Refusal('ACCOUNT_DENIED');
  // A lock stops keys as well.
  if (row.locked_at !== null) throw new Refusal('ACCOUNT_LOCKED');
  refuseExcluded(row, call.site.timeZone, context.clock.now());
  return { data: await toMe(context, row) };
});
