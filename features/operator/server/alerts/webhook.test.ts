// Webhooks: the signature of Standard Webhooks' own example, addresses that lead inside, answers that point elsewhere.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWebhookAddress, newWebhookSecret, postWebhook, webhookSignature } from './webhook.ts';

let server: Server;
const asked: string[] = [];
let answer: [number, Record<string, string>] = [204, {}];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(...answer).end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));
});
afterAll(() => server.close());

const port = () => (server.address() as AddressInfo).port;
const post = (isOutside: boolean, url = `http://127.0.0.1:${port()}/hook`) =>
  postWebhook({ url, secret: newWebhookSecret(), id: 'alert-1', body: '{}', now: Date.now(), isOutside });

test('signs as the example of the specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(webhookSignature(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('outside a demo only https to a host outside; never a user, a password or a fragment', () => {
  for (const host of [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '10.0.0.5',
    '169.254.169.254',
    'db',
    'redis.internal',
    '[::1]',
    '[::ffff:7f00:1]',
  ])
    expect([host, isWebhookAddress(`https://${host}/hook`, true)]).toEqual([host, false]);
  expect(isWebhookAddress('http://hooks.example.com/x', true)).toBe(false);
  expect(isWebhookAddress('https://hooks.example.com/x?key=1', true)).toBe(true);
  for (const text of ['https://a:b@hooks.example.com/', 'https://hooks.example.com/#x', 'file:///etc/passwd', 'hooks.example.com'])
    expect([text, isWebhookAddress(text, false)]).toEqual([text, false]);
});

test('nothing is sent inside, also by an address that was stored before', async () => {
  asked.length = 0;
  await expect(post(true)).rejects.toThrow('may not be called');
  await expect(post(true, `https://127.0.0.1:${port()}/hook`)).rejects.toThrow('may not be called');
  expect(asked).toEqual([]);
});

test('2xx is taken, everything else is not, and nobody goes where an answer points', async () => {
  asked.length = 0;
  await post(false);
  answer = [302, { location: '/elsewhere' }];
  await expect(post(false)).rejects.toThrow('HTTP 302');
  answer = [500, {}];
  await expect(post(false)).rejects.toThrow('HTTP 500');
  expect(asked).toEqual(['/hook', '/hook', '/hook']);
});
