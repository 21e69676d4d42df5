// A member as it sees itself.
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { actingMember } from '@maru/member/contract.ts';
import { getMe } from '../contract.ts';
import { memberById, toMe } from './member-rows.ts';

export const getMeHandler = handle(getMe, async (context, call) => {
  const session = call.session as Session;
  const row = await memberById(context.pool, session.site, session.member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  await context.services.use(actingMember)(call.site, session.member, row);
  return { data: await toMe(context, row) };
});
