// Tabs of one browser: a new one, or a guest's, is handed the login of another that is in, and a log-out in one is one in all.
//
// Session storage stays the store: nothing that opens a login is written where it outlives the tabs. A broadcast channel is heard by
// this origin alone, and by no frame under another one's page.
import type { Tokens } from './session.ts';

/** Every name of it is optional: an older build may still run in another tab. */
interface News {
  /** A tab without a login asks, under a name of its own. */
  ask?: string;
  /** The answer to it. */
  answer?: { ask: string; tokens: Tokens };
  /** A member is in now: guests' tabs may ask. */
  came?: true;
  /** A member has logged out. */
  out?: number;
  /** Renewed: tabs with the same login take the new tokens. */
  used?: { refreshToken: string; tokens: Tokens };
}

/** So long a tab waits for another's answer where the browser says that one is in: it may be busy. */
const ANSWER_MS = 3_000;
/** And where the browser cannot say, once. */
const UNSURE_MS = 400;
/** Says no more than that some tab is logged in, so that guests wait for nothing: in storage, and as a lock that goes with its tab. */
const HERE = 'maru.here';

export interface TabWorld {
  /** Only while somebody is logged in here. */
  offered(): Tokens | undefined;
  /** The refresh token of this tab, whoever it is of. */
  held(): string | undefined;
  take(tokens: Tokens): void;
}

export class SessionTabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #world: TabWorld;
  readonly #cameListeners = new Set<() => void>();
  readonly #outListeners = new Set<(user: number) => void>();
  #onAnswer: ((tokens: Tokens) => void) | undefined;
  #asked = '';

  constructor(world: TabWorld) {
    this.#world = world;
    this.#channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('maru.session');
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data));
    // Node's test runs would otherwise wait for it.
    (this.#channel as { unref?: () => void } | undefined)?.unref?.();
  }

  #hear({ ask, answer, came, out, used }: News): void {
    if (came === true) for (const listener of this.#cameListeners) listener();
    if (used !== undefined && this.#world.held() === used.refreshToken) this.#world.take(used.tokens);
    if (out !== undefined) for (const listener of this.#outListeners) listener(out);
    if (answer !== undefined && answer.ask === this.#asked) this.#onAnswer?.(answer.tokens);
    const tokens = ask === undefined ? undefined : this.#world.offered();
    if (ask !== undefined && tokens !== undefined) this.#tell({ answer: { ask, tokens } });
  }

  #tell(news: News): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: only this origin hears it
    this.#channel?.postMessage(news);
  }

  /** The login of another tab; undefined when none answers in time. `isKnown`: one has just said that it is in. */
  async ask(isKnown = false): Promise<Tokens | undefined> {
    if (this.#channel === undefined) return undefined;
    this.#asked = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const isIn = isKnown || (await isAnotherIn());
    if (isIn === false) return undefined;
    const found = await new Promise<Tokens | undefined>((done) => {
      this.#onAnswer = done;
      setTimeout(() => done(undefined), isIn === undefined ? UNSURE_MS : ANSWER_MS);
      this.#tell({ ask: this.#asked });
    });
    this.#onAnswer = undefined;
    return found;
  }

  renewed(refreshToken: string, tokens: Tokens): void {
    this.#tell({ used: { refreshToken, tokens } });
  }

  loggedIn(): void {
    this.#tell({ came: true });
  }

  onLoggedIn(listener: () => void): () => void {
    this.#cameListeners.add(listener);
    return () => this.#cameListeners.delete(listener);
  }

  /** The other tabs of this member end too. */
  loggedOut(user: number): void {
    this.#tell({ out: user });
  }

  onLoggedOut(listener: (user: number) => void): () => void {
    this.#outListeners.add(listener);
    return () => this.#outListeners.delete(listener);
  }
}

/** Whether a tab of this browser was logged in when last heard of. */
export function isSomebodyHere(): boolean {
  try {
    return localStorage.getItem(HERE) !== null;
  } catch {
    return false;
  }
}

/** As the browser knows it, asking no tab; undefined where it does not (a page without https). */
async function isAnotherIn(): Promise<boolean | undefined> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === HERE);
  } catch {
    return undefined;
  }
}

let leave: (() => void) | undefined;

/** Held while somebody is logged in here; the browser lets go of it when the tab is gone, however it went. */
function holdHere(isHere: boolean): void {
  if (isHere === (leave !== undefined) || typeof navigator === 'undefined' || !navigator.locks) return;
  leave?.();
  leave = undefined;
  if (!isHere) return;
  const gone = new Promise<void>((done) => {
    leave = done;
  });
  navigator.locks.request(HERE, { mode: 'shared' }, () => gone).catch(() => undefined);
}

export function noteHere(isHere: boolean): void {
  holdHere(isHere);
  try {
    if (isHere) localStorage.setItem(HERE, '1');
    else localStorage.removeItem(HERE);
  } catch {
    // A browser that stores nothing: each tab logs in by itself.
  }
}
