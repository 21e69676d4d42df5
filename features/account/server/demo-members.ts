// The demo's members: demo1 and demo2 on every site, with the password that the start screen prints.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { LiveDirectory } from './directory.ts';
import { memberByUsername } from './member-rows.ts';
import { insertMember } from './sign-up.ts';

const PASSWORD = 'demo1234';
const demos = [
  { username: 'demo1', name: '데모 하나', nick: '마루지기', phone: '010-0000-0001' },
  { username: 'demo2', name: '데모 둘', nick: '대청', phone: '010-0000-0002' },
];

export async function ensureDemoMembers(context: AppContext, directory: LiveDirectory): Promise<void> {
  for (const site of context.sites.all()) {
    for (const demo of demos) {
      if ((await memberByUsername(context.pool, site.id, demo.username)) !== undefined) continue;
      const member = await insertMember(context, site.id, { ...demo, password: PASSWORD, email: `${demo.username}@example.com` });
      directory.add(site.id, member.id, member.account);
    }
  }
}
