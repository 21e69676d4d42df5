// Changing one's nickname: unique on the site, never the username.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { changeNick } from '../certificate-contract.ts';
import { refuseLeftNames } from './leaving/left-person.ts';
import { isReserved } from './reserved-names.ts';
import { takenCode } from './sign-up.ts';

export async function changeMemberNick(
  context: AppContext,
  call: Call<undefined, Out<typeof changeNick.body>>,
): Promise<Answer<Out<typeof changeNick.reply>>> {
  const session = call.session as Session;
  const { id, nick } = call.body;
  if (id !== undefined && id !== session.member) throw new Refusal('NO_PERMISSION');
  if (nick.toLowerCase() === session.username.toLowerCase()) throw new Refusal('NICK_IS_USERNAME');
  try {
    // Who has such a name from before may keep it.
    if (isReserved(call.site, nick) && !(await isNickOf(context, session, nick))) throw new Refusal('NAME_RESERVED', { field: 'nick' });
    await refuseLeftNames(context, context.pool, session.site, { nick });
    await context.pool.query('UPDATE account_member SET nick = $3 WHERE site_id = $1 AND id = $2', [session.site, session.member, nick]);
  } catch (error) {
    throw takenCode(error);
  }
  return { data: { nick } };
}

async function isNickOf({ pool }: AppContext, { site, member }: Session, nick: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM account_member WHERE site_id = $1 AND id = $2 AND nick = $3', [site, member, nick]);
  return rowCount === 1;
}
