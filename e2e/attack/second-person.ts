// The second person under attack: requests that are asked by one and decided by another; called with the server of operators.test.ts.
import { beforeAll, describe, expect, test } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { attack, expectStatus } from './cases.ts';
import { bearer } from './desk-callers.ts';
import type { TestExchange } from './test-exchange.ts';
import { askPaint, type PaintShop } from './paint-shop.ts';

export function judgeSecondPerson(exchangeNow: () => TestExchange, shop: PaintShop): void {
  let exchange: TestExchange;
  beforeAll(() => {
    exchange = exchangeNow();
  });
  const context = () => exchange.server.context;

  describe('the second person', () => {
    const PAINTER = ['paint.*', 'approval.*'];
    let asker: Record<string, string>;
    let decider: Record<string, string>;
    beforeAll(async () => {
      asker = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
      decider = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
    });
    const ask = async (colour: string) => {
      const asked = await exchange.post(askPaint.path, { colour }, asker);
      expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
      return asked.body.data.requestId as number;
    };
    const look = async (id: number, who = decider) => (await exchange.get(`/api/admin/approval?id=${id}`, who)).body.data;
    const decide = async (id: number, who = decider, more: object = {}) =>
      exchange.post('/api/admin/approval/decide', { id, isApproved: true, print: (await look(id)).print, ...more }, who);

    attack('ADM-06', async (attacked) => {
      const id = await ask('white');
      expect((await look(id, asker)).mayDecide).toBe(false);
      const own = await decide(id, asker);
      expectStatus(attacked, own.status);
      expect(own.body.code).toBe('APPROVAL_OWN');
      expect(shop.painted).toEqual([]);
      expect((await decide(id)).body.data).toMatchObject({ status: 'APPROVED', result: { colour: 'white' } });
      expect([shop.painted, shop.dried]).toEqual([['white'], ['white']]);
    });

    attack('ADM-12', async (attacked) => {
      const id = await ask('green');
      const others = await Promise.all(Array.from({ length: 10 }, () => newOperator(context(), { site: 1, rights: PAINTER })));
      const { print } = await look(id);
      const answers = await Promise.all(
        others.map(({ token }) => exchange.post('/api/admin/approval/decide', { id, isApproved: true, print }, bearer(token))),
      );
      for (const { status } of answers) expectStatus(attacked, status);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(shop.painted.filter((colour) => colour === 'green')).toHaveLength(1);
    });

    test('asked for twice under one key, or ten times at once, it is one request; for something else the key is refused', async () => {
      const under = (key: string, colour: string, who = asker) =>
        exchange.post(askPaint.path, { colour }, { ...who, 'idempotency-key': key });
      const ids = (await Promise.all(Array.from({ length: 10 }, () => under('lost', 'amber')))).map(({ body }) => body.data.requestId);
      expect(new Set(ids).size).toBe(1);
      expect((await under('lost', 'amber')).body).toMatchObject({ code: 'APPROVAL_REQUIRED', data: { requestId: ids[0] } });
      expect((await under('lost', 'gold')).body.code).toBe('REQUEST_REUSED');
      const others = await under('lost', 'amber', decider);
      expect(others.body.data.requestId).not.toBe(ids[0]);
      expect((await decide(ids[0])).body.data.status).toBe('APPROVED');
      // Also once it was done: it is not asked for again.
      expect((await under('lost', 'amber')).body.data.requestId).toBe(ids[0]);
      expect(shop.painted.filter((colour) => colour === 'amber')).toHaveLength(1);
    });

    test('what another has taken waits for it, and is free again by itself; a changed row is not applied', async () => {
      const id = await ask('blue');
      const other = bearer((await newOperator(context(), { site: 1, rights: PAINTER })).token);
      expect((await exchange.post('/api/admin/approval/claim', { id }, other)).body.data.claim).not.toBeNull();
      expect((await decide(id)).body.code).toBe('APPROVAL_CLAIMED');
      exchange.clock.advance(5 * 60_000 + 1);
      const seen = (await look(id)).print;
      await context().pool.query(`UPDATE operator_approval SET payload = '{"colour": "red"}' WHERE id = $1`, [id]);
      expect((await decide(id, decider, { print: seen })).body.code).toBe('APPROVAL_CHANGED');
      expect(shop.painted).not.toContain('red');
    });

    test('a refusal while applying leaves it waiting; a rejection says why; who asked takes it back; three days end it', async () => {
      const gone = await ask('gone');
      expect((await decide(gone)).body.code).toBe('COLOUR_GONE');
      expect((await look(gone)).status).toBe('WAITING');
      expect((await decide(gone, decider, { isApproved: false })).body.code).toBe('REQUIRED_FIELD');
      expect((await decide(gone, decider, { isApproved: false, reason: 'no such paint' })).body.data.decisionReason).toBe('no such paint');
      const mine = await ask('pink');
      expect((await exchange.post('/api/admin/approval/withdraw', { id: mine }, decider)).status).toBe(404);
      expect((await exchange.post('/api/admin/approval/withdraw', { id: mine }, asker)).body.data.status).toBe('WITHDRAWN');
      expect((await decide(mine)).body.code).toBe('APPROVAL_DECIDED');
      const late = await ask('grey');
      const [waits] = (await exchange.get('/api/admin/waiting', decider)).body.data;
      expect(waits).toMatchObject({ kind: 'approval' });
      await context().pool.query('UPDATE operator_approval SET expires_at = asked_at WHERE id = $1', [late]);
      expect((await decide(late)).body.code).toBe('APPROVAL_DECIDED');
      expect((await look(late)).status).toBe('EXPIRED');
    });

    test('without the kind’s own right nobody decides; a request of another site does not exist; what writes no line fails', async () => {
      const id = await ask('brown');
      const reader = bearer((await newOperator(context(), { site: 1, rights: ['approval.*'] })).token);
      expect((await decide(id, reader)).body.code).toBe('NO_PERMISSION');
      const elsewhere = bearer((await newOperator(context(), { site: 2, rights: ['*'] })).token);
      const atB = { ...elsewhere, 'x-maru-site': 'b' };
      expect((await exchange.get(`/api/admin/approval?id=${id}`, atB)).body.code).toBe('NOT_FOUND');
      expect((await exchange.get(`/api/admin/approval?id=${id}`, { ...elsewhere, 'x-maru-site': 'a' })).body.code).toBe('NOT_FOUND');
      expect((await exchange.post('/api/admin/paint/silent', {}, asker)).status).toBe(500);
    });
  });
}
