// POST /api/slot/seamless/{balance,debit,credit,rollback,report}: for the site's provider alone, proven by its signature over the raw body.
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy, EngineUnavailable } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { SideAnswer, SideGateway, SideRequest } from '@maru/kit/server/side-gateway.ts';
import { providerCalls } from './calls.ts';
import { providerOf } from './provider.ts';
import { isSigned, PROVIDER_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './signature.ts';

const SEAMLESS_PATH = '/api/slot/seamless/';
const RATE = { perSecond: 200, burst: 400 };

/** Codes that are no plain "not now" (403). */
const statuses: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  INVALID_FIELD: 400,
  BAD_PRECISION: 400,
  SIGNATURE_INVALID: 401,
  NOT_FOUND: 404,
  MEMBER_UNKNOWN: 404,
  ROUND_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_REUSED: 409,
  ROUND_OVER: 409,
  BELOW_MINIMUM: 422,
  ABOVE_MAXIMUM: 422,
  INSUFFICIENT_BALANCE: 422,
  QUANTITY_TOO_LARGE: 422,
  TOO_MANY_REQUESTS: 429,
  REGION_CLOSED: 451,
  ACCOUNT_LEAVING: 503,
  UNAVAILABLE: 503,
  OVERLOADED: 503,
  READ_ONLY: 503,
};

function answerOf(status: number, body: object): SideAnswer {
  return { status, body: JSON.stringify(body), name: SEAMLESS_PATH };
}
const refused = (code: string, data?: object): SideAnswer =>
  answerOf(statuses[code] ?? 403, { status: 'fail', code, ...(data === undefined ? {} : { data }) });

export const seamlessGateway: SideGateway = {
  prefix: SEAMLESS_PATH,
  async answer(context, request) {
    try {
      return answerOf(200, { status: 'success', data: await run(context, request) });
    } catch (error) {
      if (error instanceof Refusal) return refused(error.code, error.data);
      if (error instanceof EngineBusy || error instanceof EngineUnavailable) return refused(error.code);
      // What became of it is not known: the provider asks again under the same name.
      context.log.error({ err: error, requestId: request.requestId, site: request.site.id }, 'a provider’s call failed');
      return refused('UNAVAILABLE');
    }
  },
  refuse: (reason) => refused(reason),
};

async function run(context: AppContext, request: SideRequest): Promise<object> {
  const { site, path, body, ip } = request;
  if (context.shared.limit('slot.seamless', RATE).take(`${site.id}|${ip}`) > 0) throw new Refusal('TOO_MANY_REQUESTS');
  if (request.method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED');
  const provider = providerOf(context, site.id);
  // The same answer whether there is no provider, another one, or a wrong signature.
  if (provider === undefined || textOf(request, PROVIDER_HEADER) !== provider.name) throw new Refusal('SIGNATURE_INVALID');
  const signed = { timestamp: textOf(request, TIMESTAMP_HEADER), path, body };
  if (!isSigned(provider.secret, signed, textOf(request, SIGNATURE_HEADER), context.clock.now())) throw new Refusal('SIGNATURE_INVALID');
  const call = providerCalls.get(path.slice(SEAMLESS_PATH.length));
  if (call === undefined) throw new Refusal('NOT_FOUND');
  return call(context, { site, provider: provider.name, body });
}

function textOf({ headers }: SideRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
