// The wire lane reads one form of call and leaves every other to Node's parser: nothing with two readings gets in.
import { describe, expect, test } from 'vitest';
import { readPlainCall } from './http-wire-call.ts';

const paths = new Set(['/api/place']);
const lines = ['Host: maru.test', 'Authorization: Bearer a.b.c', 'Content-Type: application/json'];
const body = '{"quantity":"1"}';

function call(parts: { start?: string; lines?: readonly string[]; length?: string; body?: string; end?: string } = {}): Buffer {
  const text = parts.body ?? body;
  const head = [parts.start ?? 'POST /api/place HTTP/1.1', ...(parts.lines ?? lines)];
  const length = parts.length ?? `Content-Length: ${Buffer.byteLength(text)}`;
  return Buffer.from(`${[...head, length].join('\r\n')}${parts.end ?? '\r\n\r\n'}${text}`);
}
const read = (bytes: Buffer) => readPlainCall(bytes, paths, 100);

test('a plain call is read: names in any case, values trimmed, the body as UTF-8', () => {
  expect(read(call())).toEqual({
    path: '/api/place',
    headers: { host: 'maru.test', authorization: 'Bearer a.b.c', 'content-type': 'application/json', 'content-length': '16' },
    body,
  });
  const shouted = read(call({ lines: ['HOST:maru.test', 'content-TYPE:  application/json; charset=utf-8 ', 'Connection: Keep-Alive'] }));
  expect(shouted?.headers).toMatchObject({ host: 'maru.test', 'content-type': 'application/json; charset=utf-8' });
  expect(read(call({ body: '{"note":"한글"}' }))?.body).toBe('{"note":"한글"}');
});

describe('left to the parser:', () => {
  const more = (line: string) => call({ lines: [...lines, line] });
  const bytes = call();
  test.each<[string, Buffer]>([
    ['another method', call({ start: 'PUT /api/place HTTP/1.1' })],
    ['another path', call({ start: 'POST /api/other HTTP/1.1' })],
    ['a query string', call({ start: 'POST /api/place?a=1 HTTP/1.1' })],
    ['HTTP/1.0', call({ start: 'POST /api/place HTTP/1.0' })],
    ['two spaces in the first line', call({ start: 'POST  /api/place HTTP/1.1' })],
    ['an absolute address', call({ start: 'POST http://maru.test/api/place HTTP/1.1' })],
    ['a head in two pieces', bytes.subarray(0, 40)],
    ['a body in two pieces', bytes.subarray(0, bytes.length - 1)],
    ['two calls in one piece', Buffer.concat([bytes, bytes])],
    ['a byte too many', Buffer.concat([bytes, Buffer.from(' ')])],
    ['no length', call({ length: 'Accept: */*' })],
    ['two lengths', more('Content-Length: 16')],
    ['a length with a sign', call({ length: 'Content-Length: +16' })],
    ['a length with a zero before it', call({ length: 'Content-Length: 016' })],
    ['a length in hex', call({ length: 'Content-Length: 0x10' })],
    ['a list of lengths', call({ length: 'Content-Length: 16, 16' })],
    ['a body over the limit', call({ body: `"${'x'.repeat(200)}"` })],
    ['no body', call({ body: '' })],
    ['chunks', more('Transfer-Encoding: chunked')],
    ['chunks named with a trick', more('Transfer-Encoding : chunked')],
    ['a space before the colon', more('Accept : */*')],
    ['a line that goes on', more(' and on')],
    ['a line without a colon', more('Accept')],
    ['a bare line feed', more('Accept: a\nTransfer-Encoding: chunked')],
    ['a bare carriage return', more('Accept: a\rTransfer-Encoding: chunked')],
    ['line feeds alone', call({ end: '\n\n' })],
    ['a tab', more('Accept:\t*/*')],
    ['a NUL', more('Accept: a\0b')],
    ['a letter outside ASCII', more('Accept: ü')],
    ['a header it does not know', more('X-Forwarded-For: 1.2.3.4')],
    ['an expectation', more('Expect: 100-continue')],
    ['an upgrade', more('Upgrade: websocket')],
    ['the end of the connection', more('Connection: close')],
    ['a compressed body', more('Content-Encoding: gzip')],
    ['a header twice', more('Authorization: Bearer d.e.f')],
    ['no host', call({ lines: lines.slice(1) })],
    ['an empty host', call({ lines: ['Host:', ...lines.slice(1)] })],
    ['another type', call({ lines: ['Host: maru.test', 'Content-Type: text/plain'] })],
    ['a head over the limit', more(`Accept: ${'x'.repeat(9000)}`)],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from([0x16, 0x03, 0x01, 0xff, 0x00])],
  ])('%s', (_name, chunk) => {
    expect(read(chunk)).toBeUndefined();
  });
});
