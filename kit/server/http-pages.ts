// The built apps: hashed files cached for ever, and index.html with the site's own boot payload and colours at first paint; the back office under /admin.
import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import { Refusal, type ServerFeature } from './feature.ts';
import { type Asset, assetOf, assetsOf, sendAsset, typeOf } from './http-assets.ts';
import { type Door, note, sendError, siteOf } from './http-route.ts';
import { type Encoding, encodingOf } from './packing.ts';
import { countryOf, isClosedIn, siteIn } from './region.ts';
import { dataHeaders, HSTS, type PageFraming, pageHeaders } from './security.ts';
import { iconLinks, manifestOf, shareTags } from './site-manifest.ts';
import { draftWordOf, sitePages } from './site-pages.ts';
import { hostNameOf } from './sites.ts';

export interface Pages {
  /** True when it answered: a file, a page of the app, or the neutral page of an unknown site. */
  answer(door: Door, request: FastifyRequest, reply: FastifyReply): boolean;
}

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
  const assets: ReadonlyMap<string, Asset> = root === undefined ? new Map() : assetsOf(root);
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
  return assetOf(typeOf('manifest.webmanifest'), Buffer.from(JSON.stringify(manifestOf(site))), false);
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
  const text = html(nonce);
  const headers: Record<string, string | number> = {
    ...pageHeaders(nonce, request.host ?? '', framing),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  };
  if (request.protocol === 'https') headers['strict-transport-security'] = HSTS;
  const send = (body: string | Buffer, encoding?: Encoding) => {
    headers['content-length'] = Buffer.byteLength(body);
    if (encoding !== undefined) headers['content-encoding'] = encoding;
    reply.raw.writeHead(status, headers);
    reply.raw.end(request.method === 'HEAD' ? undefined : body);
    note(door, request, '(page)', status);
  };
  const encoding = encodingOf(request.headers['accept-encoding']);
  // Each page has a nonce of its own, so no two are alike.
  const packed = door.packer.pack(text, encoding, false);
  if (packed === undefined) send(text);
  else
    packed.then(
      (body) => send(body, encoding),
      () => send(text),
    );
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
