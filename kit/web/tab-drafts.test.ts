// A draft is one member's on one site: another's is not read, and what is broken or of a foreign shape is none.
import { describe, expect, it, vi } from 'vitest';
import { readAmount, readDrafts } from './tab-drafts.ts';

const stored = (drafts: unknown, owner = 'maru|7') => JSON.stringify({ owner, drafts });

describe('what a tab kept', () => {
  it('comes back by name to the member it is of', () => {
    expect(readDrafts(stored({ 14: '12.5', 15: 3, 16: '-1' }), 'maru|7', readAmount)).toEqual({ 14: '12.5' });
  });

  it.each([
    ['another member', stored({ 14: '5' }, 'maru|8')],
    ['another site', stored({ 14: '5' }, 'hanok|7')],
    ['no text', null],
    ['broken text', '{"owner":'],
    ['no drafts', stored(null)],
  ])('%s: nothing', (_name, text) => {
    expect(readDrafts(text, 'maru|7', readAmount)).toEqual({});
  });
});

it('is written as it changes, comes back to the same member, and is gone with the log-out', async () => {
  const storage = new Map<string, string>();
  const tab = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  vi.stubGlobal('sessionStorage', tab);
  const { useSession, setUser } = await import('./session.ts');
  const { setSite } = await import('./site.ts');
  const { tabDrafts } = await import('./tab-drafts.ts');
  setSite({ code: 'maru' } as Parameters<typeof setSite>[0], 'test');
  const user = { id: 7, username: 'a', name: 'a', nick: 'a', role: 'member' as const, status: 'ACTIVE' };
  setUser(user);
  tabDrafts<string>('drafts', readAmount).change('14', () => '12.5');
  // The page anew.
  const again = tabDrafts<string>('drafts', readAmount);
  expect(again.get('14')).toBe('12.5');
  setUser({ ...user, id: 8 });
  expect(again.names()).toEqual([]);
  setUser(user);
  expect(again.get('14')).toBe('12.5');
  // Asked later: whose they are by then.
  const isSame = again.same();
  expect(isSame()).toBe(true);
  setUser({ ...user, nick: 'b' });
  expect(isSame()).toBe(true);
  setUser({ ...user, id: 8 });
  expect(isSame()).toBe(false);
  setUser(user);
  const isLater = again.same();
  expect([isSame(), isLater()]).toEqual([false, true]);
  useSession.setState({ status: 'logout', user: undefined });
  expect(isLater()).toBe(false);
  expect([again.names(), storage.get('drafts')]).toEqual([[], undefined]);
});
