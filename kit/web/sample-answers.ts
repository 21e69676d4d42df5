// A page that shows samples: calls of members are answered here and never leave it, and nothing can be done from it.
import type { Route } from '../contract/route.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
type AnyRoute = Route<any, any, any>;

export interface Sample {
  route: AnyRoute;
  /** What the route's reply would hold. */
  answer(query: URLSearchParams): unknown;
}

const asJson = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** From now on. What guests may read is still asked of the server; whatever would change something is refused here. */
export function answerBySamples(samples: readonly Sample[], refusal: string): void {
  const ask = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
    if ((init?.method ?? 'GET') !== 'GET') return asJson(403, { status: 'failure', code: 'PREVIEW', message: refusal, data: {} });
    const sample = samples.find(({ route }) => route.method === 'GET' && route.path === pathname);
    return sample === undefined ? await ask(input, init) : asJson(200, { status: 'success', data: sample.answer(searchParams) });
  };
}
