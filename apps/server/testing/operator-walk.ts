// Every operator's route of a registry, asked several times by somebody who may do everything; requests for a second person are agreed to.
import type { Route } from '@maru/kit/contract/route.ts';
import { routesOf } from '@maru/kit/server/restrictions.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { isDeskPath } from '@maru/kit/server/operator-desk.ts';
import type { HttpAnswer } from './http-exchange.ts';
import type { TestExchange, TestMember } from './test-exchange.ts';
import { type Hints, requestFor } from './made-requests.ts';

type Desk = Pick<TestMember, 'get' | 'post'>;

export const operatorRoutes = (features: readonly ServerFeature[]): Route[] =>
  routesOf(features)
    .map(({ route }) => route)
    .filter(({ path, right }) => right !== undefined || isDeskPath(path));

/** The request itself was wrong: its handler was never asked. */
const unheard: ReadonlySet<string> = new Set([
  'INVALID_FIELD',
  'REQUIRED_FIELD',
  'UNKNOWN_FIELD',
  'INVALID_BODY',
  'NO_PERMISSION',
  'TOKEN_INVALID',
]);

export class OperatorWalk {
  readonly #exchange: TestExchange;
  #desk: Desk | undefined;
  readonly answers = new Map<string, Set<string>>();

  constructor(exchange: TestExchange) {
    this.#exchange = exchange;
  }

  async ask(route: Route, request: Record<string, unknown>): Promise<HttpAnswer> {
    const answer = await this.#once(route, request);
    // Some calls end the caller's own session, or lock it out.
    if (answer.status !== 401) return this.#note(route, answer);
    this.#desk = undefined;
    return this.#note(route, await this.#once(route, request));
  }

  async #once({ method, path }: Route, request: Record<string, unknown>): Promise<HttpAnswer> {
    this.#desk ??= await this.#exchange.operator();
    if (method === 'POST') return this.#desk.post(path, request);
    const query = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]);
    return this.#desk.get(path, Object.fromEntries(query));
  }

  #note({ name }: Route, answer: HttpAnswer): HttpAnswer {
    const told = this.answers.get(name) ?? new Set();
    this.answers.set(name, told.add(answer.status < 400 ? '200' : String(answer.body?.code ?? answer.status)));
    return answer;
  }

  /** Each route, what changes something so often, and further tries for those that no request has reached yet. */
  async all(routes: readonly Route[], hints: Hints, variants: number, tries: number): Promise<void> {
    for (let variant = 0; variant < variants + tries; variant++) {
      const missed = variant < variants ? undefined : new Set(this.unreached());
      // Reading the same once more tells nothing new.
      const wanted = routes.filter(({ name, method }) => missed?.has(name) ?? (variant === 0 || method === 'POST'));
      for (const route of wanted) await this.ask(route, requestFor(route, hints, variant));
    }
    await this.agreeToAll();
  }

  /** Another person says yes to whatever waits; answers how many were put into effect. */
  async agreeToAll(): Promise<number> {
    const { pool } = this.#exchange.server.context;
    const { rows } = await pool.query<{ id: number }>("SELECT id FROM operator_approval WHERE status = 'WAITING' ORDER BY id");
    let agreed = 0;
    let other = await this.#exchange.operator();
    for (const { id } of rows) {
      if (await agree(other, Number(id))) agreed++;
      // What was agreed to may have locked the one who agreed.
      else other = await this.#exchange.operator();
    }
    return agreed;
  }

  /** Routes none of whose requests came as far as their handlers. */
  unreached(): string[] {
    return [...this.answers].filter(([, told]) => [...told].every((code) => unheard.has(code))).map(([name]) => name);
  }
}

async function agree(other: Desk, id: number): Promise<boolean> {
  await other.post('/api/admin/approval/claim', { id });
  const { body } = await other.get('/api/admin/approval', { id });
  return (await other.post('/api/admin/approval/decide', { id, isApproved: true, print: body.data?.print ?? '' })).status === 200;
}
