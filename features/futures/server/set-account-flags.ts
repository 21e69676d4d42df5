// An operator restricts or frees one account of the site.
import { keepOwnStop, memberDirectory } from '@maru/account/contract.ts';
import { noteMemberAct } from '@maru/account/admin-contract.ts';
import { AccountFlag, CommandKind, encodeFields } from '@maru/engine/command.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type AccountFlags, setAccountFlags } from '../admin-contract.ts';
import { readEngine } from './engine-views.ts';
import { repeatedOf, submitCommand } from './submit.ts';

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
  // A member that has reached its own loss limit stays where it is, whatever one operator wants.
  if (asked.reduceOnly !== undefined)
    asked.reduceOnly = (await context.services.find(keepOwnStop)?.(call.site.id, playerId, asked.reduceOnly)) ?? asked.reduceOnly;
  const { flags: held } = await readEngine.risk(context, call.site.id, account);
  const flags = names.reduce((bits, name) => {
    const wanted = asked[name];
    return wanted === undefined ? bits : wanted ? bits | bitOf[name] : bits & ~bitOf[name];
  }, held);
  const reply = await submitCommand(context, call, encodeFields(account, -1, { kind: CommandKind.SetAccountFlags, flags }));
  await audit({ target: `member:${playerId}`, before: flagsOf(held), after: flagsOf(flags), ...(reason && { reason }) });
  await context.services.find(noteMemberAct)?.(call, playerId, setAccountFlags.name, reason ?? '');
  return { data: { playerId, ...flagsOf(flags) }, sequence: repeatedOf(reply.events)?.firstSeq ?? reply.seq };
});

export function flagsOf(bits: number): AccountFlags {
  return Object.fromEntries(names.map((name) => [name, (bits & bitOf[name]) !== 0])) as AccountFlags;
}
