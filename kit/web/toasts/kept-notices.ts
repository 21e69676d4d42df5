// Keeps what toasts said over a reload: for this tab, one member and one site; gone with the log-out or with the tab, as the session is.
import { useSession } from '../session.ts';
import { keptAtMost, restoreNotices, type Toast, type ToastKind, type ToastWay, useToasts } from './toast-list.ts';

const KEY = 'maru.notices';
const kinds: readonly ToastKind[] = ['done', 'waiting', 'notice', 'warn', 'danger'];

type Kept = Omit<Toast, 'id' | 'action' | 'stayMs'>;

/** An address of this site and nothing else. */
const wayOf = (way: Partial<ToastWay> | undefined): { way?: ToastWay } =>
  typeof way?.label === 'string' && typeof way.to === 'string' && /^\/(?![/\\])/.test(way.to)
    ? { way: { label: way.label, to: way.to } }
    : {};

/** What storage holds, checked: anything else, or another's, is nothing. */
export function parseNotices(text: string | null, owner: string): { kept: Kept[]; unseen: number } {
  const nothing = { kept: [], unseen: 0 };
  try {
    const stored = JSON.parse(text ?? 'null') as { owner?: unknown; kept?: unknown; unseen?: unknown } | null;
    if (stored?.owner !== owner || !Array.isArray(stored.kept)) return nothing;
    const kept = (stored.kept as Partial<Kept>[])
      .filter((n) => typeof n?.title === 'string' && typeof n.at === 'number' && kinds.includes(n.kind as ToastKind))
      .map(({ title = '', line, kind = 'notice', at = 0, way }) => ({
        title,
        kind,
        at,
        ...(typeof line === 'string' ? { line } : {}),
        ...wayOf(way),
      }))
      .slice(0, keptAtMost);
    return { kept, unseen: Math.min(Number(stored.unseen) || 0, kept.length) };
  } catch {
    return nothing;
  }
}

/** Once at start, with the site of the page. */
export function keepNotices(siteId: number): void {
  let owner: string | undefined;
  const follow = () => {
    const { status, user } = useSession.getState();
    if (status === 'success' && user) {
      const now = `${siteId}|${user.id}`;
      if (owner === now) return;
      owner = now;
      const { kept, unseen } = parseNotices(sessionStorage.getItem(KEY), now);
      restoreNotices(
        kept.map((notice) => ({ ...notice, stayMs: 0 })),
        unseen,
      );
    } else if (status !== 'pending') {
      if (owner !== undefined) useToasts.setState({ kept: [], unseen: 0 });
      owner = undefined;
      sessionStorage.removeItem(KEY);
    }
  };
  useSession.subscribe(follow);
  follow();
  useToasts.subscribe(({ kept, unseen }, before) => {
    if (owner === undefined || (kept === before.kept && unseen === before.unseen)) return;
    const plain = kept.map(({ title, line, kind, at, way }) => ({ title, line, kind, at, way }));
    sessionStorage.setItem(KEY, JSON.stringify({ owner, kept: plain, unseen }));
  });
}
