// Files in an S3-compatible store: three calls in path style, signed by the fourth version of the signature (SigV4).
import { createHash, createHmac } from 'node:crypto';
import type { FileStore } from './file-store.ts';

export interface S3Place {
  /** `https://host/bucket`, without a slash at its end. */
  base: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const TIMEOUT_MS = 15_000;

/** `https://key:secret@host/bucket?region=…`; the region is `auto` where none is given. */
export function s3PlaceOf(url: string): S3Place {
  const { protocol, host, pathname, username, password, searchParams } = new URL(url);
  return {
    base: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
    region: searchParams.get('region') ?? 'auto',
    accessKey: decodeURIComponent(username),
    secretKey: decodeURIComponent(password),
  };
}

export function openS3Store(place: S3Place, now: () => number): FileStore {
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array): Promise<Response> => {
    const url = new URL(`${place.base}/${key}`);
    const headers = signed(place, { method, url, body: body ?? new Uint8Array(), at: new Date(now()) });
    const reply = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    if (!reply.ok && reply.status !== 404) throw new Error(`the file store answered ${reply.status} to ${method}`);
    return reply;
  };
  return {
    async write(key, bytes) {
      const reply = await ask('PUT', key, bytes);
      if (!reply.ok) throw new Error('the file store has no such bucket');
    },
    async read(key) {
      const reply = await ask('GET', key);
      if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
      await reply.body?.cancel();
      return undefined;
    },
    async remove(key) {
      await (await ask('DELETE', key)).body?.cancel();
    },
  };
}

interface Unsigned {
  method: string;
  url: URL;
  body: Uint8Array;
  at: Date;
  /** More headers that the signature covers. */
  headers?: Readonly<Record<string, string>>;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** Headers of a request, its signature among them; keys of ours need no encoding in the path. */
export function signed(place: S3Place, { method, url, body, at, headers: more = {} }: Unsigned): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const bodyHash = sha256(body);
  const covered: Record<string, string> = { host: url.host, ...more, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(covered).sort();
  const listed = names.join(';');
  const canonical = [method, url.pathname, '', ...names.map((name) => `${name}:${covered[name]}`), '', listed, bodyHash].join('\n');
  const scope = `${day}/${place.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['aws4_request', 's3', place.region, day].reduceRight<string | Buffer>(
    (so, part) => hmac(so, part),
    `AWS4${place.secretKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const { host: _, ...sent } = covered;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${place.accessKey}/${scope},SignedHeaders=${listed},Signature=${signature}`,
  };
}
