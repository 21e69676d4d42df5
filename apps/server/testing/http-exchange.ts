// One HTTP exchange with a chosen Host header, which fetch would not let a test set.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed envelope. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came
  body: { status: string; code?: string; message?: string; data: any; sequence?: number };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function httpExchange(
  port: number,
  method: string,
  path: string,
  body: string | Uint8Array | undefined,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  const all =
    body === undefined ? headers : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers: all, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text.startsWith('{') ? JSON.parse(text) : { status: text, data: undefined },
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
