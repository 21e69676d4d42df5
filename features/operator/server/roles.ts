// Roles and the desk's own rules: of the installation, so whoever writes them holds the right, and all it gives, at all sites.
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { deleteRole, getDeskSettings, listRoles, type RoleRow, saveDeskSettings, saveRole } from '../people-contract.ts';
import { isAmong } from '@maru/kit/server/address-list.ts';
import type { DeskGateway } from './desk-gateway.ts';
import { readDeskSettings } from './desk-settings.ts';
import { grantsOf } from './grants.ts';
import { rolesOf } from './list-people.ts';
import { refuseMalformed } from './people.ts';
import { mayWriteRole } from './people-rules.ts';
import { OWNER_ROLE } from './preset-roles.ts';
import { gives, isPattern } from './rights.ts';
import { keepAnOwner, takeTurn } from './working-owner.ts';

const MINUTE_MS = 60_000;
const isSameSet = (one: readonly string[], other: readonly string[]) => [...one].sort().join() === [...other].sort().join();

export function roleRoutes(gateway: () => DeskGateway): BoundRoute[] {
  return [
    handle(listRoles, async (context, call) => ({ data: { roles: await rolesOf(context, call), rights: gateway().calls() } })),
    handleOperator(saveRole, async (context, call, audit) => {
      const { id, name, rights, reason } = call.body;
      const saved = await inTransaction(context.pool, async (client) => {
        await takeTurn(client);
        const before = id === undefined ? undefined : await holdRole(client, call, id);
        if (id !== undefined) await refuseFixed(client, call, id, isSameSet(rights, before?.rights ?? []) ? null : before?.code);
        refuseUnknown(rights, [...gateway().rights(), ...(before?.rights ?? [])]);
        if (!mayWriteRole(await ownGrants(client, call), rights)) throw new Refusal('OPERATOR_HIGHER');
        const { rows } = await client.query<{ id: number }>(
          id === undefined
            ? 'INSERT INTO operator_role (name_ko, name_en, rights) VALUES ($1, $2, $3) RETURNING id'
            : 'UPDATE operator_role SET name_ko = $1, name_en = $2, rights = $3 WHERE id = $4 RETURNING id',
          [name.ko, name.en, rights, ...(id === undefined ? [] : [id])],
        );
        await keepAnOwner(context, client);
        await audit(
          { target: `role:${rows[0].id}`, before: before && { name: before.name, rights: before.rights }, after: { name, rights }, reason },
          client,
        );
        return Number(rows[0].id);
      });
      for (const holder of await holdersOf(context.pool, saved)) gateway().endSockets(holder);
      return { data: (await rolesOf(context, call)).find((role) => role.id === saved) as RoleRow };
    }),
    handleOperator(deleteRole, (context, call, audit) =>
      inTransaction(context.pool, async (client) => {
        const { id, reason } = call.body;
        await takeTurn(client);
        const { code, ...before } = await holdRole(client, call, id);
        if (code === OWNER_ROLE) throw new Refusal('ROLE_OWNER_FIXED');
        if ((await holdersOf(client, id)).length > 0) throw new Refusal('ROLE_IN_USE');
        await client.query('DELETE FROM operator_role WHERE id = $1', [id]);
        await audit({ target: `role:${id}`, before, reason }, client);
        return { data: { id } };
      }),
    ),
    handle(getDeskSettings, async (context) => ({ data: shown(await readDeskSettings(context.pool)) })),
    handleOperator(saveDeskSettings, async (context, call, audit) => {
      const { idleMinutes, addresses, reason } = call.body;
      refuseMalformed(addresses);
      const saved = await inTransaction(context.pool, async (client) => {
        if (!isAmong(addresses, call.ip)) throw new Refusal('ADDRESS_SHUTS_OUT', { ip: call.ip });
        await takeTurn(client);
        const before = shown(await readDeskSettings(client));
        await client.query('UPDATE operator_setting SET idle_ms = $1, addresses = $2', [idleMinutes * MINUTE_MS, addresses]);
        await keepAnOwner(context, client);
        const after = { idleMinutes, addresses };
        await audit({ target: 'desk', before, after, reason }, client);
        return after;
      });
      // Open pages come again, those that still may.
      await gateway().endAllSockets();
      return { data: saved };
    }),
  ];
}

const shown = ({ idleMs, addresses }: { idleMs: number; addresses: readonly string[] }) => ({
  idleMinutes: Math.round(idleMs / MINUTE_MS),
  addresses: [...addresses],
});
const ownGrants = (client: PoolClient, call: Call) => grantsOf(client, (call.session as Session).member);

interface HeldRole {
  code: string | null;
  name: { ko: string; en: string };
  rights: string[];
}

async function holdRole(client: PoolClient, call: Call, id: number): Promise<HeldRole> {
  const { rows } = await client.query<{ code: string | null; name_ko: string; name_en: string; rights: string[] }>(
    'SELECT code, name_ko, name_en, rights FROM operator_role WHERE id = $1 FOR UPDATE',
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  // What it gives now is touched as well: taking rights from an owner is an owner's business.
  if (!mayWriteRole(await ownGrants(client, call), row.rights)) throw new Refusal('OPERATOR_HIGHER');
  return { code: row.code, name: { ko: row.name_ko, en: row.name_en }, rights: row.rights };
}

/** The owner's role gives what it gives; and nobody widens or narrows what it holds itself. */
async function refuseFixed(client: PoolClient, call: Call, id: number, code: string | null | undefined): Promise<void> {
  if (code === OWNER_ROLE) throw new Refusal('ROLE_OWNER_FIXED');
  if ((await holdersOf(client, id)).includes((call.session as Session).member)) throw new Refusal('ROLE_OWN');
}

/** A slip of the pen must not become a role that gives nothing. */
function refuseUnknown(rights: readonly string[], known: readonly string[]): void {
  const wrong = rights.find((right) => !isPattern(right) || !known.some((one) => one === right || gives(right, one)));
  if (wrong !== undefined) throw new Refusal('RIGHT_MALFORMED', { right: wrong });
}

async function holdersOf(sql: SqlWriter, role: number): Promise<number[]> {
  const { rows } = await sql.query('SELECT DISTINCT operator_id AS id FROM operator_grant WHERE role_id = $1', [role]);
  return rows.map(({ id }) => Number(id));
}
