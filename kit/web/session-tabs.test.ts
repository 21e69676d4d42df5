// Tabs of one browser: only one that is logged in answers, nobody's answer is waited for long, and a log-out is heard in all.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tokens } from './session.ts';
import { SessionTabs } from './session-tabs.ts';

const tokens = (n: number): Tokens => ({ accessToken: `a${n}`, refreshToken: `r${n}`, expiresAtMs: n });
/** One tab: what it holds, and whether it is logged in. */
class Tab {
  held: Tokens | undefined;
  isIn = false;
  readonly tabs = new SessionTabs({
    offered: () => (this.isIn ? this.held : undefined),
    held: () => this.held?.refreshToken,
    take: (now) => {
      this.held = now;
    },
  });
}
const open: Tab[] = [];
const tab = (held?: Tokens, isIn = false) => {
  const made = Object.assign(new Tab(), { held, isIn });
  open.push(made);
  return made;
};
/** What the browser says of tabs that are logged in; null: it does not say. */
let locked: string[] | null = null;
beforeEach(() => {
  locked = null;
  const query = async () => ({ held: locked!.map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { query: () => (locked === null ? Promise.reject(new Error('insecure')) : query()) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const one of open.splice(0)) Object.assign(one, { held: undefined, isIn: false });
});

it('a tab that is logged in hands its tokens to one that asks; a guest and one that is not sure hand over nothing', async () => {
  tab();
  tab(tokens(9), false);
  const asking = tab();
  expect(await asking.tabs.ask()).toBeUndefined();
  tab(tokens(1), true);
  expect(await asking.tabs.ask()).toEqual(tokens(1));
});

it('an answer to somebody else is not taken', async () => {
  tab(tokens(1), true);
  const [one, two] = [tab(), tab()];
  const silent = two.tabs.ask();
  expect(await one.tabs.ask()).toEqual(tokens(1));
  expect(await silent).toEqual(tokens(1));
  const forged = new BroadcastChannel('maru.session');
  forged.postMessage({ answer: { ask: 'guessed', tokens: tokens(7) } });
  forged.postMessage({ ask: 'out of a log', answer: { ask: '', tokens: tokens(7) } });
  for (const each of open) each.isIn = false;
  expect(await tab().tabs.ask()).toBeUndefined();
  forged.close();
});

it('renewed tokens reach the tabs of the same login; a log-out says whose it is', async () => {
  const [same, other] = [tab(tokens(1), true), tab(tokens(2), true)];
  const heard: number[] = [];
  other.tabs.onLoggedOut((user) => heard.push(user));
  const sender = tab(tokens(1), true);
  sender.tabs.renewed('r1', tokens(3));
  sender.tabs.loggedOut(17);
  await expect.poll(() => heard).toEqual([17]);
  expect([same.held, other.held]).toEqual([tokens(3), tokens(2)]);
});

it('a log-in is told, and who is told asks although the browser knows of nobody yet', async () => {
  locked = [];
  const guest = tab();
  const taken: (Tokens | undefined)[] = [];
  guest.tabs.onLoggedIn(() => void guest.tabs.ask(true).then((found) => taken.push(found)));
  const other = tab(tokens(5), true);
  other.tabs.loggedIn();
  await expect.poll(() => taken).toEqual([tokens(5)]);
});

it('where the browser knows of no other tab nobody is waited for; a busy one that it knows of has time', async () => {
  locked = [];
  const at = performance.now();
  expect(await tab().tabs.ask()).toBeUndefined();
  expect(performance.now() - at).toBeLessThan(300);
  locked = ['maru.here'];
  const busy = new BroadcastChannel('maru.session');
  // Longer than a tab waits that does not know.
  busy.addEventListener('message', ({ data: { ask } }: MessageEvent<{ ask?: string }>) => {
    if (ask) setTimeout(() => busy.postMessage({ answer: { ask, tokens: tokens(4) } }), 900);
  });
  expect(await tab().tabs.ask()).toEqual(tokens(4));
  busy.close();
});
