// Several members at once: every one goes through the single act's own handler, with its line, its note and its second person.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { actOnMembers, type BulkAct, type BulkRow } from '../../bulk-contract.ts';
import { endMemberSessionsHandler, holdWithdrawalsHandler, setMemberStatusHandler } from './member-acts.ts';
import { askLiftHoldHandler } from './two-person-acts.ts';

const acts: Readonly<Record<BulkAct, { bound: BoundRoute; more?: object }>> = {
  END_LOGINS: { bound: endMemberSessionsHandler },
  HOLD: { bound: holdWithdrawalsHandler },
  LIFT_HOLD: { bound: askLiftHoldHandler },
  DENY: { bound: setMemberStatusHandler, more: { status: 'DENY' } },
  ALLOW: { bound: setMemberStatusHandler, more: { status: 'ACTIVE' } },
};

export const actOnMembersHandler = handleOperator(actOnMembers, async (context, call, audit) => {
  const { act, days, reason } = call.body;
  if (act === 'HOLD' && days === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'days' });
  // The gateway has looked at this call's right alone: an act that wanted another would pass unseen.
  const { bound, more } = acts[act];
  if (bound.route.right !== actOnMembers.right) throw new Error(`${bound.route.name} wants another right than ${actOnMembers.name}`);
  const members = [...new Set(call.body.playerIds)];
  // Somebody who is not there was chosen by mistake: then nothing is done to anybody.
  const known = await context.pool.query('SELECT 1 FROM account_member WHERE site_id = $1 AND id = ANY($2::bigint[])', [
    call.site.id,
    members,
  ]);
  if (known.rowCount !== members.length) throw new Refusal('NOT_FOUND', { field: 'playerIds' });
  const content: BulkRow[] = [];
  for (const playerId of members) {
    const body = { playerId, reason, ...more, ...(act === 'HOLD' && { days }) };
    content.push({ playerId, ...(await one(context, bound, { ...call, body })) });
  }
  const count = (result: BulkRow['result']) => content.filter((row) => row.result === result).length;
  const after = { act, done: count('DONE'), asked: count('ASKED'), refused: count('REFUSED') };
  await audit({ target: `members:${members.length}`, after, reason });
  return { data: { content } };
});

async function one(context: AppContext, bound: BoundRoute, call: Call): Promise<Omit<BulkRow, 'playerId'>> {
  try {
    await bound.run(context, call as never);
    return { result: 'DONE', requestId: null, code: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isAsked = error.code === 'APPROVAL_REQUIRED';
    const requestId = isAsked ? Number((error.data as { requestId?: unknown } | undefined)?.requestId ?? 0) : null;
    return { result: isAsked ? 'ASKED' : 'REFUSED', requestId, code: isAsked ? null : error.code };
  }
}
