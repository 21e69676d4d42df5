// The route guard (specification section 2): open routes pass, guests go to log in and the page is remembered, wrong roles go home.
import { whoIsHere } from '@maru/account/web/auth.ts';
import type { Role } from '@maru/kit/contract/role.ts';
import { rememberWantedPage } from '@maru/kit/web/wanted-page.ts';
import { redirect } from '@tanstack/react-router';
import { paths } from './paths.ts';
import type { ShellText } from './texts.ts';

export interface Access {
  requiresAuth: boolean;
  /** Everyone logged in when absent. */
  roles?: readonly Role[];
  title: ShellText;
}

export type Verdict = 'pass' | 'login' | 'home';

export function judge({ requiresAuth, roles }: Pick<Access, 'requiresAuth' | 'roles'>, role: Role | undefined): Verdict {
  if (!requiresAuth) return 'pass';
  if (role === undefined) return 'login';
  return !roles || roles.includes(role) ? 'pass' : 'home';
}

/** `beforeLoad` of every page. */
export async function guard(access: Access, href: string): Promise<void> {
  if (!access.requiresAuth) return;
  const { status, user } = await whoIsHere();
  const verdict = judge(access, status === 'success' ? user?.role : undefined);
  if (verdict === 'login') {
    rememberWantedPage({ href, title: access.title });
    throw redirect({ to: paths.login });
  }
  if (verdict === 'home') throw redirect({ to: paths.home });
}
