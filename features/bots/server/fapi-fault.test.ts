// What a bot is told where the fault is ours: to come again where that helps, never an internal error for a database that is away.
import { expect, test } from 'vitest';
import { faultOf } from './fapi-fault.ts';

test.each([
  ['frozen', new Error('Connection terminated: the database does not answer')],
  ['no connection free', new Error('timeout exceeded when trying to connect')],
  ['starting', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['hung up', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('a database that is away (%s) is 503 with a time to come again', (_name, error) => {
  expect(faultOf(error)).toMatchObject({ status: 503, code: -1008, headers: { 'retry-after': '1' } });
});

test('what nobody declared stays a fault of our own', () => {
  expect(faultOf(new Error('oops'))).toBeUndefined();
  expect(faultOf(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBeUndefined();
});
