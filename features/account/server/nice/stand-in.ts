// A stand-in for NICE, for the demo and tests: a server on loopback with secrets of its own, which knows nothing of ours but what crosses
// the wire. It hands out tokens, opens what it is sent, asks a test person to consent, and closes the answer.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeEnvelope, openEnvelope, type TokenFacts } from './envelope.ts';
import { consentPage, refusalPage } from './stand-in-page.ts';

const TOKEN_MS = 3_600_000;
const SITE_CODE = 'STANDIN1';
const MOST_OPEN = 1000;
const MOST_BYTES = 65_536;
/** As NICE has it. */
const WINDOW_PATH = '/CheckPlusSafeModel/service.cb';

/** What a test person fills in. */
interface TestPerson {
  name: string;
  /** YYYYMMDD. */
  birthDate: string;
  phone: string;
}

interface Issued extends TokenFacts {
  at: number;
  /** One window a token. */
  isUsed: boolean;
}

/** Its address as MARU_NICE_URL takes it, secrets included. */
export async function openStandIn(port: number): Promise<string> {
  const account = { clientId: randomBytes(8).toString('hex'), clientSecret: randomBytes(16).toString('hex') };
  const tokens = tokenOffice();
  const api = apiOf(account, tokens.issue);
  const server = createServer((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    if (path !== WINDOW_PATH) return api(path, request, response);
    showWindow(tokens, request, query, response).catch(() => answerPage(response, 400, refusalPage()));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const window = encodeURIComponent(`http://${host}${WINDOW_PATH}`);
  return `http://${account.clientId}:${account.clientSecret}@${host}/?window=${window}`;
}

interface TokenOffice {
  issue(body: Record<string, unknown>): object;
  /** What was sealed under a token that is still good. */
  open(query: URLSearchParams): { token: Issued; content: Record<string, unknown> } | undefined;
}

function tokenOffice(): TokenOffice {
  const issued = new Map<string, Issued>();
  return {
    issue(body) {
      const { req_dtim: requestTime, req_no: requestNumber } = body as { req_dtim: string; req_no: string };
      const tokenVersionId = `${requestTime}${randomBytes(6).toString('hex')}-STANDIN`;
      const tokenValue = randomBytes(33).toString('base64');
      issued.set(tokenVersionId, { requestTime, requestNumber, tokenValue, at: Date.now(), isUsed: false });
      for (const oldest of issued.keys()) if (issued.size > MOST_OPEN) issued.delete(oldest);
      return {
        rsp_cd: 'P000',
        result_cd: '0000',
        site_code: SITE_CODE,
        token_version_id: tokenVersionId,
        token_val: tokenValue,
        period: TOKEN_MS / 1000,
      };
    },
    open(query) {
      const token = issued.get(query.get('token_version_id') ?? '');
      if (token === undefined || token.isUsed || Date.now() - token.at > TOKEN_MS) return undefined;
      const sealed = { encData: query.get('enc_data') ?? '', integrityValue: query.get('integrity_value') ?? '' };
      const content = openEnvelope(token, sealed);
      return content?.sitecode === SITE_CODE && content.requestno === token.requestNumber ? { token, content } : undefined;
    },
  };
}

/** The window itself: the question by GET, the person's consent by POST, which leads back to whoever asked. */
async function showWindow(tokens: TokenOffice, request: IncomingMessage, query: string, response: ServerResponse): Promise<void> {
  const isConsent = request.method === 'POST';
  const form = new URLSearchParams(isConsent ? await readBody(request) : query);
  const found = tokens.open(form);
  if (found === undefined) return answerPage(response, 400, refusalPage());
  if (!isConsent) return answerPage(response, 200, consentPage(form));
  found.token.isUsed = true;
  const person = {
    name: form.get('name') ?? '',
    birthDate: form.get('birthdate') ?? '',
    phone: (form.get('mobileno') ?? '').replace(/\D/g, ''),
  };
  const answer = closeEnvelope(found.token, answerOf(found.content, person));
  const back = new URL(String(found.content.returnurl));
  back.searchParams.set('token_version_id', form.get('token_version_id') ?? '');
  back.searchParams.set('enc_data', answer.encData);
  back.searchParams.set('integrity_value', answer.integrityValue);
  response.writeHead(303, { location: back.href }).end();
}

/** The same person always has the same CI everywhere, and the same DI at one organisation. */
function answerOf(content: Record<string, unknown>, { name, birthDate, phone }: TestPerson): object {
  const idOf = (...parts: string[]) =>
    createHash('sha512')
      .update(['stand-in of people', ...parts, name, birthDate, phone].join('|'))
      .digest('base64');
  return {
    resultcode: '0000',
    requestno: content.requestno,
    sitecode: SITE_CODE,
    responseno: `RES${randomBytes(8).toString('hex')}`,
    authtype: 'M',
    name,
    utf8_name: encodeURIComponent(name),
    birthdate: birthDate,
    gender: '0',
    nationalinfo: '0',
    mobileco: '1',
    mobileno: phone,
    ci: idOf('ci'),
    di: idOf('di', SITE_CODE),
    receivedata: content.receivedata ?? '',
  };
}

type Issue = TokenOffice['issue'];

function apiOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }, issue: Issue) {
  const accessToken = randomBytes(24).toString('hex');
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return (path: string, request: IncomingMessage, response: ServerResponse): void => {
    if (path === '/digital/niceid/oauth/oauth/token') {
      if (request.headers.authorization !== basic) return answerData(response, 401, '1800');
      return answerData(response, 200, '1200', { access_token: accessToken, token_type: 'bearer', expires_in: 1_576_800_000 });
    }
    if (path !== '/digital/niceid/api/v1.0/common/crypto/token') return answerData(response, 404, '1404');
    const [scheme, sent = ''] = (request.headers.authorization ?? '').split(' ');
    const [token, , client] = Buffer.from(sent, 'base64').toString('utf8').split(':');
    if (scheme !== 'bearer' || token !== accessToken || client !== clientId) return answerData(response, 401, '1800');
    readBody(request)
      .then((text) => answerData(response, 200, '1200', issue(dataBodyOf(text))))
      .catch(() => answerData(response, 400, '1400'));
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) throw new Error('too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function dataBodyOf(text: string): Record<string, unknown> {
  const { dataBody } = JSON.parse(text) as { dataBody: Record<string, unknown> };
  if (!/^\d{14}$/.test(String(dataBody.req_dtim)) || !/^\w{1,30}$/.test(String(dataBody.req_no))) throw new Error('malformed');
  return dataBody;
}

function answerData(response: ServerResponse, status: number, code: string, dataBody: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ dataHeader: { GW_RSLT_CD: code }, dataBody }));
}

function answerPage(response: ServerResponse, status: number, body: string): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(body);
}
