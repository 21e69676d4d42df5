// First screens: pages as HTML before any script has run, drawn by a thread from the app's own components and kept for a few seconds.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Route } from '../contract/route.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import type { BoundRoute } from './feature.ts';
import { innerCalls } from './inner-calls.ts';

export interface FirstScreenOptions {
  /** The built thread. */
  thread: URL;
  /** Pages that have one, letter for letter: what is kept must not grow with what is asked for; with the names of their own style sheets. */
  pages: Readonly<Record<string, readonly string[]>>;
}

export interface FirstScreen {
  html: string;
  /** JSON: `[[key, data], …]`, what the page was drawn from, as the app's own calls would have it. */
  answers: string;
  /** Server time in ms. */
  at: number;
}

export interface FirstScreenAsk {
  site: SiteConfig;
  /** What the page's start reads, without the time: another one is another screen. */
  boot: Readonly<Record<string, unknown>>;
  path: string;
  language: 'ko' | 'en';
  isPhone: boolean;
}

export interface FirstScreens {
  has(path: string): boolean;
  /** Names of built style sheets beyond the app's own. */
  stylesOf(path: string): readonly string[];
  /** undefined: there is none yet, and the page goes without. */
  find(ask: FirstScreenAsk): Promise<FirstScreen | undefined>;
  close(): Promise<void>;
}

/** Older ones are shown and drawn anew meanwhile. */
const FRESH_MS = 3_000;
/** Older ones are not shown. */
const OLD_MS = 60_000;
/** A page waits so long for one that has to be drawn first. */
const WAIT_MS = 400;
const DRAWING_LIMIT_MS = 10_000;
const MOST_KEPT = 200;
/** Of one answer, UTF-16 units. */
const MOST_ANSWER = 65_536;
/** Answers may lead to more questions. */
const MOST_TURNS = 3;
export const widths = { phone: 390, desk: 1440 } as const;

interface Kept {
  screen?: FirstScreen;
  drawing?: Promise<FirstScreen | undefined> | undefined;
  /** Keys that were asked for the last time. */
  wanted: unknown[][];
}

export function createFirstScreens(
  context: AppContext,
  bound: readonly BoundRoute[],
  options: FirstScreenOptions,
): FirstScreens | undefined {
  if (!existsSync(fileURLToPath(options.thread))) return undefined;
  const kept = new Map<string, Kept>();
  const pages = new Map(Object.entries(options.pages));
  const answers = new GuestAnswers(context, bound);
  const drawer = new Drawer(context, options.thread);

  const draw = async (ask: FirstScreenAsk, entry: Kept): Promise<FirstScreen | undefined> => {
    const at = context.clock.now();
    const boot = JSON.stringify({ ...ask.boot, now: at });
    for (let turn = 1; ; turn++) {
      const found = await answers.of(ask.site, ask.language, entry.wanted);
      const { language, path } = ask;
      const drawn = await drawer.draw({ boot, answers: found, language, path, width: widths[ask.isPhone ? 'phone' : 'desk'] });
      const missing = drawn.wanted.filter((key) => answers.has(key));
      const news = missing.filter((key) => !entry.wanted.some((known) => JSON.stringify(known) === JSON.stringify(key)));
      if (news.length === 0 || turn === MOST_TURNS) return (entry.screen = { html: drawn.html, answers: found, at });
      entry.wanted.push(...news);
    }
  };
  const drawAnew = (ask: FirstScreenAsk, entry: Kept) =>
    (entry.drawing ??= draw(ask, entry)
      .catch((error: unknown) => {
        context.log.warn({ err: error, path: ask.path }, 'a first screen was not drawn; the page goes without');
        return undefined;
      })
      .finally(() => (entry.drawing = undefined)));

  return {
    has: (path) => pages.has(path),
    stylesOf: (path) => pages.get(path) ?? [],
    async find(ask) {
      const key = `${ask.site.id} ${ask.path} ${ask.language} ${ask.isPhone} ${JSON.stringify(ask.boot)}`;
      const entry = kept.get(key) ?? { wanted: [] };
      kept.delete(key);
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      const age = entry.screen === undefined ? Number.POSITIVE_INFINITY : context.clock.now() - entry.screen.at;
      if (age <= FRESH_MS) return entry.screen;
      const drawing = drawAnew(ask, entry);
      return age <= OLD_MS ? entry.screen : within(drawing, WAIT_MS);
    },
    close: () => drawer.close(),
  };
}

function within<T>(work: Promise<T>, limitMs: number): Promise<T | undefined> {
  const limit = new Promise<undefined>((done) => void setTimeout(() => done(undefined), limitMs).unref());
  return Promise.race([work, limit]);
}

/** What a guest of a site is told: the calls that pages make, by the names of their routes. */
class GuestAnswers {
  readonly #context: AppContext;
  readonly #routes: Map<string, BoundRoute>;

  constructor(context: AppContext, bound: readonly BoundRoute[]) {
    const isOpen = ({ method, roles, right, download }: Route) =>
      method === 'GET' && roles.includes('guest') && right === undefined && download !== true;
    this.#context = context;
    this.#routes = new Map(bound.filter(({ route }) => isOpen(route)).map((each) => [each.route.name, each]));
  }

  has(key: readonly unknown[]): boolean {
    return this.#routes.has(String(key[0]));
  }

  /** JSON of keys and answers; what is refused or too long is left out. */
  async of(site: SiteConfig, language: 'ko' | 'en', keys: readonly (readonly unknown[])[]): Promise<string> {
    const calls = this.#context.services.use(innerCalls);
    const texts = await Promise.all(
      keys.map(async (key) => {
        const found = this.#routes.get(String(key[0]));
        if (found === undefined) return undefined;
        try {
          const query = (key[1] ?? {}) as Record<string, string>;
          const answer = await calls.run(found.route, { site, session: undefined, query, language, ip: '', requestId: 'first-screen' });
          const text = (found.serialize ?? JSON.stringify)(answer.data);
          return text.length > MOST_ANSWER ? undefined : `[${JSON.stringify(key)},${text}]`;
        } catch {
          return undefined;
        }
      }),
    );
    return `[${texts.filter((text) => text !== undefined).join(',')}]`;
  }
}

interface Drawn {
  html: string;
  wanted: unknown[][];
}
interface DrawAsk {
  boot: string;
  answers: string;
  path: string;
  language: string;
  width: number;
}

/** The thread: begun with the first page, begun anew after it ended or hung. */
class Drawer {
  readonly #context: AppContext;
  readonly #file: URL;
  readonly #waiting = new Map<number, PromiseWithResolvers<Drawn>>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(context: AppContext, file: URL) {
    this.#context = context;
    this.#file = file;
  }

  async draw(ask: DrawAsk): Promise<Drawn> {
    const worker = (this.#worker ??= this.#begin());
    const id = ++this.#count;
    const answer = Promise.withResolvers<Drawn>();
    this.#waiting.set(id, answer);
    const limit = setTimeout(() => void worker.terminate(), DRAWING_LIMIT_MS);
    worker.postMessage({ id, ask });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(limit);
      this.#waiting.delete(id);
    }
  }

  #begin(): Worker {
    const worker = new Worker(this.#file, { name: 'first-screens', env: { NODE_ENV: 'production' }, execArgv: [] });
    worker.unref();
    worker.on('message', ({ id, html, wanted, fault }: Drawn & { id: number; fault?: string }) => {
      const waiting = this.#waiting.get(id);
      if (fault === undefined) waiting?.resolve({ html, wanted });
      else waiting?.reject(new Error(fault));
    });
    worker.on('error', (error) => this.#context.log.warn({ err: error }, 'the thread of first screens ended'));
    worker.on('exit', () => {
      this.#worker = undefined;
      for (const waiting of this.#waiting.values()) waiting.reject(new Error('the thread of first screens ended'));
    });
    return worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
