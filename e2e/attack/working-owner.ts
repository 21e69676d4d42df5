// The last owner under attack: roles, locks, addresses, one by one and at once; called with the server of operators.test.ts.
import { makeFromHost, openFromHost } from '@maru/operator/server/from-host.ts';
import { grantEverywhere } from '@maru/operator/server/operator-rows.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { bearer, from } from './desk-callers.ts';
import type { TestExchange } from './test-exchange.ts';

export function judgeWorkingOwner(exchangeNow: () => TestExchange): void {
  describe('one working owner', () => {
    let exchange: TestExchange;
    type Owner = Awaited<ReturnType<typeof newOperator>>;
    let one: Owner;
    let other: Owner;
    let ownerRole: number;
    const context = () => exchange.server.context;
    const post = (who: Owner, path: string, body: object, more: object = {}) =>
      exchange.post(`/api/admin/${path}`, { reason: 'because', ...body }, { ...bearer(who.token), ...more });
    const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) =>
      (await answer).body.code ?? (await answer).status;
    const rights = (role: number) =>
      context()
        .pool.query<{ rights: string[] }>('SELECT rights FROM operator_role WHERE id = $1', [role])
        .then(({ rows }) => rows[0].rights);
    const roleOf = async ({ id }: Owner) =>
      Number((await context().pool.query('SELECT role_id FROM operator_grant WHERE operator_id = $1', [id])).rows[0].role_id);

    beforeAll(async () => {
      exchange = exchangeNow();
      // From here on these two are all there is.
      await context().pool.query("UPDATE operator_operator SET status = 'LOCKED'");
      one = await newOperator(context());
      other = await newOperator(context());
      ownerRole = Number((await context().pool.query("SELECT id FROM operator_role WHERE code = 'owner'")).rows[0].id);
    });
    afterAll(async () => {
      await context().pool.query("UPDATE operator_operator SET status = 'ACTIVE'");
    });

    const save = (who: Owner, id: number, wanted: string[]) =>
      codeOf(post(who, 'role/save', { id, name: { ko: '역할', en: 'Role' }, rights: wanted }));

    test('the owner’s role gives everything for ever: it is not narrowed, not deleted, by whomever', async () => {
      expect(await save(one, ownerRole, ['operator.read'])).toBe('ROLE_OWNER_FIXED');
      expect(await codeOf(post(one, 'role/delete', { id: ownerRole }))).toBe('ROLE_OWNER_FIXED');
      expect(await rights(ownerRole)).toEqual(['*']);
    });

    test('nobody widens or narrows a role it has itself; another person does, and never the last owner’s away', async () => {
      expect(await save(one, await roleOf(one), ['operator.read'])).toBe('ROLE_OWN');
      const clerk = await newOperator(context(), { rights: ['role.write', 'operator.read'] });
      expect(await save(clerk, await roleOf(clerk), ['operator.read', 'role.write'])).toBe('ROLE_OWN');
      const roles = (await exchange.get('/api/admin/role/list', bearer(one.token))).body.data.roles as { id: number; mayEdit: boolean }[];
      const mayEdit = async (id: number) => roles.find((role) => role.id === id)?.mayEdit;
      expect([await mayEdit(ownerRole), await mayEdit(await roleOf(one)), await mayEdit(await roleOf(clerk))]).toEqual([
        false,
        false,
        true,
      ]);
    });

    test('two owners who shut each other out at once: one of them stays, by lock, by rights, by role', async () => {
      const shut: [string, (whom: Owner) => Promise<object>][] = [
        ['operator/lock', async ({ id }) => ({ id, isLocked: true })],
        ['operator/change', async ({ id }) => ({ id, grants: [] })],
        ['role/save', async (whom) => ({ id: await roleOf(whom), name: { ko: '역할', en: 'Role' }, rights: ['operator.read'] })],
      ];
      for (const [path, body] of shut) {
        const bodies = [await body(other), await body(one)];
        const answers = await Promise.all([post(one, path, bodies[0]), post(other, path, bodies[1])]);
        expect(answers.filter(({ status }) => status === 200).length, path).toBe(1);
        const { rows } = await context().pool.query(
          `SELECT o.id FROM operator_operator o JOIN operator_grant g ON g.operator_id = o.id JOIN operator_role r ON r.id = g.role_id
           WHERE o.status = 'ACTIVE' AND '*' = ANY (r.rights)`,
        );
        expect(rows.length, path).toBe(1);
        await context().pool.query('UPDATE operator_operator SET status = $2 WHERE id = ANY ($1)', [[one.id, other.id], 'LOCKED']);
        one = await newOperator(context());
        other = await newOperator(context());
      }
    });

    test('addresses from which no owner comes are refused, also to one who is there itself; the machine opens what was shut', async () => {
      const manager = await newOperator(context(), { rights: ['desk.write', 'operator.read'] });
      const place = from('198.18.7.1');
      const settings = { idleMinutes: 15, addresses: ['198.18.7.0/24'] };
      expect(await codeOf(post(manager, 'desk/settings', settings, place))).toBe('OWNER_LAST');
      expect(await codeOf(post(one, 'desk/settings', settings, place))).toBe(200);
      expect(await codeOf(exchange.get('/api/admin/me', { ...bearer(other.token), ...from() }))).toBe('DESK_ADDRESS');
      await openFromHost(context(), undefined);
      expect(await codeOf(exchange.get('/api/admin/me', { ...bearer(other.token), ...from() }))).toBe(200);
      expect(await codeOf(post(one, 'operator/change', { id: other.id, addresses: ['203.0.113.9'] }))).toBe(200);
      await openFromHost(context(), other.username);
      expect(await codeOf(exchange.get('/api/admin/me', { ...bearer(other.token), ...from() }))).toBe(200);
    });

    test('where an owner’s role was narrowed before, the machine’s next owner is whole, and nobody else gains by it', async () => {
      await context().pool.query("UPDATE operator_role SET rights = '{operator.read}' WHERE id = $1", [ownerRole]);
      const held = await newOperator(context(), { rights: ['operator.read'] });
      await grantEverywhere(context().pool, held.id, 'owner');
      await makeFromHost(context(), { username: 'whole-owner', name: 'x', role: 'owner', site: undefined });
      const { rows } = await context().pool.query(
        `SELECT r.rights, r.code FROM operator_operator o JOIN operator_grant g ON g.operator_id = o.id JOIN operator_role r ON r.id = g.role_id
         WHERE o.username = 'whole-owner'`,
      );
      expect(rows).toEqual([{ rights: ['*'], code: 'owner' }]);
      expect(await rights(ownerRole)).toEqual(['operator.read']);
      expect((await exchange.get('/api/admin/me', bearer(held.token))).body.data.sites[0].rights).toEqual(['operator.read']);
    });
  });
}
