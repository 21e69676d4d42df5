// Small rules of the shell: lazy areas (120 s, ChunkLoadError), scroll throttle (20 ms), toasts (six at most, 2 s and 10 s), wanted page.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { areaTimeoutMs, ChunkLoadError, loadArea } from './lazy-area.tsx';
import { scrollThrottleMs, throttled } from './scroll.ts';
import { dismissToast, liveToastMs, noticeToastMs, toast, useToasts } from './toasts/toast-list.ts';
import { wantedPage } from './wanted-page.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('lazy areas', () => {
  it('fail as ChunkLoadError after 120 s', async () => {
    expect(areaTimeoutMs).toBe(120_000);
    const failed = expect(loadArea(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(119_999);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
  });

  it('fail as ChunkLoadError with the cause when the import fails, and pass what arrives', async () => {
    const cause = new TypeError('gone');
    await expect(loadArea(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkLoadError', cause });
    expect(await loadArea(async () => 'area')).toBe('area');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('scroll', () => {
  it('is heard at most every 20 ms, the last position always', () => {
    const run = vi.fn();
    const listen = throttled(run, scrollThrottleMs, () => Date.now());
    for (let ms = 0; ms < 100; ms += 1) {
      listen();
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(scrollThrottleMs);
    expect(scrollThrottleMs).toBe(20);
    expect(run.mock.calls.length).toBeLessThanOrEqual(6);
    expect(run.mock.calls.length).toBeGreaterThanOrEqual(5);
  });
});

describe('toasts', () => {
  it('at most six stay, the older close, all are kept to be read', () => {
    for (let i = 0; i < 9; i += 1) toast({ title: `n${i}` });
    expect(useToasts.getState().shown.map((t) => t.title)).toEqual(['n3', 'n4', 'n5', 'n6', 'n7', 'n8']);
    expect(useToasts.getState().kept).toHaveLength(9);
    // What was just done by hand is no news.
    expect(useToasts.getState().unseen).toBe(0);
    toast({ title: 'a', stay: 'notice' });
    toast({ title: 'b', kind: 'warn' });
    toast({ title: 'c', matters: true });
    expect(useToasts.getState().unseen).toBe(3);
  });

  it('live ones stay 2 s, notices 10 s', () => {
    expect([liveToastMs, noticeToastMs]).toEqual([2_000, 10_000]);
    const id = toast({ title: 'a', stay: 'notice' });
    expect(useToasts.getState().shown.at(-1)).toMatchObject({ id, stayMs: 10_000 });
    dismissToast(id);
    expect(useToasts.getState().shown.some((t) => t.id === id)).toBe(false);
  });
});

describe('the wanted page', () => {
  const stored = (value: string) => vi.stubGlobal('sessionStorage', { getItem: () => value });
  it('leads only to pages of this site', () => {
    stored('{"href":"/future/3?x=1","title":"선물"}');
    expect(wantedPage()?.href).toBe('/future/3?x=1');
    for (const href of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1', '']) {
      stored(JSON.stringify({ href, title: '' }));
      expect(wantedPage()).toBeUndefined();
    }
    stored('not json');
    expect(wantedPage()).toBeUndefined();
  });
});
