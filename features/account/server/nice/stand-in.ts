// A stand-in for NICE, for the demo and tests: its own process-local server on loopback with its own secrets, which knows nothing of ours
// but what crosses the wire. It hands out tokens, opens what it is sent, asks a test person to consent, and closes the answer.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeEnvelope, openEnvelope, type TokenFacts } from './envelope.ts';
import type { NiceAccount } from './bureau.ts';
import { consentPage, refusalPage } from './stand-in-page.ts';

const TOKEN_MS = 3_600_000;
const SITE_CODE = 'STANDIN1';
const MOST_OPEN = 1000;

/** What a test person fills in. */
export interface TestPerson {
  name: string;
  /** YYYYMMDD. */
  birthDate: string;
  phone: string;
}

export interface StandIn {
  readonly account: NiceAccount;
  /** The window's page, for a browser that came through our own server. */
  page(query: URLSearchParams): { status: number; body: string };
  /** Where the browser is sent once the person has agreed; undefined when nothing of that was asked. */
  consent(form: URLSearchParams): string | undefined;
  close(): Promise<void>;
}

interface Issued extends TokenFacts {
  at: number;
  /** One window a token. */
  isUsed: boolean;
}

/** `window`: where browsers find the page. */
export async function openStandIn(now: () => number, window: string): Promise<StandIn> {
  const clientId = randomBytes(8).toString('hex');
  const clientSecret = randomBytes(16).toString('hex');
  const accessToken = randomBytes(24).toString('hex');
  const personSecret = 'stand-in of people';
  const issued = new Map<string, Issued>();
  const open = (query: URLSearchParams) => {
    const token = issued.get(query.get('token_version_id') ?? '');
    if (token === undefined || token.isUsed || now() - token.at > TOKEN_MS) return undefined;
    const sealed = { encData: query.get('enc_data') ?? '', integrityValue: query.get('integrity_value') ?? '' };
    const content = openEnvelope(token, sealed);
    return content?.sitecode === SITE_CODE && content.requestno === token.requestNumber ? { token, content } : undefined;
  };
  const issue = (body: Record<string, unknown>) => {
    const { req_dtim: requestTime, req_no: requestNumber } = body as { req_dtim: string; req_no: string };
    const tokenVersionId = `${requestTime}${randomBytes(6).toString('hex')}-STANDIN`;
    const tokenValue = randomBytes(33).toString('base64');
    issued.set(tokenVersionId, { requestTime, requestNumber, tokenValue, at: now(), isUsed: false });
    for (const oldest of issued.keys()) if (issued.size > MOST_OPEN) issued.delete(oldest);
    return {
      rsp_cd: 'P000',
      result_cd: '0000',
      site_code: SITE_CODE,
      token_version_id: tokenVersionId,
      token_val: tokenValue,
      period: 3600,
    };
  };
  const server = apiServer({ clientId, clientSecret, accessToken, issue });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    account: { clientId, clientSecret, productId: '2101979031', api, window, isStandIn: true },
    page: (query) => (open(query) === undefined ? { status: 400, body: refusalPage() } : { status: 200, body: consentPage(query) }),
    consent(form) {
      const found = open(form);
      if (found === undefined) return undefined;
      found.token.isUsed = true;
      const person = {
        name: form.get('name') ?? '',
        birthDate: form.get('birthdate') ?? '',
        phone: (form.get('mobileno') ?? '').replace(/\D/g, ''),
      };
      const answer = closeEnvelope(found.token, answerOf(found.content, person, personSecret));
      const back = new URL(String(found.content.returnurl));
      back.searchParams.set('token_version_id', form.get('token_version_id') ?? '');
      back.searchParams.set('enc_data', answer.encData);
      back.searchParams.set('integrity_value', answer.integrityValue);
      return back.href;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The same person always has the same CI everywhere, and the same DI at one organisation. */
function answerOf(content: Record<string, unknown>, { name, birthDate, phone }: TestPerson, secret: string): object {
  const idOf = (...parts: string[]) =>
    createHash('sha512')
      .update([secret, ...parts, name, birthDate, phone].join('|'))
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

interface Secrets {
  clientId: string;
  clientSecret: string;
  accessToken: string;
  issue(body: Record<string, unknown>): object;
}

function apiServer({ clientId, clientSecret, accessToken, issue }: Secrets): Server {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return createServer((request, response) => {
    if (request.url === '/digital/niceid/oauth/oauth/token') {
      if (request.headers.authorization !== basic) return answer(response, 401, '1800');
      return answer(response, 200, '1200', { access_token: accessToken, token_type: 'bearer', expires_in: 1_576_800_000 });
    }
    if (request.url !== '/digital/niceid/api/v1.0/common/crypto/token') return answer(response, 404, '1404');
    const [scheme, sent = ''] = (request.headers.authorization ?? '').split(' ');
    const [token, , client] = Buffer.from(sent, 'base64').toString('utf8').split(':');
    if (scheme !== 'bearer' || token !== accessToken || client !== clientId) return answer(response, 401, '1800');
    readJson(request).then(
      (body) => answer(response, 200, '1200', issue(body)),
      () => answer(response, 400, '1400'),
    );
  });
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { dataBody } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { dataBody: Record<string, unknown> };
  if (!/^\d{14}$/.test(String(dataBody.req_dtim)) || !/^\w{1,30}$/.test(String(dataBody.req_no))) throw new Error('malformed');
  return dataBody;
}

function answer(response: ServerResponse, status: number, code: string, dataBody: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ dataHeader: { GW_RSLT_CD: code }, dataBody }));
}
