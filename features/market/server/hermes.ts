// Pyth's signed prices over Hermes' HTTP interface: the bytes as they were signed, for whoever keeps them as evidence. Nothing is verified here.
import { z } from 'zod/mini';
import type { SignedPriceSource, SignedUpdate } from '../contract.ts';

const ANSWER_MS = 4_000;
/** Signers of updates since August 2026, where the address names none. */
const SIGNERS = 'pyth-routers-2026';

/** Pyth's ids of what our symbols are; others are named in the address: indices follow a future and roll with it. */
const usualFeeds: Readonly<Record<string, string>> = {
  'PYTH:EURUSD': 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b',
  'PYTH:XAUUSD': '765d2ba906dbc32ca17cc11f5310a89e9ee1f6420508c63861f2f8ba4ee34bb2',
};

export interface HermesAccount {
  base: string;
  key: string;
  signerSet: string;
  feeds: Readonly<Record<string, string>>;
}

/** `https://:key@host/path?signers=…&PYTH:NDX=<feed>`, as MARU_PYTH_URL has it. */
export function hermesAccountOf(address: string): HermesAccount {
  const { origin, pathname, password, searchParams } = new URL(address);
  const named = [...searchParams].filter(([name, feed]) => name.startsWith('PYTH:') && /^[0-9a-f]{64}$/.test(feed));
  return {
    base: `${origin}${pathname.replace(/\/+$/, '')}`,
    key: decodeURIComponent(password),
    signerSet: searchParams.get('signers') ?? SIGNERS,
    feeds: { ...usualFeeds, ...Object.fromEntries(named) },
  };
}

const answerShape = z.object({ binary: z.object({ encoding: z.literal('base64'), data: z.array(z.string()) }) });

export function openHermes(address: string): SignedPriceSource {
  const { base, key, signerSet, feeds } = hermesAccountOf(address);
  const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
  return {
    has: (symbol) => feeds[symbol] !== undefined,
    async firstFrom(symbol, at): Promise<SignedUpdate | undefined> {
      const feed = feeds[symbol];
      if (feed === undefined) return undefined;
      const query = new URLSearchParams({ 'ids[]': feed, encoding: 'base64', parsed: 'false' });
      const answer = await fetch(`${base}/v2/updates/price/${Math.ceil(at / 1000)}?${query.toString()}`, {
        headers,
        signal: AbortSignal.timeout(ANSWER_MS),
        redirect: 'error',
      });
      // Not published yet, or nothing of that time: the price stands without it.
      if (!answer.ok) return undefined;
      const told = answerShape.safeParse(await answer.json());
      const update = told.success ? told.data.binary.data[0] : undefined;
      return update === undefined ? undefined : { feed, signerSet, update };
    },
  };
}
