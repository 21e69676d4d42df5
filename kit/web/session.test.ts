// Tokens by specification section 4: renewed once before a request when expired, cleared on refusal, kept when nothing was answered.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure as FailureClass } from './failure.ts';

class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

const user = { id: 1, username: 'demo1', name: '데모', nick: '데모', role: 'member' as const, status: 'ACTIVE' };
const answer = (n: number) => ({ accessToken: `access-${n}`, refreshToken: `refresh-${n}`, expiresIn: 600, user });

/** The turn of another tab, while it lasts. */
let lock: Promise<unknown> = Promise.resolve();
let Failure: typeof FailureClass;

async function fresh() {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', new Storage());
  vi.stubGlobal('location', { pathname: '/x', search: '', replace: vi.fn() });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', { locks: { request: async (_name: string, work: () => Promise<unknown>) => await lock.then(work) } });
  ({ Failure } = await import('./failure.ts'));
  return await import('./session.ts');
}

let session: Awaited<ReturnType<typeof fresh>>;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  session = await fresh();
});

describe('the bearer', () => {
  it('is none for guests', async () => {
    expect(await session.bearer()).toBeUndefined();
    expect(session.useSession.getState().status).toBe('logout');
  });

  it('is the stored one until it expires, then renewed once however many ask', async () => {
    const renew = vi.fn(async () => answer(2));
    session.renewSessionBy(renew);
    session.admit(answer(1));
    expect(await session.bearer()).toBe('access-1');
    vi.setSystemTime(1_000_000 + 600_000);
    expect(await Promise.all([session.bearer(), session.bearer(), session.bearer()])).toEqual(['access-2', 'access-2', 'access-2']);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(renew).toHaveBeenCalledWith('refresh-1');
  });

  it('a refused renewal ends the session and clears the tokens', async () => {
    session.admit(answer(1));
    session.renewSessionBy(async () => {
      throw new Failure(401, 'TOKEN_REUSED', '');
    });
    vi.setSystemTime(2_000_000);
    expect(await session.bearer()).toBeUndefined();
    expect(session.useSession.getState()).toEqual({ status: 'fail', user: undefined });
    expect(sessionStorage.getItem('maru.refresh')).toBeNull();
  });

  it('an unanswered renewal keeps the tokens', async () => {
    session.admit(answer(1));
    session.renewSessionBy(async () => {
      throw new Failure(0, 'NETWORK', '');
    });
    vi.setSystemTime(2_000_000);
    await expect(session.bearer()).rejects.toMatchObject({ code: 'NETWORK' });
    expect(sessionStorage.getItem('maru.refresh')).toBe('refresh-1');
    expect(session.useSession.getState().status).toBe('success');
  });

  it('with no refresh token it logs out and reloads', async () => {
    session.admit({ ...answer(1), refreshToken: '' });
    vi.setSystemTime(2_000_000);
    expect(await session.bearer()).toBeUndefined();
    expect(session.useSession.getState().status).toBe('logout');
    expect(location.replace).toHaveBeenCalled();
  });

  it('takes the tokens that another tab renewed meanwhile', async () => {
    const renew = vi.fn(async () => answer(3));
    session.renewSessionBy(renew);
    session.admit(answer(1));
    vi.setSystemTime(2_000_000);
    let done: (value?: unknown) => void = () => undefined;
    lock = new Promise((resolve) => {
      done = resolve;
    });
    const asked = session.bearer();
    sessionStorage.setItem('maru.refresh', 'refresh-2');
    sessionStorage.setItem('maru.access', 'access-2');
    done();
    expect(await asked).toBe('access-2');
    expect(renew).not.toHaveBeenCalled();
  });
});
