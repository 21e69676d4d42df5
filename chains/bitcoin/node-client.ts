// JSON-RPC to a node of the Bitcoin family: amounts are read from the raw text, answers have a shape and a size, and every failure a kind.
import { z } from 'zod/mini';
import { MalformedAnswer, NodeError, parse, read, textOf } from '../json-rpc.ts';

export interface NodeAddress {
  /** With `user:password@` where the node asks for it. */
  url: string;
  timeoutMs?: number;
}

const errorShape = z.object({ code: z.number(), message: z.string() });
const TIMEOUT_MS = 30_000;

/**
 * Keys whose numbers are amounts: their digits become text before any parser makes a float of them. Inside a text of JSON a quote
 * is always escaped, so the pattern cannot match there.
 */
const amounts = /"(value|amount|total_amount|fee|feerate|mempoolminfee|minrelaytxfee|relayfee)"(\s*:\s*)(-?\d[\d.eE+-]*)/g;

export const withAmountsAsText = (text: string): string => text.replace(amounts, '"$1"$2"$3"');

export class NodeClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #timeoutMs: number;
  #lastId = 0;

  constructor({ url, timeoutMs = TIMEOUT_MS }: NodeAddress) {
    const { username, password, ...parts } = splitUrl(url);
    this.#url = parts.url;
    this.#timeoutMs = timeoutMs;
    this.#headers = { 'content-type': 'application/json' };
    if (username !== '' || password !== '')
      this.#headers.authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  async call<T>(method: string, params: readonly unknown[], shape: z.ZodMiniType<T>): Promise<T> {
    const id = ++this.#lastId;
    const answer = await this.#post(method, { jsonrpc: '1.0', id, method, params });
    return readAnswer(method, answer, id, shape);
  }

  /** The same call for many, in one request: nodes refuse many at once. The first refusal is thrown. */
  async callEach<T>(method: string, each: readonly (readonly unknown[])[], shape: z.ZodMiniType<T>): Promise<T[]> {
    if (each.length === 0) return [];
    const first = this.#lastId + 1;
    this.#lastId += each.length;
    const answers = await this.#post(
      method,
      each.map((params, i) => ({ jsonrpc: '1.0', id: first + i, method, params })),
    );
    if (!Array.isArray(answers)) throw new MalformedAnswer(`${method}: one answer to many questions`);
    const byId = new Map(answers.map((answer: { id?: unknown }) => [answer?.id, answer]));
    return each.map((_, i) => readAnswer(method, byId.get(first + i), first + i, shape));
  }

  async #post(method: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    return parse(method, withAmountsAsText(await textOf(method, response)));
  }
}

function splitUrl(text: string): { url: string; username: string; password: string } {
  const url = new URL(text);
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return { url: url.href, username, password };
}

function readAnswer<T>(method: string, answer: unknown, id: number, shape: z.ZodMiniType<T>): T {
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || answer.id !== id)
    throw new MalformedAnswer(`${method}: not the answer to what was asked`);
  if ('error' in answer && answer.error !== null && answer.error !== undefined) {
    const { code, message } = read(method, errorShape, answer.error);
    throw new NodeError(method, code, message);
  }
  return read(method, shape, 'result' in answer ? answer.result : undefined);
}
