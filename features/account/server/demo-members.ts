// The demo's members: demo1 and demo2 on every site, with the password that the start screen prints.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { LiveDirectory } from './directory.ts';
import { memberById, memberByUsername } from './member-rows.ts';
import { hashPassword } from '@maru/kit/server/passwords.ts';
import { noteProvenMail } from './proven-mail.ts';
import { insertMember } from './sign-up.ts';

const PASSWORD = 'demo1234';
const demos = [
  { username: 'demo1', name: '데모 하나', nick: '마루지기', phone: '010-0000-0001' },
  { username: 'demo2', name: '데모 둘', nick: '대청', phone: '010-0000-0002' },
];
/** Everybody knows the password: one hash does for all sites, and many sites open without a wait. */
let hash: Promise<string> | undefined;

export async function ensureDemoMembers(context: AppContext, directory: LiveDirectory, site: number): Promise<void> {
  for (const demo of demos) {
    if ((await memberByUsername(context.pool, site, demo.username)) !== undefined) continue;
    hash ??= hashPassword(PASSWORD);
    const body = { ...demo, password: PASSWORD, email: `${demo.username}@example.com` };
    const member = await insertMember(context, site, body, {
      hash: await hash,
      after: (client, id) => noteProvenMail(context, client, id),
    });
    directory.add(site, member.id, member.account);
  }
}

/** Whose password the start screen prints: what one visitor does to it, all the others would have to live with. */
export async function isSharedDemo({ config, pool }: Pick<AppContext, 'config' | 'pool'>, site: number, member: number): Promise<boolean> {
  if (!config.demo) return false;
  const row = await memberById(pool, site, member);
  return demos.some(({ username }) => username === row?.username);
}
