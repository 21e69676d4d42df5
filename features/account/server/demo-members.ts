// The demo's members: demo1 and demo2 on every site, with the password that the start screen prints.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, Refusal } from '@maru/kit/server/feature.ts';
import { memberById, memberByUsername, type MemberRow } from './member-rows.ts';
import { hashPassword } from '@maru/kit/server/passwords.ts';
import { memberJoined } from '@maru/member/contract.ts';
import { noteProvenMail } from './proven-mail.ts';
import { insertMember } from './sign-up.ts';

const PASSWORD = 'demo1234';
export const demoMembers = [
  { username: 'demo1', name: '데모 하나', nick: '마루지기', phone: '010-0000-0001' },
  { username: 'demo2', name: '데모 둘', nick: '대청', phone: '010-0000-0002' },
];
/** Everybody knows the password: one hash does for all sites, and many sites open without a wait. */
let hash: Promise<string> | undefined;

export async function ensureDemoMembers(context: AppContext, site: number): Promise<void> {
  for (const demo of demoMembers) {
    if ((await memberByUsername(context.pool, site, demo.username)) !== undefined) continue;
    hash ??= hashPassword(PASSWORD);
    const body = { ...demo, password: PASSWORD, email: `${demo.username}@example.com` };
    const member = await insertMember(context, site, body, {
      hash: await hash,
      after: (client, id) => noteProvenMail(context, client, id),
    });
    context.services.use(memberJoined)(site, member.id, member.account);
  }
}

/** Whose password the start screen prints: what one visitor does to it, all the others would have to live with. */
export async function isSharedDemo({ config, pool }: Pick<AppContext, 'config' | 'pool'>, site: number, member: number): Promise<boolean> {
  if (!config.demo) return false;
  return isSharedName((await memberById(pool, site, member))?.username);
}
const isSharedName = (name: string | undefined) => demoMembers.some(({ username }) => username === name?.toLowerCase());

export function refuseSharedName({ config }: Pick<AppContext, 'config'>, { username }: Pick<MemberRow, 'username'>): void {
  if (config.demo && isSharedName(username)) throw new Refusal('SHARED_DEMO');
}

/** Calls that would shut an account that everybody shares, or change what others find in it: before anything of them is looked at. */
export const notShared = (routes: readonly BoundRoute[]): BoundRoute[] =>
  routes.map((bound) => ({
    ...bound,
    async run(context, call) {
      if (call.session !== undefined && (await isSharedDemo(context, call.session.site, call.session.member)))
        throw new Refusal('SHARED_DEMO');
      return bound.run(context, call);
    },
  }));
