// The second person: looks at what is asked as the page shows it, and says yes or no to that.
import { expect } from 'vitest';
import type { HttpAnswer } from './http-exchange.ts';

type Headers = Record<string, string>;

/** A person at the back office. */
export interface Decider {
  get(path: string, query?: object, headers?: Headers): Promise<HttpAnswer>;
  post(path: string, body: object, headers?: Headers): Promise<HttpAnswer>;
}

interface Said {
  isApproved?: boolean;
  reason?: string;
  headers?: Headers;
}

/** Who may not look decides blindly, and is refused by the call itself. */
export async function decideRequest(by: Decider, id: number, { isApproved = true, reason, headers }: Said = {}): Promise<HttpAnswer> {
  const { body } = await by.get('/api/admin/approval', { id: String(id) }, headers);
  const said = { id, isApproved, print: body.data?.print ?? '', ...(reason !== undefined && { reason }) };
  return by.post('/api/admin/approval/decide', said, headers);
}

/** It was only asked for: who asked cannot agree, another person can. */
export async function expectSecondPerson(asked: HttpAnswer, asker: Decider, other: Decider): Promise<void> {
  expect([asked.status, asked.body.code], JSON.stringify(asked.body)).toEqual([409, 'APPROVAL_REQUIRED']);
  const { requestId } = asked.body.data;
  expect((await decideRequest(asker, requestId)).body.code).toBe('APPROVAL_OWN');
  const agreed = await decideRequest(other, requestId);
  expect(agreed.status, JSON.stringify(agreed.body)).toBe(200);
}
