// What sign-up asks while one types: whether a username, nickname or phone number is still free.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import type { checkNick, checkPhone, checkUsername } from '../contract.ts';
import { isProven } from './certificates.ts';
import { isLeftName } from './leaving/left-person.ts';
import { refuseReserved } from './reserved-names.ts';

async function isFree(context: AppContext, site: number, column: 'lower(username)' | 'lower(nick)' | 'phone', value: string) {
  const { rowCount } = await context.pool.query(`SELECT 1 FROM account_member WHERE site_id = $1 AND ${column} = $2`, [site, value]);
  return rowCount === 0 && (column === 'phone' || !(await isLeftName(context, context.pool, site, value)));
}

export async function answerUsername(
  context: AppContext,
  call: Call<Out<typeof checkUsername.query>>,
): Promise<Answer<Out<typeof checkUsername.reply>>> {
  const { username } = call.query;
  refuseReserved(call.site, { username });
  return { data: { username, available: await isFree(context, call.site.id, 'lower(username)', username.toLowerCase()) } };
}

export async function answerNick(
  context: AppContext,
  call: Call<Out<typeof checkNick.query>>,
): Promise<Answer<Out<typeof checkNick.reply>>> {
  const { nick } = call.query;
  refuseReserved(call.site, { nick });
  return { data: { nick, available: await isFree(context, call.site.id, 'lower(nick)', nick.toLowerCase()) } };
}

export async function answerPhone(
  context: AppContext,
  call: Call<Out<typeof checkPhone.query>>,
): Promise<Answer<Out<typeof checkPhone.reply>>> {
  const { phone, key } = call.query;
  const site = call.site.id;
  if (call.site.signUp?.proofs.includes('SMS')) {
    const isOwner = key !== undefined && (await isProven(context, { site, kind: 'SMS', purpose: 'SIGN_UP', value: phone }, key));
    if (!isOwner) throw new Refusal('PROOF_REQUIRED', { field: 'phoneKey' });
  }
  return { data: { phone, available: await isFree(context, site, 'phone', phone) } };
}
