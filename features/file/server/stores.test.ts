// Both stores keep, give back and forget; the S3 signature is the one that its authors published an example of.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { type FileStore, keyOf } from './file-store.ts';
import { openS3Store, s3PlaceOf, signed } from './s3-store.ts';

const key = keyOf(7, 'abcdefghijklmnopqrstuv');
const objects = new Map<string, Buffer>();
let dir: string;
let server: Server;
const stores = new Map<string, FileStore>();

/** A bucket that wants a signed request. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-files-'));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url as string;
      const isSigned = /^AWS4-HMAC-SHA256 Credential=who\/\d{8}\/kr\/s3\/aws4_request,/.test(request.headers.authorization ?? '');
      if (!isSigned) response.writeHead(403).end();
      else if (request.method === 'PUT') response.writeHead(objects.set(path, Buffer.concat(chunks)) ? 200 : 500).end();
      else if (request.method === 'DELETE') response.writeHead(objects.delete(path) ? 204 : 404).end();
      else response.writeHead(objects.has(path) ? 200 : 404).end(objects.get(path));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  stores.set('disk', openDiskStore(dir));
  stores.set(
    's3',
    openS3Store(s3PlaceOf(`http://who:se%2Fcret@127.0.0.1:${port}/bucket?region=kr`), () => Date.now()),
  );
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

it.each(['disk', 's3'])('%s: what was written is read, and gone when removed', async (name) => {
  const store = stores.get(name) as FileStore;
  expect(await store.read(key)).toBeUndefined();
  await store.write(key, Buffer.from('bytes'));
  expect(Buffer.from((await store.read(key)) as Uint8Array).toString()).toBe('bytes');
  await store.remove(key);
  await store.remove(key);
  expect(await store.read(key)).toBeUndefined();
});

it('disk: only keys of ours become paths', async () => {
  await expect((async () => openDiskStore(dir).read('../../etc/passwd'))()).rejects.toThrow(/not a key/);
});

it('s3: a refused request is a fault, not an empty place', async () => {
  const { port } = server.address() as AddressInfo;
  const stranger = openS3Store(s3PlaceOf(`http://other:x@127.0.0.1:${port}/bucket?region=kr`), () => Date.now());
  await expect(stranger.read(key)).rejects.toThrow(/403/);
});

it('s3: signs as the published example of a GET with a range', () => {
  const place = { base: '', region: 'us-east-1', accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const { authorization } = signed(place, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    body: new Uint8Array(),
    at: new Date('2013-05-24T00:00:00Z'),
    headers: { range: 'bytes=0-9' },
  });
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});
