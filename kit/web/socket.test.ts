// The socket's life by specification section 4: reconnect after 100 ms, then 500 ms twice, then lost; ping every 30 s, pong within 3 s; resuming.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SiteSocket } from './socket.ts';
import type { Line, LineEvents, LineFrame } from './stomp-line.ts';

/** A server at the other end of the line, played by the test. */
class Server {
  readonly opens: { atMs: number; headers: Record<string, string>; events: LineEvents; line: FakeLine }[] = [];
  token: string | undefined;
  isAway = false;
  readonly socket = new SiteSocket({
    openLine: (headers, events) => {
      const line = new FakeLine();
      this.opens.push({ atMs: Date.now(), headers, events, line });
      return { close: () => undefined };
    },
    token: async () => {
      if (this.isAway) throw new Error('no answer');
      return this.token;
    },
    now: () => Date.now(),
  });
  get last() {
    return this.opens.at(-1)!;
  }
  accept(): void {
    this.last.events.opened(this.last.line);
  }
  drop(): void {
    this.last.events.ended();
  }
}

class FakeLine implements Line {
  readonly subscribed = new Map<string, { headers: Record<string, string>; onFrame: (frame: LineFrame) => void }>();
  readonly published: string[] = [];
  readonly renewals: unknown[] = [];
  subscribe(destination: string, headers: Record<string, string>, onFrame: (frame: LineFrame) => void) {
    this.subscribed.set(destination, { headers, onFrame });
    return () => void this.subscribed.delete(destination);
  }
  publish(destination: string, _body: string, headers?: Record<string, string>): void {
    if (destination === '/renew') this.renewals.push(headers);
    else this.published.push(destination);
  }
  close(): void {}
  send(destination: string, body: unknown, headers: Record<string, string> = {}): void {
    this.subscribed.get(destination)?.onFrame({ body: JSON.stringify(body), headers });
  }
  pong(): void {
    this.send('/user/queue/pong', { time: 0 });
  }
}

let server: Server;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  server = new Server();
  server.socket.start();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  server.socket.stop();
  vi.useRealTimers();
});
const status = () => server.socket.state.getState().status;

describe('reconnecting', () => {
  it('tries after 100 ms, then 500 ms twice, then is lost and says so once', async () => {
    const lost = vi.fn();
    server.socket.onLost(lost);
    server.accept();
    const start = Date.now();
    for (let i = 0; i < 4; i += 1) {
      server.drop();
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(server.opens.slice(1).map((open) => open.atMs - start)).toEqual([100, 1000, 1500]);
    expect(status()).toBe('lost');
    expect(lost).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.opens).toHaveLength(4);
  });

  it('a success gives the whole schedule back', async () => {
    for (let i = 0; i < 10; i += 1) {
      server.accept();
      expect(status()).toBe('open');
      server.drop();
      expect(status()).toBe('retrying');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.opens).toHaveLength(11);
  });

  it('carries the bearer of the moment', async () => {
    expect(server.last.headers).toEqual({});
    server.accept();
    server.token = 'fresh';
    server.socket.restart();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.last.headers).toEqual({ Authorization: 'Bearer fresh' });
  });

  it('news of an older connection touches nothing', async () => {
    const old = server.last;
    server.accept();
    server.socket.restart();
    await vi.advanceTimersByTimeAsync(0);
    server.accept();
    old.events.ended();
    expect(status()).toBe('open');
  });
});

describe('a newer token', () => {
  const atNextPing = async () => {
    server.last.line.pong();
    await vi.advanceTimersByTimeAsync(30_000);
    server.last.line.pong();
  };
  beforeEach(async () => {
    server.token = 'first';
    server.socket.restart();
    await vi.advanceTimersByTimeAsync(0);
    server.accept();
  });

  it('goes over the open line once: nothing reconnects, subscriptions stay', async () => {
    const { line } = server.last;
    server.socket.subscribe('/user/queue/futures', { onMessage: vi.fn() });
    await atNextPing();
    expect(line.renewals).toEqual([]);
    server.token = 'second';
    await atNextPing();
    await atNextPing();
    expect(line.renewals).toEqual([{ Authorization: 'Bearer second' }]);
    expect([status(), server.opens.length, line.subscribed.has('/user/queue/futures')]).toEqual(['open', 2, true]);
  });

  it('that is none, or the first of somebody, takes a line of its own', async () => {
    server.token = undefined;
    await atNextPing();
    expect(server.last.headers).toEqual({});
    server.accept();
    server.token = 'third';
    await atNextPing();
    expect(server.last.headers).toEqual({ Authorization: 'Bearer third' });
  });

  it('that is not to be had now is asked for again', async () => {
    const { line } = server.last;
    server.isAway = true;
    await atNextPing();
    expect([status(), line.renewals]).toEqual(['open', []]);
    [server.isAway, server.token] = [false, 'second'];
    await atNextPing();
    expect(line.renewals).toHaveLength(1);
  });
});

describe('ping', () => {
  it('is sent at once and every 30 s; the pong tells the round trip', async () => {
    server.accept();
    const { line } = server.last;
    await vi.advanceTimersByTimeAsync(38);
    line.pong();
    expect(server.socket.state.getState().latencyMs).toBe(38);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(line.published).toEqual(['/ping', '/ping']);
  });

  it('a slow answer is asked again after 3 s, until it is quick', async () => {
    server.accept();
    const { line } = server.last;
    await vi.advanceTimersByTimeAsync(900);
    line.pong();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(line.published).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20);
    line.pong();
    expect(server.socket.state.getState().latencyMs).toBe(20);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line.published).toHaveLength(2);
  });

  it('no pong within 3 s reconnects', async () => {
    server.accept();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(status()).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(status()).toBe('retrying');
    await vi.advanceTimersByTimeAsync(100);
    expect(server.opens).toHaveLength(2);
  });
});

describe('subscriptions', () => {
  it('are shared, survive a reconnect and name the last event seen', async () => {
    const [one, two] = [vi.fn(), vi.fn()];
    const stopOne = server.socket.subscribe('/user/queue/futures', { onMessage: one });
    server.socket.subscribe('/user/queue/futures', { onMessage: two });
    server.accept();
    expect(server.last.line.subscribed.get('/user/queue/futures')!.headers).toEqual({});
    server.last.line.send('/user/queue/futures', { n: 1 }, { 'event-id': '12-0' });
    expect(one).toHaveBeenCalledWith({ n: 1 }, '12-0');
    expect(two).toHaveBeenCalledTimes(1);
    stopOne();
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    server.accept();
    expect(server.last.line.subscribed.get('/user/queue/futures')!.headers).toEqual({ 'last-event-id': '12-0' });
  });

  it('one that the server ends the line over is not asked for again, and the others live on; whoever logs in asks anew', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.socket.subscribe('/topic/gone', { onMessage: () => undefined });
    server.socket.subscribe('/topic/notice', { onMessage: () => undefined });
    server.accept();
    server.last.events.refused('TOPIC_UNKNOWN', '/topic/gone');
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    server.accept();
    expect([...server.last.line.subscribed.keys()]).toEqual(['/user/queue/pong', '/topic/notice']);
    server.socket.restart();
    await vi.advanceTimersByTimeAsync(0);
    server.accept();
    expect([...server.last.line.subscribed.keys()]).toContain('/topic/gone');
  });

  it('resume from what was fetched while no message came; a message counts more', async () => {
    server.socket.subscribe('/user/queue/futures', { onMessage: vi.fn() });
    server.accept();
    server.socket.seen('/user/queue/futures', '40-9');
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    server.accept();
    expect(server.last.line.subscribed.get('/user/queue/futures')!.headers).toEqual({ 'last-event-id': '40-9' });
    server.last.line.send('/user/queue/futures', { n: 1 }, { 'event-id': '41-0' });
    server.socket.seen('/user/queue/futures', '50-9');
    server.socket.seen('/user/queue/other', '50-9');
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    server.accept();
    expect(server.last.line.subscribed.get('/user/queue/futures')!.headers).toEqual({ 'last-event-id': '41-0' });
  });

  it('end with their last listener', () => {
    server.accept();
    const stop = server.socket.subscribe('/topic/a', { onMessage: vi.fn() });
    expect(server.last.line.subscribed.has('/topic/a')).toBe(true);
    stop();
    expect(server.last.line.subscribed.has('/topic/a')).toBe(false);
  });

  it('that begin with no id of an event ask for the state whenever the line comes up: what happened before it was told to nobody', async () => {
    const onSnapshotNeeded = vi.fn();
    server.socket.subscribe('/topic/desk', { onMessage: vi.fn(), onSnapshotNeeded });
    expect(onSnapshotNeeded).not.toHaveBeenCalled();
    server.accept();
    expect(onSnapshotNeeded).toHaveBeenCalledTimes(1);
    server.last.line.send('/topic/desk', { n: 1 });
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    expect(onSnapshotNeeded).toHaveBeenCalledTimes(1);
    server.accept();
    expect(onSnapshotNeeded).toHaveBeenCalledTimes(2);
    // Who comes to an open line fetches after it.
    const later = vi.fn();
    server.socket.subscribe('/topic/other', { onMessage: vi.fn(), onSnapshotNeeded: later });
    expect(later).not.toHaveBeenCalled();
  });

  it('that know an id resume by it and ask for nothing; one that is fetched after the line came up is gone on from at once', async () => {
    const onSnapshotNeeded = vi.fn();
    const queue = '/user/queue/futures';
    const headers = () => server.last.line.subscribed.get(queue)!.headers;
    server.socket.subscribe(queue, { onMessage: vi.fn() });
    server.accept();
    expect(headers()).toEqual({});
    server.socket.seen(queue, '40-9');
    expect(headers()).toEqual({ 'last-event-id': '40-9' });
    server.socket.subscribe(queue, { onMessage: vi.fn(), onSnapshotNeeded });
    server.drop();
    await vi.advanceTimersByTimeAsync(100);
    server.accept();
    expect(headers()).toEqual({ 'last-event-id': '40-9' });
    expect(onSnapshotNeeded).not.toHaveBeenCalled();
  });

  it('ask for a snapshot when what was missed is gone', () => {
    const [onMessage, onSnapshotNeeded] = [vi.fn(), vi.fn()];
    server.accept();
    server.socket.subscribe('/user/queue/futures', { onMessage, onSnapshotNeeded });
    server.last.line.send('/user/queue/futures', { type: 'SNAPSHOT_NEEDED' }, { marker: 'snapshot-needed' });
    expect(onSnapshotNeeded).toHaveBeenCalledTimes(1);
    expect(onMessage).not.toHaveBeenCalled();
  });
});
