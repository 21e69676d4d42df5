// Listen keys: what a bot shows to hear its own orders and positions; an hour each, one a key, ended with the key.
import { randomBytes } from 'node:crypto';
import type { Clock } from '@maru/kit/server/clock.ts';
import { type BotTimes, usualTimes } from './bot-times.ts';

export interface Listening {
  readonly listenKey: string;
  readonly site: number;
  readonly member: number;
  readonly apiKeyId: number;
  expiresAt: number;
}

export interface ListenKeys {
  /** The key's listen key, made or prolonged. */
  open(site: number, member: number, apiKeyId: number): Listening;
  /** The one that an API key holds now. */
  ofKey(apiKeyId: number): Listening | undefined;
  find(site: number, listenKey: string): Listening | undefined;
  end(listening: Listening): void;
  endOfKey(apiKeyId: number): void;
  ofMember(site: number, member: number): Listening[];
  /** API keys that hold one. */
  apiKeyIds(): number[];
  /** Told of every end: `expired` ones are announced to the stream. */
  onEnd(listener: (listening: Listening, expired: boolean) => void): void;
  close(): void;
}

export function createListenKeys(
  clock: Clock,
  { listenMs, listenLookMs }: Pick<BotTimes, 'listenMs' | 'listenLookMs'> = usualTimes,
): ListenKeys {
  const byText = new Map<string, Listening>();
  const byKey = new Map<number, Listening>();
  const listeners: ((listening: Listening, expired: boolean) => void)[] = [];
  const end = (listening: Listening, expired: boolean) => {
    if (!byText.delete(listening.listenKey)) return;
    byKey.delete(listening.apiKeyId);
    for (const hear of listeners) hear(listening, expired);
  };
  const sweep = () => {
    const now = clock.now();
    for (const listening of byText.values()) if (listening.expiresAt <= now) end(listening, true);
  };
  const timer = setInterval(sweep, listenLookMs).unref();
  const living = (listening: Listening | undefined) =>
    listening !== undefined && listening.expiresAt > clock.now() ? listening : undefined;
  return {
    open(site, member, apiKeyId) {
      const present = living(byKey.get(apiKeyId));
      if (present !== undefined) {
        present.expiresAt = clock.now() + listenMs;
        return present;
      }
      const old = byKey.get(apiKeyId);
      if (old !== undefined) end(old, true);
      // No underscore: clients name their sockets with it, and split that name.
      const listenKey = randomBytes(32).toString('hex');
      const listening = { listenKey, site, member, apiKeyId, expiresAt: clock.now() + listenMs };
      byText.set(listenKey, listening);
      byKey.set(apiKeyId, listening);
      return listening;
    },
    ofKey: (apiKeyId) => living(byKey.get(apiKeyId)),
    find(site, listenKey) {
      const found = living(byText.get(listenKey));
      return found?.site === site ? found : undefined;
    },
    end: (listening) => end(listening, false),
    endOfKey(apiKeyId) {
      const listening = byKey.get(apiKeyId);
      if (listening !== undefined) end(listening, true);
    },
    ofMember: (site, member) => [...byText.values()].filter((one) => one.site === site && one.member === member),
    apiKeyIds: () => [...byKey.keys()],
    onEnd: (listener) => void listeners.push(listener),
    close: () => clearInterval(timer),
  };
}
