// What a member has begun and not sent, for this tab: kept over other pages and reloads, one site's and one member's, gone with the log-out.
import { create } from 'zustand';
import { useSession } from './session.ts';
import { currentSite } from './site.ts';

export interface TabDrafts<T> {
  /** Follows the draft of that name; undefined: there is none. */
  use(name: string): T | undefined;
  get(name: string): T | undefined;
  /** undefined takes it away. */
  change(name: string, to: (was: T | undefined) => T | undefined): void;
  names(): readonly string[];
  /** Asked later, whether they are still those of now: what an answer brings after another logged in is not written into theirs. */
  same(): () => boolean;
}

/** `read` checks what storage holds: undefined for what is no such draft. */
export function tabDrafts<T>(key: string, read: (kept: unknown) => T | undefined): TabDrafts<T> {
  const store = create<Readonly<Record<string, T>>>(() => ({}));
  let owner: string | undefined;
  /** Grows as they become another's, or nobody's. */
  let turn = 0;
  const follow = () => {
    const { status, user } = useSession.getState();
    if (status === 'success' && user) {
      const now = `${currentSite().code}|${user.id}`;
      if (owner === now) return;
      // What a guest typed is whose login comes to this tab: written before it, it is not another's.
      const typed = owner === undefined ? store.getState() : {};
      owner = now;
      turn++;
      store.setState({ ...readDrafts(sessionStorage.getItem(key), now, read), ...typed }, true);
      if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify({ owner, drafts: store.getState() }));
    } else if (status !== 'pending') {
      if (owner !== undefined) turn++;
      owner = undefined;
      sessionStorage.removeItem(key);
      store.setState({}, true);
    }
  };
  // Node's tests have no tab.
  if (typeof sessionStorage !== 'undefined') {
    useSession.subscribe(follow);
    follow();
  }
  return {
    use: (name) => store((drafts) => drafts[name]),
    get: (name) => store.getState()[name],
    change: (name, to) => {
      const { [name]: was, ...rest } = store.getState();
      const now = to(was);
      if (now === was) return;
      store.setState(now === undefined ? rest : { ...rest, [name]: now }, true);
      if (owner !== undefined) sessionStorage.setItem(key, JSON.stringify({ owner, drafts: store.getState() }));
    },
    names: () => Object.keys(store.getState()),
    same() {
      const then = turn;
      return () => turn === then;
    },
  };
}

/** Another's drafts, and what cannot be read, are none. */
export function readDrafts<T>(text: string | null, owner: string, read: (kept: unknown) => T | undefined): Record<string, T> {
  try {
    const stored = JSON.parse(text ?? 'null') as { owner?: unknown; drafts?: unknown } | null;
    if (stored?.owner !== owner || typeof stored.drafts !== 'object' || stored.drafts === null) return {};
    const drafts = Object.entries(stored.drafts).map(([name, kept]) => [name, read(kept)] as const);
    return Object.fromEntries(drafts.filter((draft): draft is [string, T] => draft[1] !== undefined));
  } catch {
    return {};
  }
}

/** A plain amount as its field has it; anything else is none. */
export const readAmount = (kept: unknown): string | undefined =>
  typeof kept === 'string' && /^\d{1,15}(\.\d{0,8})?$/.test(kept) ? kept : undefined;
