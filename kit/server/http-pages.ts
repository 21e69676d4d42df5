// The built apps: hashed files cached for ever, and index.html with the site's own boot payload and colours at first paint; the back office under /admin.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import { Refusal, type ServerFeature } from './feature.ts';
import type { FirstScreen, FirstScreens } from './first-screens.ts';
import { type Asset, assetOf, assetsOf, sendAsset, typeOf } from './http-assets.ts';
import { type HttpGateway, note, sendError, siteOf } from './http-route.ts';
import { type Encoding, encodingOf } from './packing.ts';
import { PAGE_LIST, type PagePaths, readPagePaths } from './page-paths.ts';
import { countryOf, isClosedIn, siteIn } from './region.ts';
import { dataHeaders, HSTS, newNonce, type PageFraming, pageHeaders } from './security.ts';
import { iconLinks, manifestOf, shareTags } from './site-manifest.ts';
import { draftWordOf, sitePages } from './site-pages.ts';
import { hostNameOf } from './sites.ts';

export interface Pages {
  /** True when it answered: a file, a page of the app, or the neutral page of an unknown site. */
  answer(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply): boolean;
}

export interface WebRoots {
  /** The built member app; pages answer 404 where it is absent. */
  member: string | undefined;
  /** The built back office. */
  admin: string | undefined;
  screens?: FirstScreens | undefined;
}

interface BuiltApp {
  /** What may be asked for by name. */
  assets: ReadonlyMap<string, Asset>;
  statusOf: PagePaths['statusOf'];
  index: string | undefined;
  build: string;
}

function readApp(root: string | undefined): BuiltApp {
  const all: ReadonlyMap<string, Asset> = root === undefined ? new Map() : assetsOf(root);
  const index = all.get('/index.html')?.plain.toString('utf8');
  const { statusOf } = readPagePaths(all.get(PAGE_LIST)?.plain.toString('utf8'));
  const assets = new Map([...all].filter(([path]) => path !== '/index.html' && path !== PAGE_LIST && !path.startsWith('/.')));
  return { assets, statusOf, index, build: index === undefined ? 'none' : createHash('sha256').update(index).digest('hex').slice(0, 12) };
}

const DESK = '/admin';
/** All that a country sees of a site that does not serve it. */
const CLOSED_PAGE = '/alert';

export async function createPages(context: AppContext, features: readonly ServerFeature[], roots: WebRoots): Promise<Pages> {
  const { assets, index, build, statusOf } = readApp(roots.member);
  const desk = createDeskPages(context, readApp(roots.admin));
  return {
    answer(gateway, request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.split('?', 1)[0];
      if (path.startsWith('/api/') || path === '/bx_ws') return false;
      const atDesk = desk(gateway, request, reply, path);
      if (atDesk !== undefined) return atDesk;
      const site = siteOf(context, request);
      const status = statusOf(path);
      if (site === undefined) return status !== undefined && sendNeutral(gateway, request, reply);
      if (path === '/manifest.webmanifest') return sendAsset(gateway, request, reply, manifestAsset(site));
      const asset = assets.get(path);
      if (asset !== undefined) return sendAsset(gateway, request, reply, asset);
      const own = context.services.find(sitePages);
      if (own !== undefined && path.startsWith(own.filePrefix)) {
        return later(gateway, request, reply, async () => {
          const file = await own.file(site, path.slice(own.filePrefix.length));
          if (file === undefined) throw new Refusal('NOT_FOUND');
          sendAsset(gateway, request, reply, assetOf(file.type, Buffer.from(file.bytes), true));
        });
      }
      if (status === undefined || index === undefined) return false;
      const show = (shown: SiteConfig, framedBy?: string) => {
        const parts: Record<string, unknown> = Object.assign({}, ...features.map((feature) => feature.boot?.(context, shown) ?? {}));
        const payload = { now: context.clock.now(), build, ...(framedBy && { framedBy }), ...parts };
        const origin = `${request.protocol}://${request.host}`;
        const send = (screen?: ShownScreen) =>
          sendPage(
            gateway,
            request,
            reply,
            status,
            (nonce) => withBoot(index, shown, { payload, nonce, origin, isFramed: framedBy !== undefined, screen }),
            { framedBy },
          );
        if (framedBy !== undefined || roots.screens?.has(path) !== true) return send();
        const looks = looksOf(request);
        const ask = { site: shown, boot: { build, ...parts }, path, ...looks };
        return later(gateway, request, reply, async () => {
          const screen = await roots.screens?.find(ask);
          send(screen && { ...screen, ...looks, styles: stylesNamed(assets, roots.screens?.stylesOf(path) ?? []) });
        });
      };
      const word = draftWordOf(request.url);
      const country = countryOf(context.config, request.headers);
      if (path !== CLOSED_PAGE && isClosedIn(site, country)) return sendElsewhere(gateway, request, reply, `${CLOSED_PAGE}?code=region`);
      if (own === undefined || word === undefined) return show(siteIn(site, country));
      return later(gateway, request, reply, async () => {
        const draft = await own.draft(site, word);
        // A draft is looked at in its editor, and nowhere else.
        const isFramed = (request.headers['sec-fetch-dest'] ?? 'iframe') === 'iframe';
        if (draft === undefined || !isFramed) sendNeutral(gateway, request, reply);
        else show(draft.site, draft.framedBy);
      });
    },
  };
}

/** For what has to be looked up first. */
function later(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): true {
  work().catch((error: unknown) => sendError(gateway, request, reply, '(page)', error));
  return true;
}

/** Answers under /admin, and everything on the back office's own host; undefined: the path is a site's. */
function createDeskPages(context: AppContext, { assets, statusOf, index, build }: BuiltApp) {
  const { adminHost, demo } = context.config;
  return (gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply, path: string): boolean | undefined => {
    const isDesk = path === DESK || path.startsWith(`${DESK}/`);
    const isOwnHost = adminHost !== undefined && hostNameOf(request.host ?? '').toLowerCase() === adminHost;
    if (!isDesk && !isOwnHost) return undefined;
    const status = statusOf(path.slice(isDesk ? DESK.length : 0) || '/');
    if (!isDesk) return status !== undefined && sendElsewhere(gateway, request, reply, DESK);
    if (adminHost === undefined ? siteOf(context, request) === undefined : !isOwnHost) return sendNeutral(gateway, request, reply);
    const inside = path.slice(DESK.length);
    const asset = assets.get(inside);
    if (asset !== undefined) return sendAsset(gateway, request, reply, asset);
    if (status === undefined || index === undefined) return false;
    const payload = { now: context.clock.now(), build, isDemo: demo };
    return sendPage(gateway, request, reply, status, (nonce) => withDeskBoot(index, payload, nonce), { framesSites: true });
  };
}

function sendElsewhere(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply, location: string): true {
  reply.raw.writeHead(302, { ...dataHeaders, location });
  reply.raw.end();
  note(gateway, request, '(page)', 302);
  return true;
}

function manifestAsset(site: SiteConfig): Asset {
  return assetOf(typeOf('manifest.webmanifest'), Buffer.from(JSON.stringify(manifestOf(site))), false);
}

function sendPage(
  gateway: HttpGateway,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  html: (nonce: string) => string,
  framing: PageFraming = {},
): true {
  const nonce = newNonce();
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
    note(gateway, request, '(page)', status);
  };
  const encoding = encodingOf(request.headers['accept-encoding']);
  // Each page has a nonce of its own, so no two are alike.
  const packed = gateway.packer.pack(text, encoding, false);
  if (packed === undefined) send(text);
  else
    packed.then(
      (body) => send(body, encoding),
      () => send(text),
    );
  return true;
}

function sendNeutral(gateway: HttpGateway, request: FastifyRequest, reply: FastifyReply): true {
  const text = '<!doctype html><html lang="ko"><meta charset="utf-8"><title>404</title><p>찾을 수 없는 주소예요.<p>There is nothing here.';
  return sendPage(gateway, request, reply, 404, () => text);
}

/** Browsers keep nothing for a page in another origin's frame, and throw when it looks: a draft's page forgets what it stores. */
const memoryStores =
  "['sessionStorage','localStorage'].forEach(function(n){try{window[n].length}catch(e){var m=new Map();" +
  'Object.defineProperty(window,n,{value:{getItem:function(k){return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(k,String(v))},' +
  'removeItem:function(k){m.delete(k)},clear:function(){m.clear()},key:function(){return null},length:0}})}});';

type ShownScreen = FirstScreen & ReturnType<typeof looksOf> & { styles: readonly string[] };

/** Paths of built style sheets whose names go on with a hash. */
function stylesNamed(assets: ReadonlyMap<string, Asset>, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [...assets.keys()].filter((path) => names.some((name) => path.startsWith(`/assets/${name}-`) && path.endsWith('.css')));
}

/** As far as a request tells: what does not fit the device after all is not shown there. */
function looksOf({ headers }: FastifyRequest): { language: 'ko' | 'en'; isPhone: boolean } {
  const isPhone = headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '');
  return { language: /(^|; )maru\.lang=en(;|$)/.test(headers.cookie ?? '') ? 'en' : 'ko', isPhone };
}

interface PageParts {
  payload: unknown;
  nonce: string;
  origin?: string;
  isFramed?: boolean;
  screen?: ShownScreen | undefined;
}

/** The page with the site's tokens and facts, so that neither colour nor name changes after first paint. */
export function withBoot(index: string, site: SiteConfig, { payload, nonce, origin = '', isFramed = false, screen }: PageParts): string {
  const { theme } = site;
  const css = `:root{${tokensOf(theme.light)}}:root[data-theme="dark"]{${tokensOf(theme.dark)}}`;
  const script = `${isFramed ? memoryStores : ''}${firstScript(payload, theme.defaultMode, theme.upDown)}${screen === undefined ? '' : hideUnfit(screen)}`;
  const head = `<style nonce="${nonce}">${css}${screen === undefined ? '' : shownStyle}</style><script nonce="${nonce}">${script}</script>`;
  const titled = index
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(site.name.ko)}</title>${shareTags(site, origin)}`)
    .replace(/<link rel="icon"[^>]*>/, () => iconLinks(theme));
  // First in the head: the module scripts of the build must find the payload there.
  const page = titled.replace(/<head>/, (tag) => `${tag}${head}`).replaceAll('__NONCE__', nonce);
  return screen === undefined ? page : withScreen(page, screen, nonce);
}

const shownStyle = ':root[data-first="off"] #root{display:none}';
const entryScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const earlyModules = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

/** Forms are dead until the app is there: without it a browser would send them as an address. */
function withScreen(page: string, { html, answers, at, styles }: ShownScreen, nonce: string): string {
  const still = html.replaceAll('<form', '<form inert');
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`;
  const early = [...page.matchAll(earlyModules)].map(([, src]) => src);
  return page
    .replaceAll(earlyModules, '')
    .replace(entryScript, (_tag, src: string) => script(afterPaint([...early, src])))
    .replace('</head>', () => `${styles.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('')}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${still}</div>${script(`window.__MARU_ANSWERS__={at:${at},list:${scriptJson(answers)}}`)}`,
    );
}

/** When its content is on the screen, not when it has been laid out nor when only its ground is painted: files asked for in between come before the picture. */
const onPaint =
  "if((window.PerformanceObserver&&PerformanceObserver.supportedEntryTypes||[]).indexOf('paint')<0)requestAnimationFrame(function(){setTimeout(go,0)});" +
  "else new PerformanceObserver(function(l,o){if(l.getEntriesByName('first-contentful-paint').length){o.disconnect();go()}}).observe({type:'paint',buffered:true})";
/**
 * The app is fetched when the first screen has been painted, which has the line to itself until then: all of its files at once, run one after
 * the other with a pause for fingers between them. Nothing is painted while nobody looks, or where the screen is not shown.
 */
const afterPaint = (files: readonly string[]) =>
  `(function(n,f){var next=function(i){if(i<f.length)import(f[i]).then(function(){setTimeout(next,0,i+1)})},` +
  `go=function(){if(n++)return;f.forEach(function(s){var l=document.createElement('link');l.rel='modulepreload';l.crossOrigin='';l.href=s;` +
  `document.head.append(l)});next(0)},soon=function(){if(document.hidden||document.documentElement.dataset.first!=='on')go();` +
  `else{${onPaint};setTimeout(go,2000)}};` +
  `if(document.readyState==='loading')addEventListener('DOMContentLoaded',soon);else soon()})(0,${JSON.stringify(files)})`;

/** A member, another language or another width sees nothing before the app: what was drawn is a guest's. */
const hideUnfit = ({ language, isPhone }: ShownScreen) =>
  `;(function(d,w,m){try{m=sessionStorage.getItem('maru.access')}catch(e){}` +
  `if(m||d.lang!=='${language}'||${isPhone ? 'w>=760' : 'w<1280'})d.dataset.first='off';else d.dataset.first='on'})(document.documentElement,Math.min(innerWidth,screen.width))`;

/** The back office has no site's colours, only Maru's own. */
function withDeskBoot(index: string, payload: unknown, nonce: string): string {
  const script = `<script nonce="${nonce}">${firstScript(payload, 'theme-white')}</script>`;
  return index.replace(/<head>/, (tag) => `${tag}${script}`).replaceAll('__NONCE__', nonce);
}

/** `<` is escaped so that no text of a site can end the script element. */
const scriptJson = (json: string) => json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** The payload, and this device's theme and language before anything is painted. */
function firstScript(payload: unknown, defaultMode: string, upDown = 'kr'): string {
  const json = scriptJson(JSON.stringify(payload));
  return (
    `window.__MARU__=${json};(function(d,s){try{s=localStorage}catch(e){}var g=function(k){try{return s&&s.getItem(k)}catch(e){}};` +
    `d.dataset.theme=g('maru.theme')||'${defaultMode}';d.dataset.updown=g('maru.updown')||'${upDown}';d.lang=g('maru.lang')||'ko'})(document.documentElement)`
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
