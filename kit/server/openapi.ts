// The contract as an OpenAPI 3.1 document, made from the very objects that server and browser use.
import { z } from 'zod/mini';
import type { ErrorEntry } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import type { ServerFeature } from './feature.ts';

type Json = Record<string, unknown>;

export function openApiDocument(features: readonly ServerFeature[], errors: ReadonlyMap<string, ErrorEntry>): Json {
  const paths: Record<string, Json> = {};
  for (const feature of features) {
    for (const { route } of feature.routes) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(feature.name, route, errors) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Maru',
      version: '1',
      description:
        'Success is `{status, data}`; failure `{status, code, message, data}` with 4xx or 5xx. Amounts, prices and quantities are decimal strings; times ISO 8601 UTC.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: failureSchema },
    },
    'x-topics': features.flatMap((feature) => (feature.topics ?? []).map(({ topic }) => topicEntry(topic))),
    'x-errors': Object.fromEntries([...errors].map(([code, entry]) => [code, { status: entry.status, ko: entry.ko, en: entry.en }])),
  };
}

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

function operation(feature: string, route: Route, errors: ReadonlyMap<string, ErrorEntry>): Json {
  const isOpen = route.roles.includes('guest');
  const data = schemaOf(route.reply, 'output');
  const reply =
    route.bare === true
      ? data
      : { type: 'object', required: ['status', 'data'], properties: { status: { const: 'success' }, data, sequence: { type: 'integer' } } };
  const keyHeader = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 64 } };
  return {
    operationId: route.name,
    tags: [feature],
    summary: route.summary.en,
    'x-summary-ko': route.summary.ko,
    'x-roles': route.roles,
    security: isOpen ? [] : [{ bearer: [] }],
    parameters: [...queryParameters(route), ...(route.money === true ? [keyHeader] : [])],
    ...requestBodyOf(route),
    responses: { 200: { description: 'Done', content: route.download === true ? { '*/*': {} } : json(reply) }, ...failures(route, errors) },
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
    schema: shape,
  }));
}

function failures(route: Route, errors: ReadonlyMap<string, ErrorEntry>): Record<string, Json> {
  const byStatus = new Map<number, string[]>();
  for (const code of route.codes ?? []) {
    const entry = errors.get(code);
    if (entry === undefined) throw new Error(`route ${route.name} names the undeclared error code ${code}`);
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), code]);
  }
  const content = json({ $ref: '#/components/schemas/Failure' });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), { description: codes.join(', '), content }]));
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
  return rest;
}
