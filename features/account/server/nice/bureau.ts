// The adapter to NICE: the organisation's token by client id and secret, and one token for each window.
import { SEOUL_AHEAD_MS } from '@maru/kit/contract/calendar.ts';
import { randomBytes } from 'node:crypto';
import type { TokenFacts } from './envelope.ts';

export interface NiceAccount {
  clientId: string;
  clientSecret: string;
  productId: string;
  /** Origin of the API. */
  api: string;
  /** Where the window opens. */
  window: string;
}

export interface WindowToken extends TokenFacts {
  siteCode: string;
  tokenVersionId: string;
}

export interface Bureau {
  readonly window: string;
  readonly isStandIn: boolean;
  /** Throws when the bureau is away or refuses. */
  token(now: number): Promise<WindowToken>;
}

const TIMEOUT_MS = 10_000;
const DEFAULT_WINDOW = 'https://nice.checkplus.co.kr/CheckPlusSafeModel/service.cb';

/** `https://id:secret@host:port/?product=…&window=…`, as MARU_NICE_URL has it. */
export function niceAccountOf(url: string): NiceAccount {
  const { username, password, origin, searchParams } = new URL(url);
  return {
    clientId: decodeURIComponent(username),
    clientSecret: decodeURIComponent(password),
    productId: searchParams.get('product') ?? '2101979031',
    api: origin,
    window: searchParams.get('window') ?? DEFAULT_WINDOW,
  };
}

/** `expectOutside`: of an account that an operator typed; throws when it leads into our own network. */
export function createBureau(account: NiceAccount, expectOutside?: () => Promise<unknown>): Bureau {
  let organisation: string | undefined;
  return {
    window: account.window,
    isStandIn: false,
    async token(now) {
      await expectOutside?.();
      organisation ??= await organisationToken(account);
      const requestTime = seoulTime(now);
      const requestNumber = `REQ${randomBytes(12).toString('hex')}`;
      const bearer = Buffer.from(`${organisation}:${Math.floor(now / 1000)}:${account.clientId}`).toString('base64');
      const body = await ask(account, '/digital/niceid/api/v1.0/common/crypto/token', {
        headers: { 'content-type': 'application/json', authorization: `bearer ${bearer}`, productid: account.productId },
        body: JSON.stringify({
          dataHeader: { CNTY_CD: 'ko' },
          dataBody: { req_dtim: requestTime, req_no: requestNumber, enc_mode: '1' },
        }),
      }).catch((error: unknown) => {
        // Perhaps it was taken back: the next window asks for another.
        organisation = undefined;
        throw error;
      });
      if (body.result_cd !== '0000') throw new Error(`NICE refused a window: ${String(body.rsp_cd)} ${String(body.result_cd)}`);
      return {
        requestTime,
        requestNumber,
        tokenValue: textOf(body, 'token_val'),
        siteCode: textOf(body, 'site_code'),
        tokenVersionId: textOf(body, 'token_version_id'),
      };
    },
  };
}

async function organisationToken(account: NiceAccount): Promise<string> {
  const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
  const body = await ask(account, '/digital/niceid/oauth/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
    body: 'grant_type=client_credentials&scope=default',
  });
  return textOf(body, 'access_token');
}

async function ask(
  { api }: NiceAccount,
  path: string,
  init: { headers: Record<string, string>; body: string },
): Promise<Record<string, unknown>> {
  const reply = await fetch(api + path, { method: 'POST', ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = (await reply.json().catch(() => undefined)) as {
    dataHeader?: Record<string, unknown>;
    dataBody?: Record<string, unknown>;
  };
  if (!reply.ok || answer?.dataHeader?.GW_RSLT_CD !== '1200' || answer.dataBody === undefined)
    throw new Error(`NICE answered ${reply.status} ${String(answer?.dataHeader?.GW_RSLT_CD ?? '')}`);
  return answer.dataBody;
}

function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== 'string' || value === '') throw new Error(`NICE’s answer has no ${field}`);
  return value;
}

/** YYYYMMDDHHmmss of Seoul. */
function seoulTime(now: number): string {
  return new Date(now + SEOUL_AHEAD_MS).toISOString().replace(/\D/g, '').slice(0, 14);
}
