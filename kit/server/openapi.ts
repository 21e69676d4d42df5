// The contract as an OpenAPI 3.1 document, made from the very objects that server and browser use.
import { z } from 'zod/mini';
import type { ErrorEntry } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { socketReply } from '../contract/socket-reply.ts';
import type { BoundRoute, ServerFeature } from './feature.ts';
import { wordsOf } from './openapi-words.ts';
import { codesOf } from './sending.ts';

type Json = Record<string, unknown>;

export function openApiDocument(features: readonly ServerFeature[], errors: ReadonlyMap<string, ErrorEntry>, title = 'Maru'): Json {
  const paths: Record<string, Json> = {};
  for (const feature of features) {
    for (const bound of feature.routes) {
      const { path, method } = bound.route;
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(feature.name, bound, errors) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Success is `{status, data}`; failure `{status, code, message, data}` with 4xx or 5xx. Amounts, prices and quantities are decimal strings; times ISO 8601 UTC. Calls with `x-socket` may also be sent over the STOMP socket `/bx_ws`, many at once: SEND to the path with the headers `correlation-id` and, as wanted, `idempotency-key`; the answer, this same envelope, comes to `/user/queue/reply` with `correlation-id` and `status`.',
    },
    servers: [{ url: '/' }],
    tags: features.filter(({ routes }) => routes.length > 0).map(({ name }) => ({ name, description: `Calls of ${name}.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    'x-topics': [...socketTopics(features), ...features.flatMap((feature) => feature.topics ?? []).map(({ topic }) => topic)].map(
      topicEntry,
    ),
    'x-errors': Object.fromEntries([...errors].map(([code, entry]) => [code, { status: entry.status, ko: entry.ko, en: entry.en }])),
  };
}

/** Where some calls may be made over the socket: their answers. */
const socketTopics = (features: readonly ServerFeature[]) =>
  features.some(({ routes }) => routes.some(({ route }) => route.overSocket === true)) ? [socketReply] : [];

const failureSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { const: 'fail' },
    code: { type: 'string' },
    message: { type: 'string' },
    data: { type: 'object', properties: { field: { type: 'string' } } },
  },
};

function operation(feature: string, bound: BoundRoute, errors: ReadonlyMap<string, ErrorEntry>): Json {
  const { route } = bound;
  const isOpen = route.roles.includes('guest');
  const data = schemaOf(route.reply, 'output');
  const reply =
    route.bare === true
      ? data
      : { type: 'object', required: ['status', 'data'], properties: { status: { const: 'success' }, data, sequence: { type: 'integer' } } };
  const keyHeader = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and body again: one effect, and the first answer. Another body under it is refused.',
    schema: { type: 'string', maxLength: 64 },
  };
  return {
    operationId: route.name,
    tags: [feature],
    summary: route.summary.en,
    'x-summary-ko': route.summary.ko,
    description: descriptionOf(route),
    'x-roles': route.roles,
    ...(route.overSocket === true && { 'x-socket': true }),
    security: isOpen ? [] : [{ bearer: [] }],
    parameters: [...queryParameters(route), ...(route.money === true ? [keyHeader] : [])],
    ...requestBodyOf(route),
    responses: { 200: { description: 'Done', content: route.download === true ? { '*/*': {} } : json(reply) }, ...failures(bound, errors) },
  };
}

function requestBodyOf(route: Route): Json {
  if (route.upload !== undefined) {
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  return route.body === undefined ? {} : { requestBody: { required: true, content: json(schemaOf(route.body, 'input')) } };
}

function queryParameters(route: Route): Json[] {
  if (route.query === undefined) return [];
  const schema = schemaOf(route.query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, shape]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    ...(wordsOf(name) !== undefined && { description: wordsOf(name) }),
    schema: shape,
  }));
}

function descriptionOf(route: Route): string {
  const who = route.roles.includes('guest') ? 'Anyone may call.' : `For ${route.roles.join(', ')}.`;
  const right = route.right === undefined ? '' : ` Needs the right \`${route.right}\`${route.everywhere === true ? ' at all sites' : ''}.`;
  const money = route.money === true ? ' Moves money or an order: takes an Idempotency-Key and counts against the order rate.' : '';
  const socket = route.overSocket === true ? ` Over the socket too: SEND to this path, answered on ${socketReply.destination}.` : '';
  return `${route.summary.ko}. ${who}${right}${money}${socket}`;
}

/** What any call may answer beside its own codes, by what it takes and who may call. */
function commonCodes({ query, body, roles, right, money }: Route): readonly string[] {
  return [
    ...(query === undefined && body === undefined
      ? []
      : ['BAD_REQUEST', 'INVALID_FIELD', 'REQUIRED_FIELD', 'UNKNOWN_FIELD', 'DUPLICATE_FIELD']),
    ...(body === undefined ? [] : ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
    ...(roles.includes('guest') ? [] : ['LOGIN_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'NO_PERMISSION']),
    ...(right === undefined ? [] : ['NOT_FOUND']),
    ...(money === true ? ['REQUEST_REUSED', 'OVERLOADED'] : []),
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ];
}

function failures(bound: BoundRoute, errors: ReadonlyMap<string, ErrorEntry>): Record<string, Json> {
  const { route } = bound;
  const byStatus = new Map<number, Map<string, string>>();
  for (const code of route.codes ?? [])
    if (!errors.has(code)) throw new Error(`route ${route.name} names the undeclared error code ${code}`);
  for (const code of [...codesOf(bound), ...commonCodes(route)]) {
    const entry = errors.get(code);
    if (entry === undefined) continue;
    const known = byStatus.get(entry.status) ?? new Map<string, string>();
    byStatus.set(entry.status, known.set(code, entry.en));
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), failure(codes)]));
}

function failure(codes: ReadonlyMap<string, string>): Json {
  const description = [...codes].map(([code, text]) => `\`${code}\` ${text}`).join('\n\n');
  const narrowed = { type: 'object', properties: { code: { enum: [...codes.keys()] } } };
  return { description, content: json({ allOf: [{ $ref: '#/components/schemas/Failure' }, narrowed] }) };
}

function topicEntry(topic: {
  name: string;
  destination: string;
  roles: readonly string[];
  summary: { en: string; ko: string };
  message: z.ZodMiniType;
}): Json {
  return {
    name: topic.name,
    destination: topic.destination,
    roles: topic.roles,
    summary: topic.summary,
    message: schemaOf(topic.message, 'output'),
  };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return readable(rest) as Json;
}

/** Tuples as arrays of a fixed length, which every generator takes, and fields with their words. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const { prefixItems, ...rest } = value as Json;
  const out = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, key === 'properties' ? worded(part as Json) : readable(part)]),
  );
  return Array.isArray(prefixItems) ? { ...out, ...tuple(prefixItems.map(readable) as Json[]) } : out;
}

function worded(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const shape = readable(part) as Json;
      const description = shape['description'] ?? wordsOf(name);
      return [name, description === undefined ? shape : { ...shape, description }];
    }),
  );
}

function tuple(parts: readonly Json[]): Json {
  const shapes = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  const items = shapes.length === 1 ? shapes[0] : { anyOf: shapes };
  const places = parts.map((part, place) => `${place}: ${String(part['type'] ?? 'value')}`).join(', ');
  return { type: 'array', items, minItems: parts.length, maxItems: parts.length, description: `In this order: ${places}.` };
}
