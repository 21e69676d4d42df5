// A member shuts itself out: every login ends, and until the day it named nobody, operators included, can open the account. A person whom
// the bureau has vouched for is shut out on every site of the installation at once (docs/decisions/0021).
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { DAY_MS, timeIn } from '@maru/kit/contract/calendar.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { EndWords } from '@maru/kit/server/session.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import type { excludeMyself } from '../limits-contract.ts';
import { setAccountFlag } from './account-flag.ts';
import { cancelOpening } from './cancel-opening.ts';
import type { Confirming } from './confirm-password.ts';
import { endLoginsWithin } from './end-sessions.ts';
import { excludeLeft } from './leaving/left-person.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { personOf } from './nice/person.ts';
import { noteSecurityChange, tellSecurityChange } from './security-change.ts';

interface ShutOut {
  row: MemberRow;
  until: Date;
  /** Its leaving became final while this call was under way. */
  hasLeft: boolean;
}

export async function exclude(
  context: AppContext,
  confirm: Confirming,
  call: Call<undefined, Out<typeof excludeMyself.body>>,
): Promise<Answer<Out<typeof excludeMyself.reply>>> {
  const session = call.session as Session;
  const { days, password } = call.body;
  await confirm.evenLocked(session, call.ip, password);
  const at = new Date(context.clock.now());
  const wanted = new Date(at.getTime() + days * DAY_MS);
  const everywhere = await inTransaction(context.pool, async (client) => {
    const found: ShutOut[] = [];
    for (const [site, member] of await accountsOf(client, session)) {
      const shut = await shutOut(client, site, member, wanted, at);
      found.push(shut);
      // Whoever has left has no address any more.
      if (shut.hasLeft) continue;
      await noteSecurityChange(context, client, { ...call, site: context.sites.byId(site) ?? call.site }, shut.row, 'EXCLUDED');
    }
    return found;
  });
  for (const { row, until } of everywhere) context.sessions.endMember(row.site_id, row.id, leavingWords(context, row.site_id, until));
  context.services.find(outbox)?.hurry();
  await Promise.all(everywhere.map(({ row, hasLeft }) => (hasLeft ? undefined : windUp(context, row))));
  return { data: { until: everywhere[0].until.toISOString() } };
}

/** This one first, then those of the same person on other sites. */
async function accountsOf(client: PoolClient, { site, member }: Session): Promise<[site: number, member: number][]> {
  const others = await personOf(client, member);
  return [
    [site, member],
    ...others.filter((other) => other.member !== member).map((other): [number, number] => [other.site, other.member]),
  ];
}

async function shutOut(client: PoolClient, site: number, member: number, wanted: Date, at: Date): Promise<ShutOut> {
  // Only ever later: asking again shortens nothing. Waits for a leaving that becomes final, and reads the row anew behind it.
  const { rows } = await client.query<{ until: Date }>(
    `UPDATE account_member SET excluded_until = greatest(excluded_until, $3) WHERE site_id = $1 AND id = $2 AND status <> 'LEFT'
     RETURNING excluded_until AS until`,
    [site, member, wanted],
  );
  const row = await memberById(client, site, member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  const until = rows.at(0)?.until;
  if (until === undefined) return { row, until: await excludeLeft(client, site, member, wanted), hasLeft: true };
  await endLoginsWithin(client, member, at, 'excluded');
  return { row, until, hasLeft: false };
}

/** Nothing opens in the absence of whoever shut itself out; what closes stays. Never fails its caller: the account is shut already. */
async function windUp(context: AppContext, row: MemberRow): Promise<void> {
  await flagExcluded(context, row, true);
  await cancelOpening(context, row.site_id, row.account_no).catch((error: unknown) =>
    context.log.warn({ err: error, site: row.site_id, member: row.id }, 'orders of an excluded member not cancelled'),
  );
  await tellSecurityChange(context, row.site_id, row.id, 'EXCLUDED');
}

/** Bets that were on their way are refused by the engine itself; taken down when the member comes back in. Never fails its caller. */
export async function flagExcluded(
  context: AppContext,
  { site_id: site, account_no: account, id }: MemberRow,
  isOn: boolean,
): Promise<void> {
  await setAccountFlag(context, { site, account }, AccountFlag.SelfExcluded, isOn).catch((error: unknown) =>
    context.log.warn({ err: error, site, member: id, isOn }, 'exclusion not told to the engine'),
  );
}

function leavingWords(context: AppContext, site: number, until: Date): EndWords {
  const time = timeIn(context.sites.byId(site)?.timeZone ?? 'UTC', until);
  return {
    ko: `스스로 정한 대로 로그아웃했습니다. ${time}까지 로그인할 수 없습니다.`,
    en: `You were logged out as you chose. You can log in again from ${time}.`,
  };
}

export function refuseExcluded(row: MemberRow, timeZone: string, now: number): void {
  const until = row.excluded_until;
  if (until !== null && until.getTime() > now) throw new Refusal('ACCOUNT_EXCLUDED', { until: timeIn(timeZone, until) });
}
