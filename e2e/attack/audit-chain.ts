// The audit log under attack: what is written when, and what shows when somebody changes it; called with the server of operators.test.ts.
import { checkChain, noteAnchor } from '@maru/operator/server/audit-check.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_LINES } from '@maru/operator/server/audit-routes.ts';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { attack, expectStatus } from './cases.ts';
import { bearer } from './desk-callers.ts';
import type { TestExchange } from './test-exchange.ts';
import { askPaint } from './paint-shop.ts';

export function judgeAuditLog(exchangeNow: () => TestExchange): void {
  let exchange: TestExchange;
  beforeAll(() => {
    exchange = exchangeNow();
  });
  const context = () => exchange.server.context;

  describe('the audit log', () => {
    const auditor = () => newOperator(context(), { rights: ['audit.*'] });
    const rowsOf = async (who: string, query: string) =>
      (await exchange.get(`/api/admin/audit/list?${query}`, bearer(who))).body.data.content as Record<string, unknown>[];

    attack('ADM-16', async (attacked) => {
      const s1 = await newOperator(context(), { site: 1, rights: ['approval.read'] });
      expectStatus(
        attacked,
        (await exchange.post('/api/admin/approval/decide', { id: 1, isApproved: true, print: '' }, bearer(s1.token))).status,
      );
      const { token } = await auditor();
      expect(await rowsOf(token, `operatorId=${s1.id}`)).toMatchObject([
        { action: 'decideApproval', right: 'approval.decide', refusal: 'NO_PERMISSION', site: 'a', operator: { username: s1.username } },
      ]);
    });

    attack('ADM-14', async () => {
      const { pool, config, clock } = context();
      const change = (sql: string) => pool.query(sql).catch((error: Error) => error.message);
      for (const sql of ["UPDATE operator_audit SET target = 'x'", 'DELETE FROM operator_audit', 'TRUNCATE operator_audit']) {
        expect(await change(sql), sql).toContain('permission denied');
      }
      const { token } = await auditor();
      const check = async () => (await exchange.get('/api/admin/audit/check', bearer(token))).body.data;
      expect(await check()).toMatchObject({ isWhole: true, broken: null });
      await noteAnchor(pool, clock.now(), config.dataDir);
      // What a superuser can do, in a transaction that is rolled back.
      const client = await pool.connect();
      const tampered = async (sql: string) => {
        await client.query('BEGIN; SET LOCAL session_replication_role = replica');
        await client.query(sql);
        const found = await checkChain(client, clock.now(), config.dataDir);
        await client.query('ROLLBACK');
        return found.broken;
      };
      expect(await tampered("UPDATE operator_audit SET target = 'member:1' WHERE seq = 5")).toEqual({ seq: 5, why: 'CHANGED' });
      expect(await tampered('DELETE FROM operator_audit WHERE seq = 4')).toEqual({ seq: 5, why: 'GAP' });
      const { rows } = await client.query<{ n: number }>('SELECT max(seq)::int AS n FROM operator_audit');
      expect(await tampered(`DELETE FROM operator_audit WHERE seq > ${rows[0].n - 3}`)).toEqual({ seq: rows[0].n - 2, why: 'CUT' });
      client.release();
    });

    test('an export of more lines than leave at once is refused, and takes nothing away', async () => {
      const { pool } = context();
      const many = `INSERT INTO operator_audit (seq, at, operator_name, site_id, action, right_name, target, ip, request_id, prev_hash, hash)
        SELECT 1000000 + n, now(), '', 2, 'many', '', '', '', '', sha256(n::text::bytea), ''::bytea FROM generate_series(0, ${EXPORT_LINES}) n`;
      await pool.query(many);
      const { token } = await newOperator(context(), { site: 2, rights: ['audit.*'] });
      const take = (more: string) => exchange.get(`/api/admin/audit/export?reason=yearly${more}`, { ...bearer(token), 'x-maru-site': 'b' });
      const all = await take('');
      expect([all.status, all.body.code, all.body.data]).toEqual([403, 'AUDIT_EXPORT_LARGE', { limit: EXPORT_LINES }]);
      expect((await take('&action=few')).text.trim().split('\n')).toHaveLength(1);
      // Made up past the desk, and taken back as only a superuser can.
      const client = await pool.connect();
      await client.query('BEGIN; SET LOCAL session_replication_role = replica');
      await client.query('DELETE FROM operator_audit WHERE seq >= 1000000');
      await client.query('COMMIT');
      client.release();
    });

    test('written by many at once it has no gap and no second end', async () => {
      const { pool } = context();
      const many = await Promise.all(Array.from({ length: 8 }, () => newOperator(context())));
      const before = (await pool.query<{ n: number }>('SELECT max(seq)::int AS n FROM operator_audit')).rows[0].n;
      await Promise.all(
        many.flatMap(({ token }) => Array.from({ length: 5 }, () => exchange.post(askPaint.path, { colour: 'many' }, bearer(token)))),
      );
      const { rows } = await pool.query<{ n: number; top: number }>('SELECT count(*)::int AS n, max(seq)::int AS top FROM operator_audit');
      expect(rows[0].top - before).toBe(40);
      expect(rows[0].n).toBe(rows[0].top);
      const { token } = await auditor();
      expect((await exchange.get('/api/admin/audit/check', bearer(token))).body.data.isWhole).toBe(true);
    });

    attack('ADM-15', async (attacked) => {
      const spy = await newOperator(context(), { username: '=cmd', rights: ['audit.read'] });
      expectStatus(attacked, (await exchange.get('/api/admin/audit/export?reason=why', bearer(spy.token))).status);
      const { token, id } = await auditor();
      expect((await exchange.get('/api/admin/audit/export', bearer(token))).status).toBe(400);
      const first = await exchange.get(`/api/admin/audit/export?reason=yearly%20check&operatorId=${spy.id}`, bearer(token));
      expect(first.headers.get('content-type')).toContain('text/csv');
      // A cell never begins as a formula would.
      expect(first.text).toContain("'=cmd");
      expect(first.text).not.toMatch(/(^|,)[=+@-][a-z]/m);
      expect(await rowsOf(token, `operatorId=${id}&action=exportAudit`)).toMatchObject([{ reason: 'yearly check', after: { lines: 1 } }]);
      for (let i = 0; i < 4; i++) await exchange.get('/api/admin/audit/export?reason=more&target=none', bearer(token));
      const sixth = await exchange.get('/api/admin/audit/export?reason=more', bearer(token));
      expectStatus(attacked, sixth.status);
      expect(await rowsOf(token, `operatorId=${id}&refused=true`)).toMatchObject([{ refusal: 'AUDIT_EXPORT_LIMIT' }]);
    });

    test('of another site nothing is read, of the installation only by those who read all sites', async () => {
      const ofB = await newOperator(context(), { site: 2, rights: ['audit.read'] });
      const atB = { ...bearer(ofB.token), 'x-maru-site': 'b' };
      const { content } = (await exchange.get('/api/admin/audit/list', atB)).body.data;
      expect(content.every(({ site }: { site: string }) => site === 'b')).toBe(true);
      const { token } = await auditor();
      const [enrolled] = await rowsOf(token, 'action=deskEnrol');
      // Ways in are granted to nobody, and have their names all the same.
      expect(enrolled).toMatchObject({ actionName: { ko: expect.stringMatching(/[가-힣]/) } });
    });
  });
}
