// Asks a node by JSON-RPC over HTTP and believes nothing of the answer but its shape, which the asker describes.
import * as z from 'zod/mini';

/** The node answered, and its answer is no. */
export class NodeError extends Error {
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.code = code;
  }
}

/** The node answered what no honest node of this kind answers: nothing of it is used. */
export class MalformedAnswer extends Error {}

const envelope = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.number(), message: z.string() }))),
});

export interface JsonRpc {
  ask<T>(method: string, params: readonly unknown[], shape: z.ZodMiniType<T>): Promise<T>;
}

export interface JsonRpcOptions {
  url: string;
  timeoutMs?: number;
  /** A node that never ends an answer must not fill the memory. */
  mostBytes?: number;
}

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 64 * 1024 * 1024;

export function jsonRpc({ url, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES }: JsonRpcOptions): JsonRpc {
  let lastId = 0;
  return {
    async ask(method, params, shape) {
      lastId += 1;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = read(method, envelope, parse(method, await textOf(method, response, mostBytes)));
      if (answer.error) throw new NodeError(method, answer.error.code, answer.error.message);
      return read(method, shape, answer.result);
    },
  };
}

/** The text of an answer, cut off where it is longer than any honest one. */
export async function textOf(method: string, response: Response, mostBytes = MOST_BYTES): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new MalformedAnswer(`${method}: the node's answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parse(method: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedAnswer(`${method}: the node's answer is not JSON: ${text.slice(0, 80)}`);
  }
}

export function read<T>(method: string, shape: z.ZodMiniType<T>, value: unknown): T {
  const found = z.safeParse(shape, value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new MalformedAnswer(
    `${method}: the node's answer is not what it should be at ${issue.path.join('.') || 'its top'}: ${issue.message}`,
  );
}
