// A third person's word that an operator is a person of its own: by an owner without a tie to it, or on the machine itself.
import { type BoundRoute, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { confirmOperator, type OperatorRow } from '../people-contract.ts';
import { grantsOf } from './grants.ts';
import { personOf } from './list-people.ts';
import { personAround, tiesOf } from './one-person.ts';
import { isOwner } from './people-rules.ts';

export const confirmPerson: BoundRoute = handleOperator(confirmOperator, (context, call, audit) =>
  inTransaction(context.pool, async (client) => {
    const { id, reason } = call.body;
    const self = (call.session as Session).member;
    // One at a time: of two who confirm each other's puppets each sees what the other did.
    await client.query('SELECT 1 FROM operator_operator WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE', [[self, id]]);
    const before = await personOf(context, client, call, id);
    if (before === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
    if (before.isSelf) throw new Refusal('OPERATOR_SELF');
    if (!isOwner(await grantsOf(client, self))) throw new Refusal('CONFIRM_OWNER');
    const person = personAround(await tiesOf(context, client), id);
    if (person.size === 1) throw new Refusal('CONFIRM_NOTHING');
    if (person.has(self)) throw new Refusal('CONFIRM_LINKED', { username: before.username });
    await writeConfirmation(client, { operator: id, by: self, at: new Date(context.clock.now()), reason });
    const after = (await personOf(context, client, call, id)) as OperatorRow;
    await audit({ target: `operator:${id}`, before: { ties: namesOf(before) }, after: { ties: namesOf(after) }, reason }, client);
    return { data: after };
  }),
);

const namesOf = ({ ties }: OperatorRow) => ties.map(({ username, why }) => ({ username, why }));

export async function writeConfirmation(
  sql: SqlWriter,
  { operator, by, at, reason }: { operator: number; by: number | null; at: Date; reason: string },
): Promise<void> {
  await sql.query('INSERT INTO operator_confirmation (operator_id, by_id, at, reason) VALUES ($1, $2, $3, $4)', [operator, by, at, reason]);
}
