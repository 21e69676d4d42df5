// Who is logged in on this tab: tokens in session storage, the auth status, one renewal at a time. Knows no call; account gives it one.
import { create } from 'zustand';
import type { Role } from '../contract/role.ts';
import { Failure } from './failure.ts';
import { isSomebodyHere, noteHere, SessionTabs } from './session-tabs.ts';
import { letAllGo } from './unsaved.ts';

/** pending: asking who this is; success: a user is known; fail: refused; logout: nobody. */
export type AuthStatus = 'pending' | 'success' | 'fail' | 'logout';

export interface SessionUser {
  id: number;
  username: string;
  name: string;
  nick: string;
  role: Role;
  status: string;
}

export interface SessionState {
  status: AuthStatus;
  user: SessionUser | undefined;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Device time in ms. */
  expiresAtMs: number;
}

/** What the login call answers, by password or by refresh token. */
export interface LoginAnswer {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  user: SessionUser;
}

const keysUnder = (prefix: string) => ({ access: `${prefix}.access`, refresh: `${prefix}.refresh`, expiry: `${prefix}.expiry` });
const OWN_PREFIX = 'maru';
let keys = keysUnder(OWN_PREFIX);
/** Whether a login is shared among tabs: an operator's ends with the tab that nobody is at. */
let isShared = true;
/** Renew a little early: a token that expires on its way is refused. */
const earlyMs = 5_000;

function readTokens(): Tokens | undefined {
  const accessToken = sessionStorage.getItem(keys.access);
  if (!accessToken) return undefined;
  return {
    accessToken,
    refreshToken: sessionStorage.getItem(keys.refresh) ?? '',
    expiresAtMs: Number(sessionStorage.getItem(keys.expiry)),
  };
}

function writeTokens(tokens: Tokens): void {
  sessionStorage.setItem(keys.access, tokens.accessToken);
  sessionStorage.setItem(keys.refresh, tokens.refreshToken);
  sessionStorage.setItem(keys.expiry, String(tokens.expiresAtMs));
}

function clearTokens(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key);
  if (isShared) noteHere(false);
}

export const useSession = create<SessionState>(() => ({
  status: typeof sessionStorage !== 'undefined' && (readTokens() || isSomebodyHere()) ? 'pending' : 'logout',
  user: undefined,
}));

const tabs = new SessionTabs({
  offered: () => (isShared && isLoggedIn(useSession.getState()) ? readTokens() : undefined),
  held: () => readTokens()?.refreshToken,
  take: writeTokens,
});

let taking: Promise<boolean> | undefined;

/** For a tab that has no login: another tab's. False when there is none; every call waits for it. `isKnown`: another has just said that it is in. */
export function takeSession(isKnown = false): Promise<boolean> {
  taking ??= (async () => {
    const tokens = isShared && !readTokens() && (isKnown || isSomebodyHere()) ? await tabs.ask(isKnown) : undefined;
    if (tokens !== undefined && !readTokens()) writeTokens(tokens);
    taking = undefined;
    const isIn = readTokens() !== undefined;
    if (!isIn && isShared) noteHere(false);
    return isIn;
  })();
  return taking;
}

/** A member is in now in another tab. */
export const onLoggedInElsewhere = (listener: () => void): (() => void) => tabs.onLoggedIn(listener);
/** Another tab's member has logged out there. */
export const onLoggedOutElsewhere = (listener: (user: number) => void): (() => void) => tabs.onLoggedOut(listener);
/** Tells the other tabs; before this one forgets who was here. */
export function tellLoggedOut(): void {
  const { user } = useSession.getState();
  if (user !== undefined && isShared) tabs.loggedOut(user.id);
}

/** Before anything is asked: the back office stands on the same origin, and its tokens are not a member's. */
export function keepSessionUnder(prefix: string): void {
  keys = keysUnder(prefix);
  isShared = prefix === OWN_PREFIX;
  useSession.setState({ status: readTokens() ? 'pending' : 'logout', user: undefined });
}

export const isLoggedIn = (state: SessionState): boolean => state.status === 'success';

/** For the pages that are loaded from now on; this one goes on as it is. */
export function keepLogin({ accessToken, refreshToken, expiresIn }: LoginAnswer): void {
  writeTokens({ accessToken, refreshToken, expiresAtMs: Date.now() + expiresIn * 1000 - earlyMs });
}

/** Takes the answer of a login or renewal. */
export function admit(answer: LoginAnswer): void {
  keepLogin(answer);
  setUser(answer.user);
}

export function setUser(user: SessionUser): void {
  const isNew = !isLoggedIn(useSession.getState());
  const isHeld = isShared && readTokens() !== undefined;
  if (isHeld) noteHere(true);
  useSession.setState({ status: 'success', user });
  // Before they could be handed over nobody is told of them.
  if (isHeld && isNew) tabs.loggedIn();
}

function drop(status: 'fail' | 'logout'): void {
  clearTokens();
  useSession.setState({ status, user: undefined });
}

/** Forgets the session and stays: the page says what happened. */
export function dropSession(): void {
  drop('fail');
}

/** Forgets the session and reloads, so that nothing of the member stays in memory. */
export function endSession(goTo = location.pathname + location.search): void {
  drop('logout');
  letAllGo();
  location.replace(goTo);
}

let renewBy: ((refreshToken: string) => Promise<LoginAnswer>) | undefined;
let renewing: Promise<Tokens | undefined> | undefined;
let isRenewable = true;

/** The refresh call is given once at start; `isRenewable` false: a session that is over when its time is, and never asked for early. */
export function renewSessionBy(call: (refreshToken: string) => Promise<LoginAnswer>, options = { isRenewable: true }): void {
  renewBy = call;
  ({ isRenewable } = options);
}

// Tabs share a refresh token and take turns at using it; where they cannot, the server gives the same device the same answer.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist only on secure origins; a plain http address on a LAN goes without.
  return globalThis.navigator?.locks ? await navigator.locks.request('maru.renew', work) : await work();
}

async function renewInTurn(stale: Tokens): Promise<Tokens | undefined> {
  const now = readTokens();
  if (now && now.refreshToken !== stale.refreshToken) return now;
  try {
    admit(await renewBy!(stale.refreshToken));
    const tokens = readTokens();
    if (tokens !== undefined) tabs.renewed(stale.refreshToken, tokens);
    return tokens;
  } catch (thrown) {
    // Only a refusal ends the session; without an answer the tokens may still be good.
    if (thrown instanceof Failure && (thrown.isUnknown || thrown.status === 429)) throw thrown;
    drop('fail');
    return undefined;
  }
}

/** New tokens by the refresh token, once however many ask; undefined when the session is over. */
export async function renewSession(): Promise<string | undefined> {
  const stale = readTokens();
  if (!stale) return undefined;
  if (!stale.refreshToken || !renewBy) {
    endSession();
    return undefined;
  }
  renewing ??= inTurn(() => renewInTurn(stale)).finally(() => {
    renewing = undefined;
  });
  return (await renewing)?.accessToken;
}

/** The bearer for the next request, renewed first when it expires within `marginMs`; undefined for guests. */
export async function bearer(marginMs = 0): Promise<string | undefined> {
  if (taking) await taking;
  const tokens = readTokens();
  if (!tokens) return undefined;
  return Date.now() + (isRenewable ? marginMs : 0) < tokens.expiresAtMs ? tokens.accessToken : await renewSession();
}
