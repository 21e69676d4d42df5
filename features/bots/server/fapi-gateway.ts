// The bots' gateway: finds the call, weighs it, checks key and signature, runs it, and answers or refuses in Binance's shapes.
import { createHash } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import type { SideAnswer, SideGateway, SideRequest } from '@maru/kit/server/side-gateway.ts';
import type { LiveKey } from './api-keys.ts';
import type { BotsService } from './bots-service.ts';
import type { Ask, Endpoint } from './fapi-endpoint.ts';
import { FapiFault, faultOf, faults, internalFault } from './fapi-fault.ts';
import { type Params, readParams } from './fapi-params.ts';
import { checkMoment, checkSignature, keyOf, needTrade } from './fapi-sign.ts';
import { endpointAt, endpoints } from './fapi-table.ts';

const paths = new Set(endpoints.map((endpoint) => endpoint.path));

const TRY_WEIGHT = 1;

/** What the server itself refuses. */
const ofServer = {
  OVERLOADED: faults.overloaded,
  UNAVAILABLE: faults.unavailable,
  TOO_LARGE: faults.tooLarge,
  UNREADABLE: faults.unreadable,
} as const;

interface Signed {
  key: LiveKey;
  session: Session;
  /** What tells the request from every other, so that its repeat is known; undefined of what needs no signature. */
  name: string | undefined;
}

/** A request; of a trading socket that is logged on, with the name that stands for its signature. */
export interface BotRequest extends SideRequest {
  readonly loggedOn?: string | undefined;
}

export function createFapiGateway(prefix: string, service: () => BotsService): SideGateway {
  return {
    prefix,
    refuse: (reason) => refusal(ofServer[reason](), prefix, {}),
    async answer(context, request) {
      const headers: Record<string, string> = {};
      const endpoint = endpointAt(`${request.method} ${request.path}`);
      const name = endpoint?.path ?? `${prefix}(unknown)`;
      try {
        const params = readParams(request.query, request.body, request.headers['content-type']?.startsWith('application/json') === true);
        if (endpoint === undefined) {
          weigh(service(), request, 1, headers);
          throw unknownPath(request);
        }
        const data = await callEndpoint(context, service(), request, endpoint, params, headers);
        return { status: 200, body: JSON.stringify(data), headers, name };
      } catch (error) {
        const fault = faultOf(error);
        if (fault === undefined) context.log.error({ err: error, route: name, requestId: request.requestId }, 'call failed');
        return refusal(fault ?? internalFault(), name, headers);
      }
    },
  };
}

function weigh(service: BotsService, { ip }: SideRequest, weight: number, headers: Record<string, string>): void {
  headers['x-mbx-used-weight-1m'] = String(service.limits.weigh(ip, weight));
}

/** Weighs a call, checks who asks and runs it; what was used stands in `headers`. */
export async function callEndpoint(
  context: AppContext,
  service: BotsService,
  request: BotRequest,
  endpoint: Endpoint,
  params: Params,
  headers: Record<string, string>,
): Promise<unknown> {
  weigh(service, request, typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(params), headers);
  if (endpoint.security === 'NONE') return endpoint.run(askOf(context, service, request, params, undefined));
  const signed = await enter(context, service, request, endpoint, params, headers);
  const ask = askOf(context, service, request, params, signed);
  return endpoint.run({ ...ask, session: signed.session, key: signed.key });
}

/** Who is turned away here pays for the try: orders weigh nothing, and a flood of wrong ones must still end. */
async function enter(
  context: AppContext,
  service: BotsService,
  request: BotRequest,
  endpoint: Endpoint,
  params: Params,
  headers: Record<string, string>,
): Promise<Signed> {
  try {
    const signed = await authenticate(context, service, request, endpoint, params);
    const orders = endpoint.orders?.(params) ?? 0;
    if (orders === 0) return signed;
    const { tenSeconds, minute } = service.limits.countOrders(`${request.site.id} ${signed.key.member}`, orders);
    headers['x-mbx-order-count-10s'] = String(tenSeconds);
    headers['x-mbx-order-count-1m'] = String(minute);
    return signed;
  } catch (error) {
    weigh(service, request, TRY_WEIGHT, headers);
    throw error;
  }
}

async function authenticate(
  context: AppContext,
  service: BotsService,
  request: BotRequest,
  { security }: Endpoint,
  params: Params,
): Promise<Signed> {
  const key = await keyOf(service.keys, request);
  const name = security === 'KEY' ? undefined : checkedName(key, request, params, context.clock.now());
  if (security === 'TRADE') needTrade(key);
  const session = await service.sessionOf(request.site, key);
  service.keys.used(key, request.ip);
  return { key, session, name };
}

function checkedName(key: LiveKey, request: BotRequest, params: Params, now: number): string {
  if (request.loggedOn === undefined) return checkSignature(key, request, params, now);
  checkMoment(params, now);
  return request.loggedOn;
}

function askOf(context: AppContext, service: BotsService, request: SideRequest, params: Params, signed: Signed | undefined): Ask {
  const { site, ip, country, requestId } = request;
  const base = signed?.name === undefined ? undefined : createHash('sha256').update(signed.name).digest('base64url');
  return {
    context,
    service,
    site,
    params,
    requestName: (part = '') => `${base ?? ''}${part}`,
    newClientId: (part = '') =>
      createHash('sha256')
        .update(`client id ${base ?? ''}${part}`)
        .digest('base64url')
        .slice(0, 22),
    call(route, input = {}, part = '') {
      // A request that is sent again byte for byte (replayed or retried) gets its first answer instead of a second order.
      const requestKey = base === undefined || route.money !== true ? undefined : `${base}${part}`;
      return context.services.use(innerCalls).run(route, { site, session: signed?.session, ...input, ip, country, requestId, requestKey });
    },
  };
}

function unknownPath(request: SideRequest): FapiFault {
  return paths.has(request.path) ? new FapiFault(-1000, `Method ${request.method} is not allowed here.`, 405) : faults.notFound();
}

function refusal(fault: FapiFault, name: string, headers: Record<string, string>): SideAnswer {
  return {
    status: fault.status,
    body: JSON.stringify({ code: fault.code, msg: fault.message }),
    headers: { ...headers, ...fault.headers },
    name,
  };
}
