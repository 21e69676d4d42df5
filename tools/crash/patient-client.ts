// A member who repeats a request under its own id until it is told its fate, through kills and restarts of the server.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

export interface Answer<Data> {
  status: number;
  code: string;
  data: Partial<Data>;
}

/** As patient as the specification's client, whose first try is after 100 ms. */
const RETRY_MS = 100;

export class PatientClient<Data> {
  sent = 0;
  readonly #url: string;
  readonly #password: string;
  readonly #random: Random;
  readonly #tokens = new Map<string, string>();
  /** Ids of those that have logged in. */
  readonly members = new Map<string, number>();
  /** While nobody listens one asks for all: what a start needs of the machine is not spent on clients that knock. */
  #listens: Promise<void> | undefined;

  constructor(url: string, password: string, random: Random) {
    this.#url = url;
    this.#password = password;
    this.#random = random;
  }

  /** Without a body it is read. Asks until the answer is a fate: done, or refused for a reason of its own. 401 logs in again, 429 and 503 are waited out. */
  async settle(user: string, path: string, body: object | undefined, key?: string): Promise<Answer<Data>> {
    for (;;) {
      const token = this.#tokens.get(user);
      const headers = { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) };
      const answer = token === undefined ? await this.#login(user) : await this.#post(path, body, headers);
      if (answer?.status === 401) this.#tokens.delete(user);
      else if (answer && token !== undefined && answer.status !== 429 && answer.status < 500) return answer;
      if (!answer || answer.status >= 429) await sleep(RETRY_MS * (1 + this.#random()));
    }
  }

  async #login(user: string): Promise<Answer<Data> | undefined> {
    const answer = await this.#post('/api/login', { grant_type: 'password', username: user, password: this.#password }, {});
    const { accessToken, user: told } = (answer?.data ?? {}) as { accessToken?: string; user?: { id: number } };
    if (accessToken !== undefined && told !== undefined) {
      this.#tokens.set(user, accessToken);
      this.members.set(user, told.id);
    }
    return answer;
  }

  async #post(path: string, body: object | undefined, headers: Record<string, string>): Promise<Answer<Data> | undefined> {
    this.sent++;
    try {
      const response = await fetch(this.#url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(10_000),
      });
      const json = (await response.json()) as { code?: string; error?: { code?: string }; data?: Partial<Data> };
      return { status: response.status, code: json.code ?? json.error?.code ?? '', data: json.data ?? {} };
    } catch {
      // Killed in the middle: the fate is unknown, and only asking again under the same id tells.
      this.#listens ??= listening(this.#url).finally(() => (this.#listens = undefined));
      await this.#listens;
      return undefined;
    }
  }
}

/** Resolves once somebody takes connections there. */
async function listening(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(25);
    } finally {
      socket.destroy();
    }
  }
}
