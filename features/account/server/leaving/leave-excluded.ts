// Leaving while shut out: password, then second factor or a mail's code, then a ticket that opens these calls and nothing else.
// No login begins, so no other way in has to know of it.
import { createHash, randomBytes } from 'node:crypto';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox, outgoingKinds } from '@maru/outbox/contract.ts';
import {
  askLeaveExcluded,
  leaveExcluded,
  lookLeaveExcluded,
  type proveLeaveExcluded as proveRoute,
  proveLeaveExcluded,
} from '../../leave-excluded-contract.ts';
import {
  asked,
  compared,
  newKey,
  proveCertificate,
  refuseTooMany,
  takeCertificate,
  type Wanted,
  writeCertificate,
} from '../certificates.ts';
import { refuseWhileLocked } from '../confirm-password.ts';
import { refuseSharedName } from '../demo-members.ts';
import { checkedMember, type LoginGuards } from '../login.ts';
import { memberOfChallenge, openChallenge, spendChallenge } from '../login-challenge.ts';
import { memberById, type MemberRow } from '../member-rows.ts';
import { checkSecondProof } from '../second-login.ts';
import { secondWaysOf } from '../second-factor.ts';
import { addressOf } from '../tell-member.ts';
import type { LeavingService } from './leaving-service.ts';

const TICKET_MS = 900_000;
const whoIs = ({ site_id: site, id: member, account_no: account }: MemberRow) => ({ site, member, account });
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

export function leaveExcludedRoutes(
  service: () => LeavingService,
  guards: () => LoginGuards,
  refuseOver: (ip: string) => void,
): BoundRoute[] {
  return [
    handle(askLeaveExcluded, async (context, call) => {
      const { username, password } = call.body;
      const row = await checkedMember(context, guards(), call, username, password);
      refuseOpen(context, call, row);
      const ways = await secondWaysOf(context.pool, { site: call.site.id, member: row.id });
      const mail = ways.length > 0 ? noMail : await sendCode(context, call, row);
      const { challenge, expiresIn } = await openChallenge(context, call.site.id, row.id);
      return { data: { expiresIn, ...mail, challenge, ways } };
    }),
    handle(proveLeaveExcluded, async (context, call) => {
      refuseOver(call.ip);
      const { challenge } = call.body;
      const row = await memberById(context.pool, call.site.id, await memberOfChallenge(context, call.site.id, challenge));
      if (row === undefined) throw new Refusal('CHALLENGE_EXPIRED');
      await prove(context, guards(), call, row);
      refuseOpen(context, call, row);
      await spendChallenge(context, challenge);
      const leaving = await service().look(call.site, whoIs(row));
      return { data: { ticket: await openTicket(context, row), expiresIn: TICKET_MS / 1000, leaving } };
    }),
    handle(lookLeaveExcluded, async (context, call) => {
      const row = await rowOfTicket(context, call, call.body.ticket);
      refuseOpen(context, call, row);
      return { data: await service().look(call.site, whoIs(row)) };
    }),
    handle(leaveExcluded, async (context, call) => {
      const row = await rowOfTicket(context, call, call.body.ticket);
      const who = whoIs(row);
      // Sent once more: it is done, and the answer is the same.
      if ((await service().leftAt(who)) === undefined) refuseOpen(context, call, row);
      const leftAt = await service().leave(call.site, who, call.language, call.body.givesUp);
      return { data: { left: true as const, leftAt: leftAt.toISOString() } };
    }),
  ];
}

const noMail = { key: '', sentTo: '', isEmail: false, resendIn: 0 };

/** Whoever is not shut out logs in and leaves from there; who is locked or shared does not leave at all. */
function refuseOpen(context: AppContext, { site }: Pick<Call, 'site'>, row: MemberRow): void {
  if (row.status !== 'ACTIVE') throw new Refusal('ACCOUNT_DENIED');
  refuseSharedName(context, row);
  const now = context.clock.now();
  if ((row.excluded_until?.getTime() ?? 0) <= now) throw new Refusal('NOT_EXCLUDED');
  if (row.locked_at !== null) throw new Refusal('ACCOUNT_LOCKED');
  refuseWhileLocked(row, site.timeZone, now);
}

/** By the first way that mails go here: the password alone ends no account for good. */
async function sendCode(context: AppContext, { site, language }: Call, row: MemberRow) {
  const mails = context.services.find(outbox);
  const kind = outgoingKinds.find((each) => mails?.canCarry(site.id, each) === true && addressOf(row, each) !== '');
  if (kind === undefined) throw new Refusal('MAIL_NOT_SET_UP');
  const value = compared(addressOf(row, kind));
  const wanted: Wanted = { site: site.id, kind, purpose: 'LEAVE', value, language, member: row.id, reader: row.id };
  const key = newKey();
  await inTransaction(context.pool, async (client) => {
    await refuseTooMany(context, client, wanted);
    await writeCertificate(context, client, key, wanted, 'CODE');
  });
  mails?.hurry();
  return { ...asked(key), sentTo: hinted(value), isEmail: kind === 'MAIL' };
}

/** Enough to know which one it is. */
const hinted = (value: string) =>
  value.includes('@') ? `${value.slice(0, 2)}…@${value.split('@').at(-1) ?? ''}` : `…${value.replace(/\D/g, '').slice(-4)}`;

async function prove(
  context: AppContext,
  { guard }: LoginGuards,
  call: Call<undefined, Out<typeof proveRoute.body>>,
  row: MemberRow,
): Promise<void> {
  const { key, code } = call.body;
  if ((await secondWaysOf(context.pool, { site: row.site_id, member: row.id })).length > 0) {
    await checkSecondProof(context, guard, call, row);
    return;
  }
  if (key === undefined || code === undefined) throw new Refusal('REQUIRED_FIELD', { field: 'code' });
  await proveCertificate(context, row.site_id, outgoingKinds, ['LEAVE'], { key, secretCode: code });
  const { member } = await takeCertificate(context, context.pool, row.site_id, 'LEAVE', key);
  if (member !== row.id) throw new Refusal('CERTIFICATE_INVALID');
  guard.succeeded(row.site_id, row.username, call.ip);
}

async function openTicket({ pool, clock }: AppContext, row: MemberRow): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await pool.query('INSERT INTO account_leave_ticket (hash, site_id, member_id, expires_at) VALUES ($1, $2, $3, $4)', [
    hashOf(ticket),
    row.site_id,
    row.id,
    new Date(clock.now() + TICKET_MS),
  ]);
  return ticket;
}

async function rowOfTicket({ pool, clock }: AppContext, { site }: Call, ticket: string): Promise<MemberRow> {
  const { rows } = await pool.query<{ member: number }>(
    'SELECT member_id AS member FROM account_leave_ticket WHERE hash = $1 AND site_id = $2 AND expires_at > $3',
    [hashOf(ticket), site.id, new Date(clock.now())],
  );
  const row = rows.length === 0 ? undefined : await memberById(pool, site.id, rows[0].member);
  if (row === undefined) throw new Refusal('LEAVE_TICKET');
  return row;
}

export async function forgetTickets({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Promise<void> {
  await pool.query('DELETE FROM account_leave_ticket WHERE expires_at < $1', [new Date(clock.now())]);
}
