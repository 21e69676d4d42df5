// The built apps: hashed files cached for ever, and index.html with the site's own boot payload and colours at first paint; the back office under /admin.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import { Refusal, type ServerFeature } from './feature.ts';
import { type Door, note, sendError, siteOf } from './http-route.ts';
import { countryOf, isClosedIn, siteIn } from './region.ts';
import { dataHeaders, HSTS, type PageFraming, pageHeaders } from './security.ts';
import { iconLinks, manifestOf, shareTags } from './site-manifest.ts';
import { draftWordOf, sitePages } from './site-pages.ts';
import { hostNameOf } from './sites.ts';

export interface Pages {
  /** True when it answered: a file, a page of the app, or the neutral page of an unknown site. */
  answer(door: Door, request: FastifyRequest, reply: FastifyReply): boolean;
}

interface Asset {
  type: string;
  etag: string;
  immutable: boolean;
  plain: Buffer;
  /** By content encoding; made on first demand. */
  packed: Map<string, Promise<Buffer>>;
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
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export interface WebRoots {
  /** The built member app; pages answer 404 where it is absent. */
  member: string | undefined;
  /** The built back office. */
  admin: string | undefined;
}

interface BuiltApp {
  assets: ReadonlyMap<string, Asset>;
  index: string | undefined;
  build: string;
}

function readApp(root: string | undefined): BuiltApp {
  const assets = root !== undefined && existsSync(root) ? assetsOf(root) : new Map<string, Asset>();
  const index = assets.get('/index.html')?.plain.toString('utf8');
  return { assets, index, build: index === undefined ? 'none' : createHash('sha256').update(index).digest('hex').slice(0, 12) };
}

const isPagePath = (path: string) => extname(path) === '' || path === '/index.html';
const DESK = '/admin';
/** All that a country sees of a site that does not serve it. */
const CLOSED_PAGE = '/alert';

export async function createPages(context: AppContext, features: readonly ServerFeature[], roots: WebRoots): Promise<Pages> {
  const { assets, index, build } = readApp(roots.member);
  const desk = createDeskPages(context, readApp(roots.admin));
  return {
    answer(door, request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.split('?', 1)[0];
      if (path.startsWith('/api/') || path === '/bx_ws') return false;
      const atDesk = desk(door, request, reply, path);
      if (atDesk !== undefined) return atDesk;
      const site = siteOf(context, request);
      const isPage = isPagePath(path);
      if (site === undefined) return isPage ? sendNeutral(door, request, reply) : false;
      if (path === '/manifest.webmanifest') return sendAsset(door, request, reply, manifestAsset(site));
      const asset = assets.get(path);
      if (asset !== undefined && path !== '/index.html') return sendAsset(door, request, reply, asset);
      const own = context.services.find(sitePages);
      if (own !== undefined && path.startsWith(own.filePrefix)) {
        return later(door, request, reply, async () => {
          const file = await own.file(site, path.slice(own.filePrefix.length));
          if (file === undefined) throw new Refusal('NOT_FOUND');
          sendAsset(door, request, reply, assetOf(file.type, Buffer.from(file.bytes), true));
        });
      }
      if (!isPage || index === undefined) return false;
      const show = (shown: SiteConfig, framedBy?: string) => {
        const parts = features.map((feature) => feature.boot?.(context, shown) ?? {});
        const payload = Object.assign({ now: context.clock.now(), build, ...(framedBy && { framedBy }) }, ...parts);
        const origin = `${request.protocol}://${request.host}`;
        return sendPage(door, request, reply, 200, (nonce) => withBoot(index, shown, payload, nonce, origin, framedBy !== undefined), {
          framedBy,
        });
      };
      const word = draftWordOf(request.url);
      const country = countryOf(context.config, request.headers);
      if (path !== CLOSED_PAGE && isClosedIn(site, country)) return sendElsewhere(door, request, reply, `${CLOSED_PAGE}?code=region`);
      if (own === undefined || word === undefined) return show(siteIn(site, country));
      return later(door, request, reply, async () => {
        const draft = await own.draft(site, word);
        // A draft is looked at in its editor, and nowhere else.
        const isFramed = (request.headers['sec-fetch-dest'] ?? 'iframe') === 'iframe';
        if (draft === undefined || !isFramed) sendNeutral(door, request, reply);
        else show(draft.site, draft.framedBy);
      });
    },
  };
}

/** For what has to be looked up first. */
function later(door: Door, request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): true {
  work().catch((error: unknown) => sendError(door, request, reply, '(page)', error));
  return true;
}

/** Answers under /admin, and everything on the back office's own host; undefined: the path is a site's. */
function createDeskPages(context: AppContext, { assets, index, build }: BuiltApp) {
  const { adminHost, demo } = context.config;
  return (door: Door, request: FastifyRequest, reply: FastifyReply, path: string): boolean | undefined => {
    const isDesk = path === DESK || path.startsWith(`${DESK}/`);
    const isOwnHost = adminHost !== undefined && hostNameOf(request.host ?? '').toLowerCase() === adminHost;
    if (!isDesk && !isOwnHost) return undefined;
    if (!isDesk) return isPagePath(path) && sendElsewhere(door, request, reply, DESK);
    if (adminHost === undefined ? siteOf(context, request) === undefined : !isOwnHost) return sendNeutral(door, request, reply);
    const inside = path.slice(DESK.length);
    const asset = assets.get(inside);
    if (asset !== undefined && inside !== '/index.html') return sendAsset(door, request, reply, asset);
    if (!isPagePath(path) || index === undefined) return false;
    const payload = { now: context.clock.now(), build, isDemo: demo };
    return sendPage(door, request, reply, 200, (nonce) => withDeskBoot(index, payload, nonce), { framesSites: true });
  };
}

function sendElsewhere(door: Door, request: FastifyRequest, reply: FastifyReply, location: string): true {
  reply.raw.writeHead(302, { ...dataHeaders, location });
  reply.raw.end();
  note(door, request, '(page)', 302);
  return true;
}

function manifestAsset(site: SiteConfig): Asset {
  return assetOf(types['.webmanifest'], Buffer.from(JSON.stringify(manifestOf(site))), false);
}

function assetOf(type: string, plain: Buffer, immutable: boolean): Asset {
  return { type, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`, immutable, plain, packed: new Map() };
}

const builds = new Map<string, Map<string, Asset>>();

/** The same build is read and packed once a process, however many servers show it. */
function assetsOf(root: string): Map<string, Asset> {
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
    const plain = readFileSync(file);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    assets.set(path, assetOf(types[extname(file)] ?? 'application/octet-stream', plain, path.startsWith('/assets/')));
  }
  return assets;
}

function sendAsset(door: Door, request: FastifyRequest, reply: FastifyReply, asset: Asset): true {
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
    note(door, request, '(file)', status);
  };
  if (request.headers['if-none-match'] === asset.etag) send(304, undefined);
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

function encodingOf(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const text = String(header ?? '');
  return /\bbr\b/.test(text) ? 'br' : /\bgzip\b/.test(text) ? 'gzip' : undefined;
}

function packedBody(asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = asset.packed.get(encoding);
  if (known !== undefined) return known;
  const made =
    encoding === 'br' ? brotli(asset.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : zip(asset.plain, { level: 9 });
  asset.packed.set(encoding, made);
  return made;
}

function sendPage(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: (nonce: string) => string,
  framing: PageFraming = {},
): true {
  const nonce = randomBytes(16).toString('base64');
  const body = Buffer.from(html(nonce));
  const headers: Record<string, string | number> = {
    ...pageHeaders(nonce, request.host ?? '', framing),
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  };
  if (request.protocol === 'https') headers['strict-transport-security'] = HSTS;
  reply.raw.writeHead(status, headers);
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
  note(door, request, '(page)', status);
  return true;
}

function sendNeutral(door: Door, request: FastifyRequest, reply: FastifyReply): true {
  const text = '<!doctype html><html lang="ko"><meta charset="utf-8"><title>404</title><p>찾을 수 없는 주소예요.<p>There is nothing here.';
  return sendPage(door, request, reply, 404, () => text);
}

/** Browsers keep nothing for a page in another origin's frame, and throw when it looks: a draft's page forgets what it stores. */
const memoryStores =
  "['sessionStorage','localStorage'].forEach(function(n){try{window[n].length}catch(e){var m=new Map();" +
  'Object.defineProperty(window,n,{value:{getItem:function(k){return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(k,String(v))},' +
  'removeItem:function(k){m.delete(k)},clear:function(){m.clear()},key:function(){return null},length:0}})}});';

/** The page with the site's tokens and facts, so that neither colour nor name changes after first paint. */
export function withBoot(index: string, site: SiteConfig, payload: unknown, nonce: string, origin = '', isFramed = false): string {
  const { theme } = site;
  const css = `:root{${tokensOf(theme.light)}}:root[data-theme="dark"]{${tokensOf(theme.dark)}}`;
  const head = `<style nonce="${nonce}">${css}</style><script nonce="${nonce}">${isFramed ? memoryStores : ''}${firstScript(payload, theme.defaultMode)}</script>`;
  const titled = index
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.name.ko)}</title>${shareTags(site, origin)}`)
    .replace(/<link rel="icon"[^>]*>/, () => iconLinks(theme));
  // First in the head: the module scripts of the build must find the payload there.
  return titled.replace(/<head>/, (tag) => `${tag}${head}`).replaceAll('__NONCE__', nonce);
}

/** The back office has no site's colours, only Maru's own. */
function withDeskBoot(index: string, payload: unknown, nonce: string): string {
  const script = `<script nonce="${nonce}">${firstScript(payload, 'theme-white')}</script>`;
  return index.replace(/<head>/, (tag) => `${tag}${script}`).replaceAll('__NONCE__', nonce);
}

/** The payload, and this device's theme and language before anything is painted. */
function firstScript(payload: unknown, defaultMode: string): string {
  // `<` is escaped so that no text of a site can end the script element.
  const json = JSON.stringify(payload).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return (
    `window.__MARU__=${json};(function(d,s){try{s=localStorage}catch(e){}var g=function(k){try{return s&&s.getItem(k)}catch(e){}};` +
    `d.dataset.theme=g('maru.theme')||'${defaultMode}';d.lang=g('maru.lang')||'ko'})(document.documentElement)`
  );
}

// Values of tokens are data of a site: what could leave the declaration is dropped.
function tokensOf(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .filter(([name, value]) => /^[a-z0-9-]+$/.test(name) && /^[\w#%.,() -]{1,80}$/.test(value))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
