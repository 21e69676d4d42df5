// An operator restricts or frees one account of the site.
import { keepOwnStop } from '@maru/account/contract.ts';
import { noteMemberAct } from '@maru/account/admin-contract.ts';
import { AccountFlag, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import { type AccountFlags, setAccountFlags } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { repeatedOf, submitCommand } from './submit.ts';

const { AccountFlagsSet } = EventWord;

const bitOf: Readonly<Record<keyof AccountFlags, number>> = {
  trader: AccountFlag.Trader,
  traderCopied: AccountFlag.TraderCopied,
  followerCopied: AccountFlag.FollowerCopied,
  mayNotOrder: AccountFlag.MayNotOrder,
  mayNotInvest: AccountFlag.MayNotInvest,
  frozen: AccountFlag.Frozen,
  reduceOnly: AccountFlag.ReduceOnly,
};
const names = Object.keys(bitOf) as (keyof AccountFlags)[];

export const setAccountFlagsHandler = handleOperator(setAccountFlags, async (context, call, audit) => {
  const { playerId, reason, ...asked } = call.body;
  const account = context.services.use(memberDirectory).accountOf(call.site.id, playerId);
  if (account === undefined) throw new Refusal('ACCOUNT_UNKNOWN', { field: 'playerId' });
  const refuseGone = (sql: Pick<PoolClient, 'query'>) => context.services.find(refuseLeaving)?.(sql, call.site.id, account, 'OPERATOR');
  await refuseGone(context.pool);
  // A member that has reached its own loss limit stays where it is, whatever one operator wants.
  if (asked.reduceOnly !== undefined)
    asked.reduceOnly = (await context.services.find(keepOwnStop)?.(call.site.id, playerId, asked.reduceOnly)) ?? asked.reduceOnly;
  const bitsOf = (isNamed: (name: keyof AccountFlags) => boolean) =>
    names.reduce((bits, name) => (isNamed(name) ? bits | bitOf[name] : bits), 0);
  // Only what is named goes to the engine: whoever changes another flag in the same moment loses nothing by it.
  const only = bitsOf((name) => asked[name] !== undefined);
  if (only === 0) throw new Refusal('INVALID_FIELD', { field: 'flags' });
  const { flags: held } = await readEngine.risk(context, call.site.id, account);
  const fields = { kind: CommandKind.SetAccountFlags, flags: bitsOf((name) => asked[name] === true), only };
  const reply = await inTransaction(context.pool, async (client) => {
    // Nothing changes for a member that left or is about to; and whoever begins to leave waits, and finds what was set here.
    await refuseGone(client);
    return submitCommand(context, call, encodeFields(account, -1, fields));
  });
  const flags = await flagsAfter(context, call.site.id, account, reply.events);
  await audit({ target: `member:${playerId}`, before: flagsOf(held), after: flagsOf(flags), ...(reason && { reason }) });
  await context.services.find(noteMemberAct)?.(call, playerId, setAccountFlags.name, reason ?? '');
  return { data: { playerId, ...flagsOf(flags) }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});

/** As the command left them; what a repeated request finds now. */
async function flagsAfter(context: AppContext, site: number, account: number, events: Float64Array): Promise<number> {
  return events[0] === EventKind.AccountFlagsSet ? events[AccountFlagsSet.flags] : (await readEngine.risk(context, site, account)).flags;
}

export function flagsOf(bits: number): AccountFlags {
  return Object.fromEntries(names.map((name) => [name, (bits & bitOf[name]) !== 0])) as AccountFlags;
}
