// Who the operator is on this tab: the session's name in session storage, what they may do where, and why a session ended.
import { call, tokenEndsOn } from '@maru/kit/web/api-client.ts';
import { type DeskSite, setDeskSites, SITE_HEADER } from '@maru/kit/web/desk/desk-site.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { currentLanguage, i18n } from '@maru/kit/web/i18n/language.ts';
import { queryClient } from '@maru/kit/web/query.ts';
import { admit, dropSession, endSession, keepSessionUnder, renewSessionBy, useSession } from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { letAllGo } from '@maru/kit/web/unsaved.ts';
import { onlineManager } from '@tanstack/react-query';
import { create } from 'zustand';
import { deskLogout, type DeskSelf, type DeskSession, getDeskSelf } from '../contract.ts';

interface SelfState {
  self: DeskSelf | undefined;
  /** IDLE: nobody was there; ENDED: by time, by another device or by an administrator. The page under it keeps what was typed. */
  ended: 'IDLE' | 'ENDED' | undefined;
}

export const useSelfState = create<SelfState>(() => ({ self: undefined, ended: undefined }));
export const useSelf = (): DeskSelf | undefined => useSelfState((state) => state.self);

/** Before the first call. An operator's session is not renewed: when it is over it is over. */
export function startDeskSession(): void {
  keepSessionUnder('maru.admin');
  tokenEndsOn('TOKEN_INVALID');
  renewSessionBy(() => Promise.reject(new Failure(401, 'TOKEN_EXPIRED', '')), { isRenewable: false });
  useSession.subscribe((now, before) => {
    if (now.status !== 'fail' || before.status !== 'success' || useSelfState.getState().self === undefined) return;
    useSelfState.setState({ ended: useSelfState.getState().ended ?? 'ENDED' });
    socket.stop();
    // Nothing is asked any more by itself: every answer would be that nobody is logged in.
    onlineManager.setOnline(false);
  });
  // The server ends the line of whoever's rights have changed.
  socket.state.subscribe((now, before) => {
    if (now.status === 'open' && before.status === 'retrying' && useSession.getState().status === 'success')
      void learn().catch(() => undefined);
  });
}

/** Nobody must take another brand for the one that stood here. */
function tellMoved({ name }: DeskSite): void {
  toast({ title: i18n._('op.site.gone', { name: name[currentLanguage()] }), kind: 'warn', stay: 'notice' });
}

async function learn(): Promise<DeskSelf> {
  // The site that is shown may be there no more.
  const self = await call(getDeskSelf, { without: SITE_HEADER });
  const moved = setDeskSites(self.sites, self.everywhere);
  if (moved) tellMoved(moved);
  useSelfState.setState({ self, ended: undefined });
  useSession.setState({ status: 'success' });
  onlineManager.setOnline(true);
  socket.start();
  return self;
}

let recalled: Promise<DeskSelf | undefined> | undefined;

/** After a reload: asks once who this is; undefined for nobody. Throws Failure when the server does not answer. */
export async function whoIsHere(): Promise<DeskSelf | undefined> {
  const { self, ended } = useSelfState.getState();
  if (self && !ended) return self;
  if (useSession.getState().status !== 'pending') return undefined;
  recalled ??= learn().catch((thrown: unknown) => {
    recalled = undefined;
    if (thrown instanceof Failure && thrown.status === 401) return undefined;
    throw thrown;
  });
  return await recalled;
}

/** After the last step of the log-in. */
export async function enter(session: DeskSession): Promise<DeskSelf> {
  const before = useSelfState.getState().self;
  admit({
    accessToken: session.accessToken,
    refreshToken: 'none',
    expiresIn: (Date.parse(session.endsAt) - Date.now()) / 1000,
    user: { id: 0, username: '', name: '', nick: '', role: 'operator', status: '' },
  });
  const self = await learn();
  // Whoever comes after somebody else must not find their page.
  if (before && before.id !== self.id) {
    letAllGo();
    location.reload();
  } else void queryClient.invalidateQueries();
  return self;
}

/** Rights changed, a factor was added: what is known of oneself is asked anew. */
export const relearn = (): Promise<DeskSelf> => learn();

/** Nobody was there for too long: the session ends here and at the server. */
export function endIdle(): void {
  useSelfState.setState({ ended: 'IDLE' });
  void call(deskLogout)
    .catch(() => undefined)
    .finally(dropSession);
}

export async function leave(): Promise<void> {
  await call(deskLogout).catch(() => undefined);
  socket.stop();
  endSession('/admin/login');
}
