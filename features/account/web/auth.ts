// Logging in, knowing who one is after a reload, and logging out, as the specification's auth states say.
import { showAlert } from '@maru/kit/web/alert-dialog.tsx';
import { call } from '@maru/kit/web/api-client.ts';
import { Failure } from '@maru/kit/web/failure.ts';
import { defineCatalog, i18n } from '@maru/kit/web/i18n/language.ts';
import {
  admit,
  endSession,
  keepLogin,
  onLoggedInElsewhere,
  onLoggedOutElsewhere,
  renewSession,
  renewSessionBy,
  setUser,
  takeSession,
  tellLoggedOut,
  useSession,
} from '@maru/kit/web/session.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { letAllGo } from '@maru/kit/web/unsaved.ts';
import { errorQueue, forceLogoutQueue, logErrorQueue } from '@maru/member/contract.ts';
import { getMe, login, type LoginReply, logout, type Me } from '../contract.ts';
import { passkeyLogin } from '../passkey-contract.ts';
import { type PasskeyProof, secondLogin } from '../second-factor-contract.ts';

defineCatalog({
  'auth.denied': ['이용할 수 없는 계정입니다. 관리자에게 문의해 주세요.', 'account unavailable, contact the administrator'],
  'auth.forced': ['접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.', 'You were disconnected. Please log in again shortly.'],
  'auth.elsewhere': ['다른 탭에서 로그인해 이 탭도 로그인했어요', 'You logged in in another tab, so this one is logged in too'],
  'auth.warning': ['확인해 주세요', 'Please note'],
});

/** Blocked accounts see the alert, then are logged out. */
function refuseDenied(): void {
  showAlert({ message: i18n._('auth.denied'), onClose: () => endSession('/') });
}

function welcome(me: Me): void {
  if (me.status === 'DENY') refuseDenied();
  // Another member's than the one who was here: figures and answers on their way are not theirs.
  else if (former !== undefined && former !== me.id) {
    letAllGo();
    location.reload();
  } else setUser(me);
}

/** A server that has just started may not answer yet: asked again after these waits, then the page says that it failed. */
const askAgainMs = [500, 1_000, 2_000];
const isSilent = (thrown: unknown): boolean => thrown instanceof Failure && thrown.isUnknown;

/** The login of this tab, or of another one of this browser. */
async function recall(): Promise<void> {
  if (await takeSession()) await askWho();
  else useSession.setState({ status: 'logout', user: undefined });
}

/** After a reload: the profile; when that is refused the refresh token; when that is refused nobody. Throws while nothing is answered. */
async function askWho(attempt = 0): Promise<void> {
  try {
    welcome(await call(getMe));
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'ACCOUNT_DENIED') {
      refuseDenied();
      return;
    }
    if (isSilent(thrown)) {
      const waitMs = askAgainMs[attempt];
      if (waitMs === undefined) {
        // Open pages are a guest's meanwhile; the tokens stay.
        useSession.setState({ status: 'fail', user: undefined });
        throw thrown;
      }
      await new Promise((done) => setTimeout(done, waitMs));
      await askWho(attempt + 1);
      return;
    }
    // A failed renewal has already set the status; a success has set the user.
    await renewSession().catch(() => useSession.setState({ status: 'fail', user: undefined }));
  }
}

/** Pages in the middle of something that a login would take away. */
let guestPages = 0;
let hasMissed = false;

/** While such a page is open this tab stays a guest's; answers with the way to end that. */
export function stayGuest(): () => void {
  guestPages++;
  return () => {
    guestPages--;
    if (guestPages === 0 && hasMissed) followLogin();
  };
}

const isGuest = () => ['logout', 'fail'].includes(useSession.getState().status);

/** A member is in now in another tab: so is this one, with everything typed left as it is. */
function followLogin(): void {
  hasMissed = guestPages > 0;
  if (hasMissed || !isGuest()) return;
  recalled = takeOver();
  recalled.catch(() => undefined);
}

async function takeOver(): Promise<void> {
  if (!(await takeSession(true)) || !isGuest()) return;
  await askWho();
  if (isGuest()) return;
  socket.restart();
  toast({ title: i18n._('auth.elsewhere'), kind: 'done' });
}

let recalled: Promise<void> = Promise.resolve();

/** Who was here last since this page was loaded. */
let former: number | undefined;

/** Once at start: gives the kit its refresh call and finds out who this is. */
export function startAuth(): void {
  useSession.subscribe(({ user }) => {
    former = user?.id ?? former;
  });
  onLoggedInElsewhere(followLogin);
  onLoggedOutElsewhere((id) => {
    if (useSession.getState().user?.id === id) void leave();
  });
  renewSessionBy((refreshToken) => call(login, { body: { refreshToken }, isAnonymous: true }));
  if (useSession.getState().status === 'pending') recallAnew();
}

export function recallAnew(): void {
  recalled = recall();
  // Told by the pages that wait for it.
  recalled.catch(() => undefined);
}

/** Resolves when it is known who this is; throws when the server did not say. */
export async function whoIsHere() {
  await recalled;
  return useSession.getState();
}

/** Throws Failure (BAD_CREDENTIALS, SECOND_FACTOR_REQUIRED, TOO_MANY_LOGINS, …). */
export async function logIn(username: string, password: string): Promise<void> {
  await enter(await call(login, { body: { username, password }, isAnonymous: true }));
}

/** The second step; throws Failure (OTP_WRONG, CHALLENGE_EXPIRED, …). */
export async function logInSecond(challenge: string, proof: { code: string } | { passkey: PasskeyProof }): Promise<void> {
  await enter(await call(secondLogin, { body: { challenge, ...proof }, isAnonymous: true }));
}

/** Name, password and second factor in one. */
export async function logInByPasskey(): Promise<void> {
  const { signWithPasskey } = await import('./passkey-browser.ts');
  const passkey = await signWithPasskey({ isAnonymous: true });
  await enter(await call(passkeyLogin, { body: { passkey }, isAnonymous: true }));
}

async function enter(answer: LoginReply): Promise<void> {
  if (answer.user.status === 'DENY') {
    refuseDenied();
    return;
  }
  if (former !== undefined && former !== answer.user.id) {
    // Figures, toasts and answers on their way are the former member's: the next one begins with a page of its own, which leads on.
    keepLogin(answer);
    location.replace('/login');
    await new Promise(() => undefined);
  }
  admit(answer);
  socket.restart();
}

/** Ends this login on the server too, and those of the member's other tabs; without an answer the pages forget it all the same. */
export async function logOut(): Promise<void> {
  tellLoggedOut();
  await leave();
}

async function leave(): Promise<void> {
  // Its end is no lost connection.
  socket.stop();
  await call(logout, { timeoutMs: 3_000 }).catch(() => undefined);
  endSession('/login');
}

/** The member's own queues that concern every page. Answers with the way to stop. */
export function listenToAccount(): () => void {
  const stops = [
    subscribeTopic(forceLogoutQueue, {}, ({ message, en }) => {
      socket.stop();
      const said = en === undefined ? i18n._('auth.forced') : i18n.locale === 'en' ? en : message;
      showAlert({ message: said, onClose: () => endSession('/login') });
    }),
    subscribeTopic(errorQueue, {}, ({ message }) => showAlert({ message })),
    subscribeTopic(logErrorQueue, {}, ({ message }) =>
      toast({ title: i18n._('auth.warning'), line: message, kind: 'warn', stay: 'notice' }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
