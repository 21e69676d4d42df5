// The contract as a page to read: every call, topic and code, with no script and nothing from elsewhere.
import type { ErrorEntry } from '../contract/errors.ts';
import type { Topic } from '../contract/topic.ts';
import { socketReply } from '../contract/socket-reply.ts';
import type { BoundRoute, ServerFeature } from './feature.ts';
import { escapeHtml } from './http-pages.ts';
import { schemaOf } from './openapi.ts';
import { codesOf } from './sending.ts';

export function openApiPage(features: readonly ServerFeature[], errors: ReadonlyMap<string, ErrorEntry>): string {
  const nav = features.map((f) => `<a href="#${f.name}">${f.name}</a>`).join(' ');
  const sections = features.map((feature) => {
    const calls = feature.routes.map(callEntry).join('');
    const topics = (feature.topics ?? []).map(({ topic }) => topicEntry(topic)).join('');
    return `<section id="${feature.name}"><h2>${feature.name}</h2>${calls}${topics}</section>`;
  });
  const codes = [...errors]
    .map(([code, e]) => `<tr><td><code>${code}</code><td>${e.status}<td lang="ko">${escapeHtml(e.ko)}<td>${escapeHtml(e.en)}`)
    .join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Maru API</title><style>${style}</style></head><body>` +
    `<h1>Maru API</h1><p>Success <code>{"status":"success","data":…}</code>, failure <code>{"status":"fail","code","message","data"}</code>. Amounts, prices and quantities are decimal strings. ` +
    `Calls marked so may also be sent over the STOMP socket <code>/bx_ws</code>, many at once: SEND to the path with <code>correlation-id</code> and, as wanted, <code>idempotency-key</code>; the answer comes to <code>${socketReply.destination}</code> with <code>correlation-id</code> and <code>status</code>. ` +
    `<span lang="ko">표시된 호출은 STOMP 소켓으로도 한꺼번에 여럿 보낼 수 있고, 답은 위 대기열로 와요.</span> ` +
    `The same as data: <a href="/api/openapi.json">openapi.json</a>.</p><nav>${nav} <a href="#codes">codes</a></nav>${sections.join('')}` +
    `<section id="codes"><h2>codes</h2><table><tr><th>Code<th>Status<th>한국어<th>English${codes}</table></section></body></html>`
  );
}

function callEntry(bound: BoundRoute): string {
  const { route } = bound;
  const socket =
    route.overSocket === true ? ` Over the socket too: SEND to this path, answered on <code>${socketReply.destination}</code>.` : '';
  const key = route.money === true ? `<p>Takes <code>Idempotency-Key</code>; counts against the order rate.${socket}</p>` : '';
  const listed = codesOf(bound);
  const codes = listed.length === 0 ? '' : `<p>Codes: ${listed.map((code) => `<code>${code}</code>`).join(' ')}</p>`;
  return (
    `<details><summary><b>${route.method}</b> <code>${escapeHtml(route.path)}</code> ${escapeHtml(route.summary.en)} <i lang="ko">${escapeHtml(route.summary.ko)}</i></summary>` +
    `<p>Roles: ${rolesText(route.roles)}</p>${key}` +
    (route.query === undefined ? '' : `<h4>Query</h4>${shape(schemaOf(route.query, 'input'))}`) +
    (route.body === undefined ? '' : `<h4>Body</h4>${shape(schemaOf(route.body, 'input'))}`) +
    `<h4>Reply${route.bare === true ? ' (bare)' : ': data'}</h4>${shape(schemaOf(route.reply, 'output'))}${codes}</details>`
  );
}

function topicEntry(topic: Topic): string {
  return (
    `<details><summary><b>STOMP</b> <code>${escapeHtml(topic.destination)}</code> ${escapeHtml(topic.summary.en)} <i lang="ko">${escapeHtml(topic.summary.ko)}</i></summary>` +
    `<p>Roles: ${rolesText(topic.roles)}</p><h4>Message</h4>${shape(schemaOf(topic.message, 'output'))}</details>`
  );
}

const rolesText = (roles: readonly string[]) => (roles.includes('guest') ? 'everyone' : escapeHtml(roles.join(', ')));
const shape = (schema: unknown) => `<pre>${escapeHtml(JSON.stringify(schema, undefined, 1))}</pre>`;

const style =
  'body{font:14px/22px system-ui,sans-serif;max-width:1000px;margin:32px auto;padding:0 16px;color:#14181f;background:#fff}' +
  'h2{border-top:1px solid #e3e7ee;padding-top:16px}details{border-top:1px solid #e3e7ee;padding:8px 0}summary{cursor:pointer}' +
  'code,pre{font:12px/18px ui-monospace,monospace;background:#f4f6f9;border-radius:4px;padding:1px 4px}pre{padding:12px;overflow:auto}' +
  'i{color:#657082;font-style:normal}nav a{margin-right:12px}table{border-collapse:collapse}td,th{border-top:1px solid #e3e7ee;padding:4px 8px;text-align:left}' +
  '@media(prefers-color-scheme:dark){body{background:#0b0e13;color:#e8ecf2}code,pre{background:#12161d}a{color:#8b97ff}td,th,details,h2{border-color:#262e3a}}';
