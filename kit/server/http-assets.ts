// Files of the built apps and of sites: in memory, packed at build, hashed names kept by browsers for ever.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HttpGateway, note } from './http-route.ts';
import { type Encoding, encodingOf, etagOf, isFresh, packQuickly } from './packing.ts';
import { dataHeaders, HSTS } from './security.ts';

export interface Asset {
  type: string;
  etag: string;
  immutable: boolean;
  plain: Buffer;
  /** By content encoding: from the build, else made on first demand. */
  packed: Map<Encoding, Promise<Buffer>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};
const packable = /javascript|css|json|svg|text|html/;
/** A worker is bound by the policy of its own file and asks only this origin; the offline page has only its own style. */
const ownPolicies: Readonly<Record<string, string>> = {
  '/sw.js': "default-src 'none'; connect-src 'self'",
  '/offline.html': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};
/** What the build has packed lies beside the file under these endings. */
const packedEndings: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' };

export function assetOf(type: string, plain: Buffer, immutable: boolean): Asset {
  return { type, etag: etagOf(plain), immutable, plain, packed: new Map() };
}

export const typeOf = (name: string): string => types[extname(name)] ?? 'application/octet-stream';

const builds = new Map<string, Map<string, Asset>>();

/** The same build is read and packed once a process, however many servers show it. */
export function assetsOf(root: string): ReadonlyMap<string, Asset> {
  if (!existsSync(root)) return new Map();
  const index = statSync(join(root, 'index.html'), { throwIfNoEntry: false });
  if (index === undefined) return readAssets(root);
  const key = `${root} ${index.ino} ${index.mtimeMs}`;
  const assets = builds.get(key) ?? readAssets(root);
  builds.set(key, assets);
  return assets;
}

// Only what lies in the build can be asked for: a path is looked up, never opened, so none can climb out.
function readAssets(root: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = join(root, entry);
    if (!statSync(file).isFile()) continue;
    if (isPackedTwin(file)) continue;
    const plain = readFileSync(file);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    const asset = assetOf(typeOf(file), plain, path.startsWith('/assets/'));
    for (const [ending, encoding] of Object.entries(packedEndings)) {
      if (existsSync(file + ending)) asset.packed.set(encoding, Promise.resolve(readFileSync(file + ending)));
    }
    assets.set(path, asset);
  }
  return assets;
}

const isPackedTwin = (file: string) => extname(file) in packedEndings && existsSync(file.slice(0, -extname(file).length));

export function sendAsset(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply, asset: Asset): true {
  const headers: Record<string, string> = {
    ...dataHeaders,
    ...(request.url in ownPolicies && { 'content-security-policy': ownPolicies[request.url] }),
    'content-type': asset.type,
    etag: asset.etag,
    vary: 'accept-encoding',
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (request.protocol === 'https') headers['strict-transport-security'] = HSTS;
  const send = (status: number, body: Buffer | undefined, encoding?: string) => {
    if (encoding !== undefined) headers['content-encoding'] = encoding;
    if (body !== undefined) headers['content-length'] = String(body.length);
    reply.raw.writeHead(status, headers);
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
    note(gateway, request, '(file)', status);
  };
  if (isFresh(request.headers['if-none-match'], asset.etag)) send(304, undefined);
  else {
    const encoding = packable.test(asset.type) ? encodingOf(request.headers['accept-encoding']) : undefined;
    if (encoding === undefined) send(200, asset.plain);
    else
      packedBody(asset, encoding).then(
        (body) => send(200, body, encoding),
        () => send(200, asset.plain),
      );
  }
  return true;
}

function packedBody(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const known = asset.packed.get(encoding) ?? packQuickly(asset.plain, encoding);
  asset.packed.set(encoding, known);
  return known;
}
