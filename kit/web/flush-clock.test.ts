// One clock for all that is live: 20, 10 or 4 flushes a second by measured cost, none while hidden, one for many requests; values move only in a flush.
import { beforeEach, describe, expect, it } from 'vitest';
import { createFlushClock, type FlushClock } from './flush-clock.ts';
import { createLiveStore, liveKey } from './live-store.ts';

/** A browser played by the test: time moves when told, work costs what is said. */
class Page {
  nowMs = 0;
  isHidden = false;
  costMs = 0;
  flushes: number[] = [];
  #frames: { atMs: number; run: () => void }[] = [];
  #visible: () => void = () => undefined;
  readonly clock: FlushClock = createFlushClock({
    now: () => this.nowMs,
    inFrame: (waitMs, run) => void this.#frames.push({ atMs: this.nowMs + waitMs, run }),
    isHidden: () => this.isHidden,
    onVisible: (run) => {
      this.#visible = run;
    },
    startTier: 20,
  });
  constructor() {
    this.clock.onFlush(() => {
      this.flushes.push(this.nowMs);
      this.nowMs += this.costMs;
    });
  }
  show(): void {
    this.isHidden = false;
    this.#visible();
  }
  /** Asks every ms for a while, as a busy market does. */
  run(ms: number): void {
    const endMs = this.nowMs + ms;
    while (this.nowMs < endMs) {
      this.clock.request();
      this.step();
    }
  }
  step(): void {
    const due = this.#frames.filter((frame) => frame.atMs <= this.nowMs);
    this.#frames = this.#frames.filter((frame) => frame.atMs > this.nowMs);
    for (const { run } of due) run();
    this.nowMs += 1;
  }
}

let page: Page;
beforeEach(() => {
  page = new Page();
});

describe('the flush clock', () => {
  it('flushes 20 times a second however many requests there are', () => {
    page.run(1000);
    expect(page.flushes.length).toBeGreaterThanOrEqual(19);
    expect(page.flushes.length).toBeLessThanOrEqual(21);
  });

  it('rests while nobody asks', () => {
    for (let i = 0; i < 1000; i += 1) page.step();
    expect(page.flushes).toEqual([]);
  });

  it('does nothing while hidden and catches up once when shown', () => {
    page.run(200);
    page.isHidden = true;
    page.run(1);
    const before = page.flushes.length;
    page.run(5000);
    expect(page.flushes.length).toBe(before);
    page.show();
    for (let i = 0; i < 100; i += 1) page.step();
    expect(page.flushes.length).toBe(before + 1);
  });

  it('falls to 10 and 4 when flushes cost too much, and rises again after a calm while', () => {
    page.costMs = 40;
    page.run(3000);
    expect(page.clock.tier()).toBe(10);
    page.costMs = 90;
    page.run(6000);
    expect(page.clock.tier()).toBe(4);
    page.costMs = 1;
    page.run(90_000);
    expect(page.clock.tier()).toBe(20);
  });

  it('keeps a tier that was chosen', () => {
    page.clock.setTier(4);
    page.run(10_000);
    expect(page.clock.tier()).toBe(4);
    expect(page.flushes.length).toBeLessThanOrEqual(42);
  });
});

describe('the live store', () => {
  const last = liveKey<string>('last');

  it('the last value wins, told once a flush, and what is shown moves only then', () => {
    const store = createLiveStore(page.clock);
    const heard: (string | undefined)[] = [];
    store.subscribe(last, () => heard.push(store.get(last)));
    store.set(last, '1');
    store.set(last, '2');
    store.set(last, '3');
    expect(store.get(last)).toBeUndefined();
    for (let i = 0; i < 60; i += 1) page.step();
    expect(heard).toEqual(['3']);
  });

  it('without listeners a value is there at once, and an older one waiting does not come back', () => {
    const store = createLiveStore(page.clock);
    const stop = store.subscribe(last, () => undefined);
    store.set(last, 'old');
    stop();
    store.set(last, 'new');
    expect(store.get(last)).toBe('new');
    for (let i = 0; i < 60; i += 1) page.step();
    expect(store.get(last)).toBe('new');
  });
});
