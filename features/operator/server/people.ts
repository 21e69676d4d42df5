// Adding, changing, locking and inviting operators: within what the caller holds itself, at once, and never oneself.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import type { PoolClient } from 'pg';
import { changeOperator, createOperator, inviteOperator, listOperators, lockOperator, type OperatorRow } from '../people-contract.ts';
import { isAddressOrNet } from '@maru/kit/server/address-list.ts';
import { openSetup } from './challenges.ts';
import type { DeskGateway } from './desk-gateway.ts';
import { grantsOf } from './grants.ts';
import { peopleOf, personOf, standingGrants } from './list-people.ts';
import { insertOperator, operatorById } from './operator-rows.ts';
import { mayTouch, type PlacedRights } from './people-rules.ts';
import { forgetApp } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { keepAnOwner, takeTurn } from './working-owner.ts';

type WantedGrants = Out<typeof createOperator.body>['grants'];

export function peopleRoutes(gateway: () => DeskGateway): BoundRoute[] {
  return [
    handle(listOperators, async (context, call) => {
      const content = await peopleOf(context, call);
      return { data: { content, totalElements: content.length } };
    }),
    handleOperator(createOperator, (context, call, audit) =>
      inTransaction(context.pool, async (client) => {
        const { username, name, email = '', phone = '', addresses = [], grants } = call.body;
        refuseMalformed(addresses);
        const placed = await placedOf(context, client, grants);
        const { member } = call.session as Session;
        if (!mayTouch(await grantsOf(client, member), placed)) throw new Refusal('OPERATOR_HIGHER');
        const id = await insertOperator(context, client, { username, name, email, phone, addresses, createdBy: member });
        if (id === undefined) throw new Refusal('OPERATOR_EXISTS');
        await writeGrants(client, id, placed);
        const link = await openSetup(context, client, id, (call.session as Session).member);
        await audit({ target: `operator:${id}`, after: { username, name, email, phone, addresses, grants } }, client);
        return { data: { id, setupToken: link.name, expiresIn: link.expiresIn } };
      }),
    ),
    handleOperator(changeOperator, async (context, call, audit) => {
      const { id, name, email, phone, addresses, grants, reason } = call.body;
      if (addresses !== undefined) refuseMalformed(addresses);
      const changed = await inTransaction(context.pool, async (client) => {
        const before = await holdOther(context, client, call, id);
        await client.query(
          `UPDATE operator_operator SET name = coalesce($2, name), addresses = coalesce($3, addresses),
             email = nullif(coalesce($4, email), ''), phone = nullif(coalesce($5, phone), '') WHERE id = $1`,
          [id, name ?? null, addresses ?? null, email ?? null, phone ?? null],
        );
        if (grants !== undefined) {
          const placed = await placedOf(context, client, grants);
          if (!mayTouch(await grantsOf(client, (call.session as Session).member), placed)) throw new Refusal('OPERATOR_HIGHER');
          await client.query('DELETE FROM operator_grant WHERE operator_id = $1', [id]);
          await writeGrants(client, id, placed);
        }
        await keepAnOwner(context, client);
        const after = (await personOf(context, client, call, id)) as OperatorRow;
        await audit({ target: `operator:${id}`, before: factsOf(before), after: factsOf(after), reason }, client);
        return after;
      });
      gateway().endSockets(id);
      return { data: changed };
    }),
    handleOperator(lockOperator, async (context, call, audit) => {
      const { id, isLocked, reason } = call.body;
      const changed = await inTransaction(context.pool, async (client) => {
        const before = await holdOther(context, client, call, id);
        await client.query('UPDATE operator_operator SET status = $2 WHERE id = $1', [id, isLocked ? 'LOCKED' : 'ACTIVE']);
        if (isLocked) await endSessions(context, client, id);
        await keepAnOwner(context, client);
        const after = (await personOf(context, client, call, id)) as OperatorRow;
        await audit({ target: `operator:${id}`, before: { status: before.status }, after: { status: after.status }, reason }, client);
        return after;
      });
      gateway().endSockets(id);
      return { data: changed };
    }),
    invitation(gateway),
  ];
}

function invitation(gateway: () => DeskGateway): BoundRoute {
  return handleOperator(inviteOperator, async (context, call, audit) => {
    const { id, forgetsApp = false, reason } = call.body;
    const link = await inTransaction(context.pool, async (client) => {
      await holdOther(context, client, call, id);
      if (forgetsApp) await forgetApp(client, id);
      // Whoever has lost a password or a phone may have lost more.
      await endSessions(context, client, id);
      const made = await openSetup(context, client, id, (call.session as Session).member);
      await audit({ target: `operator:${id}`, after: { invited: true, forgetsApp }, reason }, client);
      return made;
    });
    gateway().endSockets(id);
    return { data: { id, setupToken: link.name, expiresIn: link.expiresIn } };
  });
}

const factsOf = ({ name, email, phone, addresses, grants }: OperatorRow) => ({
  name,
  email,
  phone,
  addresses,
  grants: grants.map(({ roleId, site }) => ({ roleId, site })),
});

/** Both rows are held, in one order: rights that change meanwhile wait, or are seen. */
async function holdOther(context: AppContext, client: PoolClient, call: Call, id: number): Promise<OperatorRow> {
  const self = (call.session as Session).member;
  await takeTurn(client);
  await client.query('SELECT 1 FROM operator_operator WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE', [[self, id]]);
  const row = await personOf(context, client, call, id);
  if (row === undefined || (await operatorById(context, client, id)) === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (row.isSelf) throw new Refusal('OPERATOR_SELF');
  const standing = await standingGrants(client, id);
  const isHere = standing.length === 0 || standing.some(({ site }) => site === null || site === call.site.id);
  // A person of other sites alone does not exist here.
  if (!isHere) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (!row.mayEdit) throw new Refusal('OPERATOR_HIGHER');
  return row;
}

export function refuseMalformed(addresses: readonly string[]): void {
  const wrong = addresses.find((address) => !isAddressOrNet(address));
  if (wrong !== undefined) throw new Refusal('DESK_ADDRESS_MALFORMED', { address: wrong });
}

interface Placed extends PlacedRights {
  roleId: number;
}

async function placedOf({ sites }: AppContext, client: PoolClient, grants: WantedGrants): Promise<Placed[]> {
  const { rows } = await client.query<{ id: number; rights: string[] }>(
    'SELECT id, rights FROM operator_role WHERE id = ANY ($1::bigint[]) FOR SHARE',
    [grants.map(({ roleId }) => roleId)],
  );
  return grants.map(({ roleId, site }) => {
    const role = rows.find(({ id }) => Number(id) === roleId);
    if (role === undefined) throw new Refusal('ROLE_UNKNOWN');
    const at = site === null ? null : sites.byCode(site)?.id;
    if (at === undefined) throw new Refusal('SITE_UNKNOWN', { field: 'grants' });
    return { roleId, site: at, rights: role.rights };
  });
}

async function writeGrants(client: PoolClient, id: number, placed: readonly Placed[]): Promise<void> {
  for (const { roleId, site } of placed)
    await client.query('INSERT INTO operator_grant (operator_id, role_id, site_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      id,
      roleId,
      site,
    ]);
}
